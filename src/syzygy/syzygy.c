// SPDX-License-Identifier: GPL-3.0-or-later
// What libfathom needs to be guarded against, as read in its sources and seen with Debian 12's
// build (1.0+git.20190811):
// - it maps files and believes them, and ends the process where a file cannot be mapped: so each is
//   checked first (table_file.h), and nothing is asked that could lead to a broken one;
// - it ends the process as well where memory is short: so there is a look for room before it takes
//   some, with nothing else at work in between;
// - Debian's build has no locks, so a table's first use by two threads at once would be a race: so
//   each WDL table is used once while loading, and DTZ tables are used by one thread only;
// - a path that ends in ':' makes it read beyond the text, and after an empty path its old index
//   stays: so it gets a clean path (tables.h), and without tables it is not asked;
// - it speaks on standard output and standard error: so both are closed to it while it loads;
// - it misreads DTZ tables with 16-bit distances (some of six and seven men), which was mended
//   later: so those are left out unless our own build of the library is in use;
// - it keeps the fifty-move clock in a byte.
#include "syzygy/syzygy.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "chess/attacks.h"
#include "syzygy/tables.h"

#ifdef RAVELIN_FATHOM_WIDE_MAPS
static const bool WIDE_MAPS = true;
#else
static const bool WIDE_MAPS = false;
#endif

enum {
    CLOCK_MAX = 100,      // later the game is drawn anyway
    TOUCH_TRIES = 100000, // random positions tried for one without captures
    // What libfathom takes beside the files, generously: 2.1 MB for its lists when it first loads
    // any, and some tens of kB for a table.
    LISTS_BYTES = 4 << 20,
    TABLE_BYTES = 1 << 20,
};

struct Syzygy {
    Tables *tables;                    // NULL without any
    bool dtz_is_open[TABLE_COUNT_MAX]; // libfathom has mapped it
    struct TbRootMoves root;           // too large for a stack
};

// Standard output and standard error, while they are kept from libfathom.
typedef struct Hush {
    int saved[2];
} Hush;

static Hush hush_begin(void)
{
    Hush hush;
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        hush.saved[i] = nowhere >= 0 ? fcntl(i + 1, F_DUPFD_CLOEXEC, 3) : -1;
        if (hush.saved[i] >= 0)
            dup2(nowhere, i + 1);
    }
    if (nowhere >= 0)
        close(nowhere);
    return hush;
}

static void hush_end(Hush hush)
{
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        if (hush.saved[i] < 0)
            continue;
        dup2(hush.saved[i], i + 1);
        close(hush.saved[i]);
    }
}

bool syzygy_is_supported(void)
{
    return true;
}

Syzygy *syzygy_create(void)
{
    return calloc(1, sizeof(Syzygy));
}

static void forget_tables(Syzygy *syzygy)
{
    if (syzygy->tables == NULL)
        return;
    const Hush hush = hush_begin();
    tb_init("");
    hush_end(hush);
    tables_free(syzygy->tables);
    syzygy->tables = NULL;
    memset(syzygy->dtz_is_open, 0, sizeof syzygy->dtz_is_open);
}

void syzygy_destroy(Syzygy *syzygy)
{
    if (syzygy == NULL)
        return;
    forget_tables(syzygy);
    free(syzygy);
}

static Bitboard attacks_of(PieceType type, Square sq, Bitboard occupied)
{
    switch (type) {
    case PAWN: return pawn_attacks(WHITE, sq);
    case KNIGHT: return knight_attacks(sq);
    case BISHOP: return bishop_attacks(sq, occupied);
    case ROOK: return rook_attacks(sq, occupied);
    case QUEEN: return queen_attacks(sq, occupied);
    default: return king_attacks(sq);
    }
}

// Puts a man on a random free square.
static void place(Rng *rng, Board *board, Colour colour, PieceType type)
{
    for (;;) {
        const Bitboard spot = square_bb((Square)rng_below(rng, SQUARE_COUNT));
        const bool on_edge = (spot & (RANK_1_BB | RANK_8_BB)) != 0;
        if ((board_occupied(board) & spot) != 0 || (type == PAWN && on_edge))
            continue;
        board->by_colour[colour] |= spot;
        board->by_type[type] |= spot;
        return;
    }
}

// Fills men, and nothing else, with a random position of the material in which White, who moves,
// attacks no black man: probing it looks at the table of just this material.
static bool find_quiet_position(Rng *rng, const Material *material, Board *board)
{
    for (int i = 0; i < TOUCH_TRIES; i++) {
        *board = (Board){.en_passant = NO_SQUARE, .side_to_move = WHITE};
        // The weaker side moves, which attacks less.
        for (Colour colour = WHITE; colour <= BLACK; colour++) {
            place(rng, board, colour, KING);
            for (PieceType type = PAWN; type < KING; type++) {
                for (int man = 0; man < material->count[colour ^ 1][type]; man++)
                    place(rng, board, colour, type);
            }
        }
        Bitboard attacks = 0;
        for (PieceType type = PAWN; type <= KING; type++) {
            Bitboard men = board_pieces(board, WHITE, type);
            while (men != 0)
                attacks |= attacks_of(type, bits_pop_lowest(&men), board_occupied(board));
        }
        if ((attacks & board->by_colour[BLACK]) == 0)
            return true;
    }
    return false;
}

