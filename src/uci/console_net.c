// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about the net: eval and nnue.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "nnue/evaluate.h"
#include "nnue/features.h"
#include "nnue/layers.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"
#include "uci/commands.h"

enum {
    CHECK_PLIES_DEFAULT = 10000,
    CHECK_PLIES_MAX = 100000000,
    CHECK_GAME_PLIES = 400, // then a new game begins
    COST_ROUNDS = 2000,     // evaluations that are timed: a few milliseconds
};

static const char MAN_LETTERS[] = "PNBRQK";

static int evaluate(const Session *session, const Board *board)
{
    return nnue_evaluate_fresh(engine_network(session->engine),
                               &engine_kernels(session->engine)->nnue, board);
}

static void report_material(Session *session, const Board *board)
{
    char text[COLOUR_COUNT][64];
    for (Colour c = WHITE; c <= BLACK; c++) {
        size_t used = 0;
        for (PieceType type = QUEEN;; type--) {
            used += (size_t)snprintf(text[c] + used, sizeof text[c] - used, " %d%c",
                                     bits_count(board_pieces(board, c, type)), MAN_LETTERS[type]);
            if (type == PAWN)
                break;
        }
    }
    report_line(session->report, "material: White%s, Black%s", text[WHITE], text[BLACK]);
}

static void report_buckets(Session *session, const Board *board)
{
    const NetShape *const shape = &engine_network(session->engine)->shape;
    const int men = bits_count(board_occupied(board));
    const int white = features_view(shape, WHITE, board->king_square[WHITE]);
    const int black = features_view(shape, BLACK, board->king_square[BLACK]);
    report_line(session->report,
                "buckets: White king %d%s, Black king %d%s; output head %d of %d (%d men)",
                white >> 1, (white & 1) != 0 ? " mirrored" : "", black >> 1,
                (black & 1) != 0 ? " mirrored" : "", features_head(shape, men), shape->heads, men);
}

// Centipawns for White.
static int evaluate_for_white(const Session *session, const Board *board)
{
    const int score = evaluate(session, board);
    return board->side_to_move == WHITE ? score : -score;
}

// What a man is worth to its side where it stands: how far the evaluation falls without it.
static int worth_of(const Session *session, const Board *board, Square sq)
{
    Board without = *board;
    const Piece pc = board->mailbox[sq];
    const Bitboard bit = (Bitboard)1 << sq;
    without.by_type[piece_type(pc)] &= ~bit;
    without.by_colour[piece_colour(pc)] &= ~bit;
    without.mailbox[sq] = NO_PIECE;
    const int lost = evaluate_for_white(session, board) - evaluate_for_white(session, &without);
    return piece_colour(pc) == WHITE ? lost : -lost;
}

// The board with the worth of each man below it, kings excepted.
static void report_worth(Session *session, const Board *board)
{
    report_line(session->report, "worth of each man by removal, centipawns for its side:");
    for (int rank = 7; rank >= 0; rank--) {
        char men[80] = "", worth[80] = "";
        for (int file = 0; file < 8; file++) {
            const Square sq = square_make(file, rank);
            const Piece pc = board->mailbox[sq];
            char number[16] = "";
            if (pc != NO_PIECE && piece_type(pc) != KING)
                snprintf(number, sizeof number, "%d", worth_of(session, board, sq));
            const char letter = pc == NO_PIECE              ? '.'
                                : piece_colour(pc) == WHITE ? MAN_LETTERS[piece_type(pc)]
                                                            : "pnbrqk"[piece_type(pc)];
            snprintf(men + 7 * file, sizeof men - 7 * (size_t)file, "%7c", letter);
            snprintf(worth + 7 * file, sizeof worth - 7 * (size_t)file, "%7.6s", number);
        }
        report_line(session->report, "%d %s", rank + 1, men);
        report_line(session->report, "  %s", worth);
    }
    report_line(session->report, "        a      b      c      d      e      f      g      h");
}

Status command_eval(Session *session, Text rest, ErrorText *error)
{
    Text word;
    const bool has_word = text_next_word(&rest, &word);
    if (has_word && !text_equals(word, "short"))
        return status_fail(error, STATUS_BAD_INPUT, "eval: 'short' or nothing expected");
    if (!session_has_net(session, error))
        return STATUS_NOT_FOUND;
    const Board *const board = &session->game.board;
    report_line(session->report, "eval: %d centipawns for the side to move",
                evaluate(session, board));
    if (has_word)
        return STATUS_OK;
    report_line(session->report, "for White: %+.2f pawns",
                evaluate_for_white(session, board) / 100.0);
    report_buckets(session, board);
    report_material(session, board);
    report_worth(session, board);
    return STATUS_OK;
}

