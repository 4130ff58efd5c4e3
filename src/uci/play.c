// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "position/draws.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "position/san.h"

struct Play {
    Game start;
    Game now;
    Colour human;
    int level; // 1..SKILL_LEVEL_MAX
    int ply_count;
    Move moves[PLAY_PLIES_MAX];
    // What the last search found, written by its thread before it ends.
    Move best;
};

static void say(Session *session, const char *text)
{
    report_line(session->report, "%s", text);
}

// The board with figures, from the human's side.
static void show_board(Session *session)
{
    static const char *const FIGURES[COLOUR_COUNT][PIECE_TYPE_COUNT] = {
        {"♙", "♘", "♗", "♖", "♕", "♔"},
        {"♟", "♞", "♝", "♜", "♛", "♚"},
    };
    const struct Play *const play = session->play;
    const Board *const board = &play->now.board;
    const bool from_white = play->human == WHITE;
    for (int row = 0; row < 8; row++) {
        const int rank = from_white ? 7 - row : row;
        char line[80];
        int used = snprintf(line, sizeof line, " %d ", rank + 1);
        for (int column = 0; column < 8; column++) {
            const int file = from_white ? column : 7 - column;
            const Piece pc = board->mailbox[square_make(file, rank)];
            used += snprintf(line + used, sizeof line - (size_t)used, " %s",
                             pc == NO_PIECE ? "·" : FIGURES[piece_colour(pc)][piece_type(pc)]);
        }
        say(session, line);
    }
    say(session, from_white ? "    a b c d e f g h" : "    h g f e d c b a");
}

static bool is_third_time(const Game *game)
{
    int seen = 0;
    for (int i = 0; i < game->key_count; i++)
        seen += game->keys[i] == game->board.key;
    return seen >= 3;
}

// How the game has ended, or NULL while it goes on.
static const char *end_of_game(const Session *session)
{
    const struct Play *const play = session->play;
    const Board *const board = &play->now.board;
    if (generate_count(engine_kernels(session->engine), board) == 0) {
        if (!position_in_check(board))
            return "Stalemate: a draw.";
        return board->side_to_move == play->human ? "Checkmate. Ravelin wins."
                                                  : "Checkmate. You win, well played!";
    }
    if (draws_insufficient_material(board))
        return "Nobody can win any more: a draw.";
    if (is_third_time(&play->now))
        return "The same position for the third time: a draw.";
    if (draws_fifty_moves(board))
        return "Fifty moves without a capture or a pawn move: a draw.";
    return play->ply_count == PLAY_PLIES_MAX ? "This game is long enough: a draw." : NULL;
}

static void on_best_move(void *context, Move best, Move ponder)
{
    struct Play *const play = context;
    (void)ponder;
    play->best = best;
}

// Searches the position and waits for the move.
static Move think(Session *session, int level, int64_t time_ms)
{
    struct Play *const play = session->play;
    Search *const search = engine_search(session->engine);
    const Skill skill =
        level < SKILL_LEVEL_MAX ? skill_of_elo(skill_elo_of_level(level)) : skill_full();
    const SearchEvents own = {.context = play, .on_best_move = on_best_move};
    const SearchEvents usual = session_events(session);
    SearchLimits limits = search_limits_none();
    limits.start_ns = clock_now_ns();
    limits.move_time_ms = time_ms;
    engine_set_position(session->engine, &play->now.board, play->now.keys,
                        (size_t)(play->now.key_count - 1));
    search_set_skill(search, &skill);
    search_set_events(search, &own);
    engine_go(session->engine, &limits);
    search_wait(search);
    search_set_events(search, &usual);
    return play->best;
}

static void write_move(const Session *session, Move move, char out[SAN_MOVE_BYTES])
{
    san_write(engine_kernels(session->engine), &session->play->now.board, move, out);
}

static void make_move(struct Play *play, Move move)
{
    play->moves[play->ply_count++] = move;
    game_play(&play->now, move);
}

