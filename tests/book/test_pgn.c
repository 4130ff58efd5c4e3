// SPDX-License-Identifier: GPL-3.0-or-later
// PGN: what is skipped, the spellings of moves, ends of games, tags.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "book/pgn_tags.h"
#include "book/support.h"
#include "position/fen.h"

enum { GAMES = 8 };
static SupportGame games[GAMES];

static void assert_one(const char *text, const char *moves)
{
    cr_assert_eq(support_read_games(text_of(text), games, GAMES), 1, "%s", text);
    cr_assert_str_eq(games[0].game.fault.text, "", "%s: %s", text, games[0].game.fault.text);
    cr_assert_str_eq(games[0].moves, moves, "%s", text);
}

static void assert_fault(const char *text, uint64_t line, const char *reason)
{
    cr_assert_eq(support_read_games(text_of(text), games, GAMES), 1, "%s", text);
    cr_assert_neq(strstr(games[0].game.fault.text, reason), NULL, "%s: '%s'", text,
                  games[0].game.fault.text);
    cr_assert_eq(games[0].game.fault_line, line, "%s", text);
}

#define RUY_LOPEZ "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 "

Test(pgn, comments_glyphs_variations_escapes)
{
    static const char TEXT[] =
        "[Event \"?\"]\n"
        "[Result \"*\"]\n"
        "\n"
        "1.e4 {not a variation: (2.d4) ; nor a comment} e5 $1 2.Nf3 (2.f4 exf4 (2...d5 $13) 3.Nf3)"
        " 2...Nc6 ; rest of line 3.a3 a6\n"
        "% 3.h3 h6 escaped line\n"
        "3.Bb5 a6 4.Ba4$10 Nf6 *\n";
    assert_one(TEXT, RUY_LOPEZ);
    cr_assert_eq(games[0].game.result, PGN_OPEN);
}

Test(pgn, braces_do_not_nest_and_hide_everything)
{
    assert_one("1. e4 {a { b} e5 *", "e2e4 e7e5 ");
    assert_one("1. e4 {; } e5 *", "e2e4 e7e5 ");
    assert_one("1. e4 {\n% } e5 *", "e2e4 e7e5 ");
    assert_one("1. e4 {[Event \"x\"] 1-0 (} e5 *", "e2e4 e7e5 ");
    assert_one("1. e4 ; { ( \n e5 *", "e2e4 e7e5 ");
    // Inside variations they hide brackets too.
    assert_one("1. e4 (1. d4 {)} d5 ; )\n) e5 *", "e2e4 e7e5 ");
    assert_one("1. e4 (1. d4\n% )\n d5) 1... e5 *", "e2e4 e7e5 ");
    assert_fault("1. e4\n{never closed e5 *\n\n", 4, "line 2 is never closed");
}

Test(pgn, glued_and_stray_things)
{
    assert_one("1.e4!e5?2.Nf3!?Nc6?!3.Bb5$1$2a6 4 . Ba4 4... Nf6*", RUY_LOPEZ);
    assert_one("1 e4 e5 2 Nf3 ) Nc6 ] 3 Bb5 > a6 4 Ba4 +- Nf6 N = *", RUY_LOPEZ);
    assert_one("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", RUY_LOPEZ);
    assert_one("1. e2e4 e7-e5 2. Ng1f3 Nb8-c6 3. f1b5 a6 4. Bb5a4 Ng8f6 *", RUY_LOPEZ);
    assert_one("1. e4 e5 2. \xe2\x99\x98"
               "f3 \xe2\x99\x9e"
               "c6 *",
               "e2e4 e7e5 g1f3 b8c6 ");
}

Test(pgn, castling_with_zeros)
{
    assert_one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 Nf6 5. Re1 Be7 *",
               "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6 f1e1 f8e7 ");
    // The bishop stands on b5, so this game's last move is none; what was before it stays.
    assert_fault("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 Nf6 5. Re1 b5 *", 1, "'b5' is not legal");
    cr_assert_str_eq(games[0].moves, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6 f1e1 ");
}