// Random games whose evaluations are made twice: carried along the line, and from the board alone.
typedef struct NetCheck {
    int plies;
    int games;
    int wrong;
    AccumulatorCounts counts;
} NetCheck;

static void add_counts(NetCheck *check, const Accumulators *stack)
{
    const AccumulatorCounts counts = accumulators_counts(stack);
    check->counts.known += counts.known;
    check->counts.carried += counts.carried;
    check->counts.refreshed += counts.refreshed;
}

// Plays one random game from `board` of at most `plies` plies. Every third position is not
// evaluated, so that sums are carried over several moves as well.
static void check_game(const Session *session, Accumulators *stack, Board board, int plies,
                       Rng *rng, NetCheck *check)
{
    const Kernels *const kernels = engine_kernels(session->engine);
    accumulators_reset(stack, &board);
    check->games++;
    for (int ply = 0; ply < plies && !atomic_load(session->interrupted); ply++) {
        MoveList list;
        generate_moves(kernels, &board, &list);
        if (list.count == 0)
            break;
        const Move move = list.moves[rng_below(rng, (uint32_t)list.count)];
        Board child;
        position_apply_move(&board, move, &child);
        accumulators_push(stack, &board, move, &child);
        board = child;
        check->plies++;
        if (rng_below(rng, 3) > 0)
            check->wrong += nnue_evaluate(stack, &board) != evaluate(session, &board);
    }
    add_counts(check, stack);
}

static Status run_check(Session *session, Text rest, ErrorText *error)
{
    Text word;
    int64_t plies = CHECK_PLIES_DEFAULT;
    if (text_next_word(&rest, &word) &&
        (!text_parse_int64(word, &plies) || plies < 1 || plies > CHECK_PLIES_MAX))
        return status_fail(error, STATUS_BAD_INPUT, "nnue check: plies from 1 to %d expected",
                           CHECK_PLIES_MAX);
    Accumulators *const stack = accumulators_create(
        engine_network(session->engine), &engine_kernels(session->engine)->nnue, CHECK_GAME_PLIES);
    if (stack == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "nnue check: no memory");
    session_end_search(session, "nnue check");
    NetCheck check = {0};
    Rng rng = rng_seeded(session->game.board.key);
    while (check.plies < plies && !atomic_load(session->interrupted)) {
        const int before = check.plies;
        const int left = (int)plies - check.plies;
        check_game(session, stack, session->game.board,
                   left < CHECK_GAME_PLIES ? left : CHECK_GAME_PLIES, &rng, &check);
        if (check.plies == before)
            break; // the game is over where it begins
    }
    accumulators_destroy(stack);
    report_line(session->report,
                "nnue check: %d plies in %d games, %" PRIu64 " sums carried, %" PRIu64
                " refreshed, %d evaluations wrong",
                check.plies, check.games, check.counts.carried, check.counts.refreshed,
                check.wrong);
    return check.wrong == 0
               ? STATUS_OK
               : status_fail(error, STATUS_SYSTEM, "nnue check: %d are wrong", check.wrong);
}

// One line FEN;FLOAT_CP;INT_CP; false with the reason if it is none or the value is another.
static bool check_vector(const Session *session, char *line, ErrorText *error)
{
    char *const float_text = strchr(line, ';');
    char *const int_text = float_text != NULL ? strchr(float_text + 1, ';') : NULL;
    int64_t wanted;
    if (int_text == NULL || !text_parse_int64(text_trim(text_of(int_text + 1)), &wanted)) {
        status_fail(error, STATUS_BAD_INPUT, "not FEN;FLOAT_CP;INT_CP");
        return false;
    }
    *float_text = '\0';
    Board board;
    if (fen_parse(line, true, &board, error) != STATUS_OK)
        return false;
    const int got = nnue_raw_output(engine_network(session->engine),
                                    &engine_kernels(session->engine)->nnue, &board);
    if (got != wanted)
        status_fail(error, STATUS_BAD_INPUT, "%d centipawns, wanted %" PRId64, got, wanted);
    return got == wanted;
}

static Status run_vectors(Session *session, Text rest, ErrorText *error)
{
    char path[4096];
    rest = text_trim(rest);
    if (rest.length == 0 || !text_copy(rest, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT, "nnue testvec: the path of a file expected");
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "nnue testvec: cannot open %.150s", path);
    char line[512];
    int number = 0, read = 0, wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        ErrorText reason;
        number++;
        if (line[0] == '#' || text_trim(text_of(line)).length == 0)
            continue;
        read++;
        if (check_vector(session, line, &reason))
            continue;
        wrong++;
        if (wrong <= 10)
            report_line(session->report, "line %d: %s", number, reason.text);
    }
    fclose(file);
    report_line(session->report, "nnue testvec: %d positions, %d wrong", read, wrong);
    if (read == 0 || wrong > 0)
        return status_fail(error, STATUS_BAD_INPUT, "nnue testvec: %s",
                           read == 0 ? "the file has no position" : "the net in play differs");
    return STATUS_OK;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