static unsigned probe_wdl(const Board *board)
{
    const unsigned en_passant = board->en_passant == NO_SQUARE ? 0 : board->en_passant;
    return tb_probe_wdl(board->by_colour[WHITE], board->by_colour[BLACK], board->by_type[KING],
                        board->by_type[QUEEN], board->by_type[ROOK], board->by_type[BISHOP],
                        board->by_type[KNIGHT], board->by_type[PAWN], 0, 0, en_passant,
                        board->side_to_move == WHITE);
}

// True if the file is still whole and can be mapped, with room left for what belongs to it.
static bool can_be_opened(const Tables *tables, const TableEntry *entry, TableKind kind)
{
    void *const room = mem_alloc_zeroed(TABLE_BYTES);
    const bool can = room != NULL && tables_check(tables, entry, kind, NULL) == STATUS_OK;
    mem_free_zeroed(room, TABLE_BYTES);
    return can;
}

// Makes libfathom map each sound WDL table now, while one thread is at work. Returns how many could
// not be had.
static int open_wdl_tables(Tables *tables)
{
    Rng rng = rng_seeded(1);
    int lost = 0;
    for (int i = 0; i < tables->count; i++) {
        TableEntry *const entry = &tables->entries[i];
        Board board;
        if (entry->state[TABLE_WDL] == TABLE_SOUND &&
            (!can_be_opened(tables, entry, TABLE_WDL) ||
             !find_quiet_position(&rng, &entry->material, &board) ||
             probe_wdl(&board) == TB_RESULT_FAILED)) {
            entry->state[TABLE_WDL] = TABLE_BROKEN;
            lost++;
        }
    }
    return lost;
}

static bool has_room_for_lists(void)
{
    void *const room = mem_alloc_zeroed(LISTS_BYTES);
    mem_free_zeroed(room, LISTS_BYTES);
    return room != NULL;
}