Test(pgn, a_null_move_ends_the_game_and_keeps_what_was)
{
    assert_one("1. e4 c5 2. -- d6 3. d4 *", "e2e4 c7c5 ");
    cr_assert(games[0].game.has_null_move);
    assert_one("1. e4 e5 2. Z0 d6 *", "e2e4 e7e5 ");
    cr_assert(games[0].game.has_null_move);
    assert_one("1. e4 e5 2.-- d6 1-0", "e2e4 e7e5 ");
    cr_assert_eq(games[0].game.result, PGN_WHITE_WON);
    assert_one("1. e4 e5 2. 0000 d6 *", "e2e4 e7e5 ");
    assert_one("1. e4 e5 2. @@@@ d6 *", "e2e4 e7e5 ");
    // In a variation it is nobody's business.
    assert_one("1. e4 (1. -- e5) e5 *", "e2e4 e7e5 ");
    cr_assert_not(games[0].game.has_null_move);
}

Test(pgn, promotions)
{
    static const char TAGS[] = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"] [SetUp \"1\"]\n";
    static const char *const SPELLINGS[] = {"a8=Q+", "a8Q", "a8(Q)", "a8=q", "a7a8Q", "a8(q)+"};
    char text[256];
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof SPELLINGS[0]; i++) {
        snprintf(text, sizeof text, "%s1. %s *", TAGS, SPELLINGS[i]);
        assert_one(text, "a7a8q ");
        snprintf(text, sizeof text, "%s\n1.%s Kg7 *", TAGS, SPELLINGS[i]);
        assert_one(text, "a7a8q h7g7 ");
    }
    snprintf(text, sizeof text, "%s1. a8 *", TAGS);
    assert_fault(text, 2, "'a8' is not legal here");
    cr_assert_eq(games[0].game.ply_count, 0);
    snprintf(text, sizeof text, "%s1. a8 (1. a8=Q) Kg7 *", TAGS);
    assert_fault(text, 2, "'a8' is not legal here");
}

Test(pgn, comments_with_commands_and_wrong_marks)
{
    assert_one("1. e4 {[%clk 0:10:00] [%eval 0.2]} 1... e5 2. Nf3!? Nc6?! 3. Bb5# 1-0",
               "e2e4 e7e5 g1f3 b8c6 f1b5 ");
    cr_assert_eq(games[0].game.result, PGN_WHITE_WON);
}

Test(pgn, marks_line_ends_and_missing_results)
{
    static const char TEXT[] = "\xef\xbb\xbf[Event \"A\"]\r\n[Result \"0-1\"]\r\n\r\n1. e4\r\ne5 "
                               "0-1\r\n[Event \"B\"]\r\n1. d4 d5\r\n[Event \"C\"]\r\n[Result "
                               "\"1/2-1/2\"]\r\n\r\n1. c4 c5 2. g3";
    cr_assert_eq(support_read_games((Text){TEXT, sizeof TEXT - 1}, games, GAMES), 3);
    cr_assert_str_eq(games[0].moves, "e2e4 e7e5 ");
    cr_assert_eq(games[0].game.result, PGN_BLACK_WON);
    cr_assert_eq(games[0].game.line, 1);
    cr_assert_str_eq(games[1].moves, "d2d4 d7d5 ");
    cr_assert_eq(games[1].game.line, 6);
    // The last game counts although its result is missing, and the tag tells it.
    cr_assert_str_eq(games[2].moves, "c2c4 c7c5 g2g3 ");
    cr_assert_eq(games[2].game.result, PGN_DRAWN);
    // Old line ends, too.
    assert_one("[Event \"A\"]\r\r1. e4 ; x\re5\r% d4\r2. Nf3", "e2e4 e7e5 g1f3 ");
}