static void ask_for_move(Session *session)
{
    const char *const end = end_of_game(session);
    if (end != NULL) {
        say(session, end);
        say(session, "'undo' takes back, 'new' begins again, 'leave' ends.");
    } else {
        report_line(session->report, "Your move, %s%s",
                    session->play->human == WHITE ? "White" : "Black",
                    position_in_check(&session->play->now.board) ? " (check):" : ":");
    }
}

// Ravelin's move if it is its turn, then what the human is to do.
static void go_on(Session *session)
{
    struct Play *const play = session->play;
    if (play->now.board.side_to_move != play->human && end_of_game(session) == NULL) {
        const Move move = think(session, play->level, PLAY_MOVE_TIME_MS);
        char text[SAN_MOVE_BYTES];
        write_move(session, move, text);
        make_move(play, move);
        report_line(session->report, "Ravelin plays %s", text);
    }
    show_board(session);
    ask_for_move(session);
}

static void take_back(Session *session)
{
    struct Play *const play = session->play;
    // The human's last move, and the answer if there was one.
    const int plies = play->now.board.side_to_move == play->human ? 2 : 1;
    if (play->ply_count < plies) {
        say(session, "There is nothing to take back.");
        return;
    }
    play->ply_count -= plies;
    play->now = play->start;
    for (int i = 0; i < play->ply_count; i++)
        game_play(&play->now, play->moves[i]);
    show_board(session);
    ask_for_move(session);
}

static void give_hint(Session *session)
{
    if (end_of_game(session) != NULL) {
        ask_for_move(session);
        return;
    }
    char text[SAN_MOVE_BYTES];
    write_move(session, think(session, SKILL_LEVEL_MAX, PLAY_MOVE_TIME_MS / 2), text);
    report_line(session->report, "Ravelin would play %s", text);
}

// The moves so far, numbered, a line for every eight.
static void list_moves(Session *session)
{
    struct Play *const play = session->play;
    Game game = play->start;
    char line[256] = "";
    int used = 0;
    for (int i = 0; i < play->ply_count; i++) {
        char text[SAN_MOVE_BYTES];
        san_write(engine_kernels(session->engine), &game.board, play->moves[i], text);
        const bool is_white = game.board.side_to_move == WHITE;
        if (is_white || i == 0)
            used += snprintf(line + used, sizeof line - (size_t)used, "%d%s ",
                             game.board.fullmove_number, is_white ? "." : "...");
        used += snprintf(line + used, sizeof line - (size_t)used, "%s ", text);
        game_play(&game, play->moves[i]);
        if (i % 16 == 15 || i + 1 == play->ply_count) {
            line[used - 1] = '\0'; // the last blank
            say(session, line);
            used = 0;
        }
    }
    if (play->ply_count == 0)
        say(session, "No move was made yet.");
}

static void set_level(Session *session, Text rest)
{
    Text word;
    int64_t level = 0;
    if (text_next_word(&rest, &word))
        (void)text_parse_int64(word, &level);
    if (level < 1 || level > SKILL_LEVEL_MAX) {
        report_line(session->report, "Levels go from 1 to %d.", SKILL_LEVEL_MAX);
        return;
    }
    session->play->level = (int)level;
    if (level == SKILL_LEVEL_MAX)
        say(session, "Ravelin plays at full strength.");
    else
        report_line(session->report, "Ravelin plays at level %d of %d.", (int)level,
                    SKILL_LEVEL_MAX);
}