Status syzygy_load(Syzygy *syzygy, const char *path, SyzygyTold *told, void *context,
                   ErrorText *error)
{
    forget_tables(syzygy);
    if (path[0] == '\0')
        return STATUS_OK;
    Tables *const tables = tables_find(path, WIDE_MAPS, told, context);
    if (tables == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for the list of tables");
    if (tables->largest == 0) {
        tables_tell(tables, told, context);
        tables_free(tables);
        return STATUS_OK;
    }
    if (!has_room_for_lists()) {
        tables_free(tables);
        return status_fail(error, STATUS_NO_MEMORY, "no memory for the tables");
    }
    syzygy->tables = tables;
    const Hush hush = hush_begin();
    tb_init(tables->folders);
    const int lost = open_wdl_tables(tables);
    hush_end(hush);
    if (lost > 0) {
        char line[80];
        snprintf(line, sizeof line, "%d tablebase files are left out: no memory to map them", lost);
        told(context, line);
    }
    tables_settle(tables);
    tables_tell(tables, told, context);
    return STATUS_OK;
}

int syzygy_largest(const Syzygy *syzygy)
{
    return syzygy->tables == NULL ? 0 : syzygy->tables->largest;
}

// The entry of a position that may be asked about, or NULL.
static TableEntry *entry_of(const Syzygy *syzygy, const Board *board)
{
    const int men = bits_count(board_occupied(board));
    if (men < TABLE_MEN_MIN || men > syzygy_largest(syzygy) || board->castling_rights != 0)
        return NULL;
    const Material material = material_of_board(board);
    TableEntry *const entry = tables_entry(syzygy->tables, &material);
    return entry != NULL && entry->state[TABLE_WDL] == TABLE_SOUND && entry->is_safe ? entry : NULL;
}

bool syzygy_probe_wdl(const Syzygy *syzygy, const Board *board, Wdl *out)
{
    if (entry_of(syzygy, board) == NULL)
        return false;
    const unsigned result = probe_wdl(board);
    if (result == TB_RESULT_FAILED)
        return false;
    *out = (Wdl)((int)result - 2);
    return true;
}

// True if the DTZ table of an entry may be used. Its file is checked again at the first use, since
// libfathom maps it only then and ends the process where that fails.
static bool dtz_is_usable(Syzygy *syzygy, TableEntry *entry)
{
    bool *const is_open = &syzygy->dtz_is_open[entry - syzygy->tables->entries];
    if (*is_open || entry->state[TABLE_DTZ] != TABLE_SOUND)
        return *is_open;
    if (!can_be_opened(syzygy->tables, entry, TABLE_DTZ)) {
        entry->state[TABLE_DTZ] = TABLE_BROKEN;
        return false;
    }
    *is_open = true;
    return true;
}

static bool is_same_move(TbMove theirs, Move ours)
{
    static const PieceType PROMOTION[] = {NO_PIECE_TYPE, QUEEN, ROOK, BISHOP, KNIGHT};
    const unsigned code = TB_MOVE_PROMOTES(theirs);
    const PieceType promotion = code < 5 ? PROMOTION[code] : NO_PIECE_TYPE;
    return TB_MOVE_FROM(theirs) == move_from(ours) && TB_MOVE_TO(theirs) == move_to(ours) &&
           (move_kind(ours) == MOVE_PROMOTION ? promotion == move_promotion(ours)
                                              : promotion == NO_PIECE_TYPE);
}

// Takes the ranks of `moves` over; false if one has none.
static bool take_ranks(const struct TbRootMoves *root, const MoveList *moves, int *ranks)
{
    for (int i = 0; i < moves->count; i++) {
        unsigned k = 0;
        while (k < root->size && !is_same_move(root->moves[k].move, moves->moves[i]))
            k++;
        if (k == root->size)
            return false;
        ranks[i] = root->moves[k].tbRank;
    }
    return true;
}

static unsigned clamped_clock(const Board *board)
{
    return board->halfmove_clock < CLOCK_MAX ? board->halfmove_clock : CLOCK_MAX;
}

TableRanking syzygy_rank_moves(Syzygy *syzygy, const Board *board, bool has_repeated,
                               bool use_fifty_moves, const MoveList *moves,
                               int ranks[MOVE_LIST_CAPACITY])
{
    memset(ranks, 0, (size_t)moves->count * sizeof ranks[0]);
    TableEntry *const entry = entry_of(syzygy, board);
    if (entry == NULL || moves->count == 0)
        return RANKED_NOT;
    const Bitboard white = board->by_colour[WHITE], black = board->by_colour[BLACK];
    const Bitboard *const type = board->by_type;
    const unsigned en_passant = board->en_passant == NO_SQUARE ? 0 : board->en_passant;
    const bool turn = board->side_to_move == WHITE;
    if (dtz_is_usable(syzygy, entry) &&
        tb_probe_root_dtz(white, black, type[KING], type[QUEEN], type[ROOK], type[BISHOP],
                          type[KNIGHT], type[PAWN], clamped_clock(board), 0, en_passant, turn,
                          has_repeated, use_fifty_moves, &syzygy->root) &&
        take_ranks(&syzygy->root, moves, ranks))
        return RANKED_BY_DTZ;
    if (tb_probe_root_wdl(white, black, type[KING], type[QUEEN], type[ROOK], type[BISHOP],
                          type[KNIGHT], type[PAWN], clamped_clock(board), 0, en_passant, turn,
                          use_fifty_moves, &syzygy->root) &&
        take_ranks(&syzygy->root, moves, ranks))
        return RANKED_BY_WDL;
    memset(ranks, 0, (size_t)moves->count * sizeof ranks[0]);
    return RANKED_NOT;
}

bool syzygy_answer(Syzygy *syzygy, const Board *board, const MoveList *moves, TableAnswer *out)
{
    TableEntry *const entry = entry_of(syzygy, board);
    *out = (TableAnswer){.best = MOVE_NONE};
    if (entry == NULL || moves->count == 0)
        return false;
    const unsigned en_passant = board->en_passant == NO_SQUARE ? 0 : board->en_passant;
    const unsigned result =
        !dtz_is_usable(syzygy, entry)
            ? TB_RESULT_FAILED
            : tb_probe_root(board->by_colour[WHITE], board->by_colour[BLACK], board->by_type[KING],
                            board->by_type[QUEEN], board->by_type[ROOK], board->by_type[BISHOP],
                            board->by_type[KNIGHT], board->by_type[PAWN], clamped_clock(board), 0,
                            en_passant, board->side_to_move == WHITE, NULL);
    if (result == TB_RESULT_FAILED)
        return syzygy_probe_wdl(syzygy, board, &out->wdl);
    const TbMove best =
        (TbMove)(TB_GET_PROMOTES(result) << 12 | TB_GET_FROM(result) << 6 | TB_GET_TO(result));
    out->wdl = (Wdl)((int)TB_GET_WDL(result) - 2);
    out->has_dtz = true;
    out->dtz = (int)TB_GET_DTZ(result);
    for (int i = 0; i < moves->count; i++) {
        if (is_same_move(best, moves->moves[i]))
            out->best = moves->moves[i];
    }
    return true;
}