Test(pgn, games_without_moves_and_without_tags)
{
    cr_assert_eq(support_read_games(text_of(""), games, GAMES), 0);
    cr_assert_eq(support_read_games(text_of(" \n\n"), games, GAMES), 0);
    cr_assert_eq(support_read_games(text_of("*"), games, GAMES), 1);
    cr_assert_eq(games[0].game.ply_count, 0);
    cr_assert_eq(support_read_games(text_of("1. e4 * 1. d4 * 1. c4 *"), games, GAMES), 3);
    cr_assert_str_eq(games[2].moves, "c2c4 ");
    cr_assert_eq(support_read_games(text_of("[Event \"A\"]\n[Event \"B\"]\n"), games, GAMES), 2);
}

Test(pgn, a_fault_ends_with_its_game)
{
    cr_assert_eq(
        support_read_games(text_of("1. e4 e5 2. Kd4 (1. a4) Nf6 {x} 1-0\n1. d4 *"), games, GAMES),
        2);
    cr_assert_neq(strstr(games[0].game.fault.text, "'Kd4'"), NULL);
    cr_assert_str_eq(games[0].moves, "e2e4 e7e5 ");
    cr_assert_eq(games[0].game.result, PGN_WHITE_WON);
    cr_assert_str_eq(games[1].game.fault.text, "");
    cr_assert_str_eq(games[1].moves, "d2d4 ");
    assert_fault("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", 3, "king");
    assert_fault("[Variant \"Atomic\"]\n\n1. e4 *", 3, "variant");
    // A variation that is never closed does not swallow the next game.
    cr_assert_eq(
        support_read_games(text_of("1. e4 (1. d4 d5\n\n[Event \"B\"]\n\n1. c4 *"), games, GAMES),
        2);
    cr_assert_str_eq(games[0].moves, "e2e4 ");
    cr_assert_str_eq(games[1].moves, "c2c4 ");
}

Test(pgn, tags)
{
    static const char TEXT[] =
        "[Event \"a \\\"quoted\\\" ] name\"]\n[WhiteElo \"2532\"]\n"
        "[BlackElo \"?\"]\n[TimeControl \"900+5\"]\n\n[Round \"1\"]\n1. e4 *";
    assert_one(TEXT, "e2e4 ");
    cr_assert_eq(games[0].game.white_elo, 2532);
    cr_assert_eq(games[0].game.black_elo, 0);
    cr_assert_eq(games[0].game.seconds, 1100);
    assert_one("1. e4 *", "e2e4 ");
    cr_assert_eq(games[0].game.seconds, -1);
    assert_one("[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n"
               "[Variant \"fischerandom\"]\n1. d4 d5 *",
               "d2d4 d7d5 ");
}

typedef struct KnownControl {
    const char *text;
    int64_t seconds;
} KnownControl;

Test(pgn, time_controls)
{
    static const KnownControl CASES[] = {
        {"300", 300},
        {"180+2", 260},
        {"10+0.05", 10},
        {"40/7200:20/3600:900+30", 7200},
        {"40/240", 240},
        {"20/60", 120},
        {"-", -1},
        {"?", -1},
        {"", -1},
        {"x+y", -1},
        {"0/60", -1},
        {"60+", -1},
        {"-5", -1},
        {"*180", -1},
        {"/", -1},
        {"99999999999999999999", -1},
        {"60/1000000", 666666},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        cr_assert_eq(pgn_read_time_control(text_of(CASES[i].text)), CASES[i].seconds, "'%s'",
                     CASES[i].text);
}

Test(pgn, a_nul_ends_no_tag)
{
    static const char TEXT[] = "[FEN \"4k3/8/8/8/8/8/8/4K2R\0/8 w K - 0 1\"]\n\n1. Rh2 *\n";
    cr_assert_eq(support_read_games((Text){TEXT, sizeof TEXT - 1}, games, GAMES), 1);
    cr_assert_str_eq(games[0].moves, "");
    cr_assert_str_neq(games[0].game.fault.text, "");
}