static void help(Session *session)
{
    static const char *const LINES[] = {
        "Type a move (Nf3, exd5, O-O, e8=Q, or e2e4), or one of these words:",
        "  board        show the board            moves        the game so far",
        "  hint         what Ravelin would play   undo         take your last move back",
        "  level N      1 (weak) to 20 (full)     white, black change sides",
        "  new          begin again               resign       give up",
        "  leave        back to UCI               quit         end the program",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        say(session, LINES[i]);
}

static void change_side(Session *session, Colour human)
{
    session->play->human = human;
    go_on(session);
}

static void begin_again(Session *session)
{
    struct Play *const play = session->play;
    Board board;
    (void)fen_parse(FEN_START, false, &board, NULL);
    game_begin(&play->start, &board);
    play->now = play->start;
    play->ply_count = 0;
    engine_new_game(session->engine);
    go_on(session);
}

static void read_move(Session *session, Text text)
{
    struct Play *const play = session->play;
    if (end_of_game(session) != NULL) {
        say(session, "The game is over.");
        ask_for_move(session);
        return;
    }
    Move move = text.length < 8 ? notation_parse_uci(&play->now.board, text.data, (int)text.length)
                                : MOVE_NONE;
    ErrorText error;
    if (move == MOVE_NONE && san_parse(&play->now.board, text, &move, &error) != STATUS_OK) {
        report_line(session->report, "'%.*s' is no move here. 'help' tells what you can type.",
                    text_quote_length(text), text.data);
        return;
    }
    make_move(play, move);
    go_on(session);
}

void play_read_line(Session *session, Text line)
{
    Text rest = text_trim(line), word;
    const Text whole = rest;
    if (!text_next_word(&rest, &word))
        return;
    if (text_equals_ignoring_case(word, "board"))
        show_board(session);
    else if (text_equals_ignoring_case(word, "moves"))
        list_moves(session);
    else if (text_equals_ignoring_case(word, "hint"))
        give_hint(session);
    else if (text_equals_ignoring_case(word, "undo"))
        take_back(session);
    else if (text_equals_ignoring_case(word, "level"))
        set_level(session, rest);
    else if (text_equals_ignoring_case(word, "white"))
        change_side(session, WHITE);
    else if (text_equals_ignoring_case(word, "black"))
        change_side(session, BLACK);
    else if (text_equals_ignoring_case(word, "new"))
        begin_again(session);
    else if (text_equals_ignoring_case(word, "help"))
        help(session);
    else if (text_equals_ignoring_case(word, "quit"))
        session->has_quit = true;
    else if (text_equals_ignoring_case(word, "leave")) {
        play_end(session);
        say(session, "Back to UCI.");
    } else if (text_equals_ignoring_case(word, "resign")) {
        say(session, "You resign; thank you for the game.");
        play_end(session);
    } else
        read_move(session, whole);
}

void play_end(Session *session)
{
    free(session->play);
    session->play = NULL;
}

// The words behind `play`.
static Status read_wishes(Text rest, Colour *human, int *level, ErrorText *error)
{
    Text word;
    while (text_next_word(&rest, &word)) {
        int64_t number = 0;
        if (text_equals_ignoring_case(word, "white")) {
            *human = WHITE;
        } else if (text_equals_ignoring_case(word, "black")) {
            *human = BLACK;
        } else if (text_equals_ignoring_case(word, "level") && text_next_word(&rest, &word) &&
                   text_parse_int64(word, &number) && number >= 1 && number <= SKILL_LEVEL_MAX) {
            *level = (int)number;
        } else {
            return status_fail(error, STATUS_BAD_INPUT,
                               "play: white, black or level 1 to %d expected, got '%.*s'",
                               SKILL_LEVEL_MAX, text_quote_length(word), word.data);
        }
    }
    return STATUS_OK;
}

Status command_play(Session *session, Text rest, ErrorText *error)
{
    Colour human = WHITE;
    int level = PLAY_LEVEL_DEFAULT;
    const Status status = read_wishes(rest, &human, &level, error);
    if (status != STATUS_OK)
        return status;
    if (!session_has_net(session, error))
        return STATUS_NOT_FOUND;
    session_end_search(session, "play");
    struct Play *const play = calloc(1, sizeof *play);
    if (play == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "play: no memory");
    play->start = play->now = session->game;
    play->human = human;
    play->level = level;
    session->play = play;
    report_line(session->report, "You play %s against Ravelin at level %d of %d.",
                human == WHITE ? "White" : "Black", level, SKILL_LEVEL_MAX);
    help(session);
    go_on(session);
    return STATUS_OK;
}
