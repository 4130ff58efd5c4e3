// SPDX-License-Identifier: GPL-3.0-or-later
// The use of ranks at the root and of WDL in the tree is Stockfish's.
#include "search/tablebase.h"

#include <string.h>

enum {
    // A result of the tables counts in the hash table as this much deeper than the node.
    HASH_DEPTH_BONUS_PLIES = 6,
    // What a draw by the fifty-move rule is shown as at the root, the nearer to a win the more.
    CURSED_MIN_CP = 1,
    CURSED_MAX_CP = 49,
};

// True if a position has come twice since the last capture or pawn move.
static bool has_repeated(const SearchShared *shared)
{
    const size_t clock = shared->root.halfmove_clock;
    const size_t count = shared->game_key_count;
    const size_t first = clock < count ? count - clock : 0;
    for (size_t i = first; i <= count; i++) {
        const uint64_t key = i < count ? shared->game_keys[i] : shared->root.key;
        for (size_t k = first; k < i; k++) {
            if (shared->game_keys[k] == key)
                return true;
        }
    }
    return false;
}

// The score of a rank (syzygy/syzygy.h).
static Score score_of_rank(int rank, bool use_fifty_moves)
{
    const int size = rank < 0 ? -rank : rank;
    const int border = use_fifty_moves ? TABLE_RANK_WIN : 1;
    Score score = SCORE_DRAW;
    if (size >= border) {
        score = SCORE_TB_WIN;
    } else if (size > 0) {
        // Ranks of 800 and more are within fifty moves of a win.
        score = (size - 800) / 2;
        score = score < CURSED_MIN_CP   ? CURSED_MIN_CP
                : score > CURSED_MAX_CP ? CURSED_MAX_CP
                                        : score;
    }
    return rank < 0 ? -score : score;
}

// Stable insertion sort of the root moves, highest rank first.
static void sort_by_rank(SearchShared *shared)
{
    MoveList *moves = &shared->root_moves;
    int *ranks = shared->root_ranks;
    for (int i = 1; i < moves->count; i++) {
        const Move move = moves->moves[i];
        const int rank = ranks[i];
        int place = i;
        for (; place > 0 && ranks[place - 1] < rank; place--) {
            moves->moves[place] = moves->moves[place - 1];
            ranks[place] = ranks[place - 1];
        }
        moves->moves[place] = move;
        ranks[place] = rank;
    }
}

void tablebase_rank_root(SearchShared *shared)
{
    const MoveList *moves = &shared->root_moves;
    memset(shared->root_ranks, 0, (size_t)moves->count * sizeof shared->root_ranks[0]);
    shared->root_is_ranked = false;
    shared->root_tb_hits = 0;
    shared->table_men = 0;
    // Weak play does not know them.
    if (shared->syzygy == NULL || moves->count == 0 || shared->skill.is_limited)
        return;
    const TableSettings *settings = &shared->table_settings;
    const int largest = syzygy_largest(shared->syzygy);
    const int men = settings->probe_limit < largest ? settings->probe_limit : largest;
    shared->table_men = men;
    if (bits_count(board_occupied(&shared->root)) > men)
        return;
    const TableRanking ranking =
        syzygy_rank_moves(shared->syzygy, &shared->root, has_repeated(shared),
                          settings->use_fifty_moves, moves, shared->root_ranks);
    if (ranking == RANKED_NOT)
        return;
    sort_by_rank(shared);
    shared->root_is_ranked = true;
    shared->root_tb_hits = (uint64_t)moves->count;
    const Score best = score_of_rank(shared->root_ranks[0], settings->use_fifty_moves);
    if (ranking == RANKED_BY_DTZ || best < SCORE_TB_BOUND)
        shared->table_men = 0;
}

Score tablebase_shown_score(const SearchShared *shared, const RootMove *root, Score score)
{
    if (!shared->root_is_ranked)
        return score;
    const Score known = score_of_rank(root->table_rank, shared->table_settings.use_fifty_moves);
    const bool agrees = score_is_decided(known) && (score > 0) == (known > 0);
    return score_is_mate(score) && agrees ? score : known;
}

// True if the tables may be asked about the board at this depth.
static bool is_covered(const SearchShared *shared, const Board *board, int depth)
{
    const int men = bits_count(board_occupied(board));
    return men <= shared->table_men && board->halfmove_clock == 0 && board->castling_rights == 0 &&
           (men < shared->table_men || depth >= shared->table_settings.probe_depth);
}

bool tablebase_settles(Worker *worker, int ply, int depth, Window window, TableBounds *bounds,
                       Score *score)
{
    const SearchShared *shared = worker->shared;
    *bounds = (TableBounds){-SCORE_INFINITE, SCORE_INFINITE};
    Wdl wdl;
    if (shared->table_men == 0 || !is_covered(shared, &worker_frame(worker, ply)->board, depth) ||
        !syzygy_probe_wdl(shared->syzygy, &worker_frame(worker, ply)->board, &wdl))
        return false;
    atomic_store_explicit(&worker->tb_hits, worker_tb_hits(worker) + 1, memory_order_relaxed);
    // The disk may have been slow: look at the clock at the next node.
    worker->polls_left = 0;

    // Draws by the fifty-move rule are a trifle better or worse than others.
    const bool heeds_clock = shared->table_settings.use_fifty_moves;
    Bound bound = BOUND_EXACT;
    *score = SCORE_DRAW + (int)wdl;
    if (wdl == WDL_WIN || (wdl == WDL_CURSED_WIN && !heeds_clock)) {
        bound = BOUND_LOWER;
        *score = SCORE_TB_WIN - ply;
    } else if (wdl == WDL_LOSS || (wdl == WDL_BLESSED_LOSS && !heeds_clock)) {
        bound = BOUND_UPPER;
        *score = -SCORE_TB_WIN + ply;
    }
    const TtEntry entry = {
        .move = MOVE_NONE,
        .score = *score,
        .eval = SCORE_NONE,
        .depth =
            depth + HASH_DEPTH_BONUS_PLIES < MAX_PLY ? depth + HASH_DEPTH_BONUS_PLIES : MAX_PLY - 1,
        .bound = bound,
    };
    if (entry_decides(&entry, window)) {
        worker_store(worker, ply, &entry);
        return true;
    }
    if (bound == BOUND_LOWER)
        bounds->floor = *score;
    else
        bounds->ceiling = *score;
    return false;
}