// Nanoseconds of an evaluation from the board alone, and of a move with its evaluation.
static bool measure_cost(const Session *session, double *fresh_ns, double *move_ns)
{
    const Kernels *const kernels = engine_kernels(session->engine);
    const Board *const board = &session->game.board;
    Accumulators *const stack =
        accumulators_create(engine_network(session->engine), &kernels->nnue, 1);
    if (stack == NULL)
        return false;
    int64_t start_ns = clock_now_ns();
    for (int i = 0; i < COST_ROUNDS; i++)
        (void)evaluate(session, board);
    *fresh_ns = (double)(clock_now_ns() - start_ns) / COST_ROUNDS;
    accumulators_reset(stack, board);
    (void)nnue_evaluate(stack, board);
    MoveList list;
    generate_moves(kernels, board, &list);
    start_ns = clock_now_ns();
    for (int i = 0; i < COST_ROUNDS && list.count > 0; i++) {
        const Move move = list.moves[i % list.count];
        Board child;
        position_apply_move(board, move, &child);
        accumulators_push(stack, board, move, &child);
        (void)nnue_evaluate(stack, &child);
        accumulators_pop(stack);
    }
    *move_ns = (double)(clock_now_ns() - start_ns) / COST_ROUNDS;
    accumulators_destroy(stack);
    return true;
}

static Status report_stats(Session *session, ErrorText *error)
{
    session_end_search(session, "nnue stats");
    session_report_net(session);
    const AccumulatorCounts counts = search_accumulator_counts(engine_search(session->engine));
    const uint64_t all = counts.known + counts.carried + counts.refreshed;
    report_line(session->report,
                "last search: %" PRIu64 " nodes, %" PRIu64 " sums asked for: %.1f %% there"
                " already, %.1f %% carried forward (%.2f moves each), %.1f %% refreshed",
                search_nodes(engine_search(session->engine)), all, share(counts.known, all),
                share(counts.carried, all),
                counts.carried == 0 ? 0.0 : (double)counts.moves / (double)counts.carried,
                share(counts.refreshed, all));
    double fresh_ns, move_ns;
    if (!measure_cost(session, &fresh_ns, &move_ns))
        return status_fail(error, STATUS_NO_MEMORY, "nnue stats: no memory");
    report_line(session->report,
                "cost here: %.0f ns from the board alone, %.0f ns a move with its evaluation;"
                " kernels %s",
                fresh_ns, move_ns, engine_kernels(session->engine)->isa);
    return STATUS_OK;
}

static Status export_net(Session *session, Text rest, ErrorText *error)
{
    char path[4096];
    rest = text_trim(rest);
    if (rest.length == 0 || !text_copy(rest, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT, "nnue export: the path of a new file expected");
    ErrorText reason;
    const Network *const net = engine_network(session->engine);
    const Status status = network_save(net, path, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "nnue export: %s", reason.text);
    report_line(session->report, "nnue export: %s, hash %016" PRIx64 ", %zu bytes to %s", net->name,
                net->hash, net->file_bytes, path);
    return STATUS_OK;
}

static Status report_net(Session *session)
{
    const Network *const net = engine_network(session->engine);
    const Kernels *const kernels = engine_kernels(session->engine);
    session_report_net(session);
    report_line(
        session->report, "shape: %d king buckets%s, width %d%s, %d output heads; kernels %s",
        net->shape.king_buckets, net->shape.mirrored ? ", mirrored" : "", net->shape.width,
        layers_are_in(&net->shape) ? ", layers of 16 and 32" : "", net->shape.heads, kernels->isa);
    report_line(session->report, "raw output: %d centipawns for the side to move",
                nnue_raw_output(net, &kernels->nnue, &session->game.board));
    return STATUS_OK;
}

Status command_nnue(Session *session, Text rest, ErrorText *error)
{
    Text word;
    const bool has_word = text_next_word(&rest, &word);
    if (!session_has_net(session, error))
        return STATUS_NOT_FOUND;
    if (!has_word)
        return report_net(session);
    if (text_equals(word, "check"))
        return run_check(session, rest, error);
    if (text_equals(word, "testvec"))
        return run_vectors(session, rest, error);
    if (text_equals(word, "stats"))
        return report_stats(session, error);
    if (text_equals(word, "export"))
        return export_net(session, rest, error);
    return status_fail(error, STATUS_BAD_INPUT,
                       "nnue: check, testvec, stats or export expected, got '%.*s'",
                       text_quote_length(word), word.data);
}
