// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine owns stays whole when something cannot be had: a table, a net, threads, a level.
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "position/fen.h"
#include "position/legality.h"

enum { HASH_MIB = 4 };

typedef struct Heard {
    atomic_int bests;
    Move best;
} Heard;

static void on_info(void *context, const SearchInfo *info)
{
    (void)context;
    (void)info;
}

static void on_best_move(void *context, Move best, Move ponder)
{
    (void)ponder;
    Heard *heard = context;
    heard->best = best;
    atomic_fetch_add(&heard->bests, 1);
}

static Engine *new_engine(Heard *heard)
{
    const EngineConfig config = {.isa = NULL, .hash_mib = HASH_MIB, .threads = 1};
    ErrorText error = {"old"};
    Engine *engine = engine_create(&config, &error);
    cr_assert_not_null(engine, "%s", error.text);
    cr_assert_str_empty(error.text, "%s", error.text);
    const SearchEvents events = {
        .context = heard, .on_info = on_info, .on_best_move = on_best_move};
    search_set_events(engine_search(engine), &events);
    return engine;
}

// Searches the position in force and returns the number of nodes.
static uint64_t search_depth(Engine *engine, Heard *heard, int depth)
{
    atomic_store(&heard->bests, 0);
    SearchLimits limits = search_limits_none();
    limits.start_ns = clock_now_ns();
    limits.depth = depth;
    engine_go(engine, &limits);
    search_wait(engine_search(engine));
    cr_assert_eq(atomic_load(&heard->bests), 1);
    cr_assert(legality_check(engine_board(engine), heard->best));
    return search_nodes(engine_search(engine));
}

static void start_infinite(Engine *engine, Heard *heard)
{
    atomic_store(&heard->bests, 0);
    SearchLimits limits = search_limits_none();
    limits.start_ns = clock_now_ns();
    limits.infinite = true;
    engine_go(engine, &limits);
    cr_assert_eq(atomic_load(&heard->bests), 0);
}

Test(engine, begins_in_the_initial_position)
{
    Heard heard = {0};
    Engine *engine = new_engine(&heard);
    char fen[FEN_BYTES];
    fen_write(engine_board(engine), false, fen);
    cr_assert_str_eq(fen, FEN_START);
    cr_assert_eq(engine_hash_mib(engine), HASH_MIB);
    cr_assert_eq(search_thread_count(engine_search(engine)), 1);
    cr_assert_str_eq(engine_network(engine)->origin, "embedded");
    cr_assert_gt(search_depth(engine, &heard, 4), 0);
    engine_destroy(engine);
    engine_destroy(NULL);
}

Test(engine, a_table_that_cannot_be_had_leaves_one)
{
    Heard heard = {0};
    Engine *engine = new_engine(&heard);
    for (int i = 0; i < 3; i++) {
        ErrorText error = {""};
        // A pebibyte: more than the addresses of a process reach.
        cr_assert_neq(engine_set_hash(engine, 1 << 30, &error), STATUS_OK);
        cr_assert_not_null(strstr(error.text, "1073741824 MiB"), "%s", error.text);
        cr_assert_eq(engine_hash_mib(engine), HASH_MIB, "%d", engine_hash_mib(engine));
        cr_assert_gt(search_depth(engine, &heard, 4), 0);
    }
    ErrorText error = {""};
    cr_assert_eq(engine_set_hash(engine, 2, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(engine_hash_mib(engine), 2);
    cr_assert_gt(search_depth(engine, &heard, 4), 0);
    engine_destroy(engine);
}

// Writes `bytes` zero bytes to a new file and returns its name, which the caller frees.
static char *new_file(size_t bytes)
{
    char *path = strdup("/tmp/ravelin-test-XXXXXX");
    cr_assert_not_null(path);
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    cr_assert_eq(ftruncate(file, (off_t)bytes), 0);
    close(file);
    return path;
}

Test(engine, a_net_that_cannot_be_had_leaves_the_old_one)
{
    Heard heard = {0};
    Engine *engine = new_engine(&heard);
    engine_new_game(engine);
    const uint64_t nodes = search_depth(engine, &heard, 6);
    const Network *network = engine_network(engine);
    char *empty = new_file(0);
    char *zeros = new_file(100000);
    const char *const PATHS[] = {"/nonexistent/net.nnue", "/", empty, zeros};
    for (int i = 0; i < 4; i++) {
        ErrorText error = {""};
        cr_assert_neq(engine_load_net(engine, PATHS[i], &error), STATUS_OK, "%s", PATHS[i]);
        cr_assert_str_not_empty(error.text, "%s", PATHS[i]);
        cr_assert_eq(engine_network(engine), network, "%s", PATHS[i]);
        engine_new_game(engine);
        cr_assert_eq(search_depth(engine, &heard, 6), nodes, "%s", PATHS[i]);
    }
    // "" and NULL load the built-in net anew.
    ErrorText error = {""};
    cr_assert_eq(engine_load_net(engine, "", &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(engine_load_net(engine, NULL, &error), STATUS_OK, "%s", error.text);
    cr_assert_str_eq(engine_network(engine)->origin, "embedded");
    engine_new_game(engine);
    cr_assert_eq(search_depth(engine, &heard, 6), nodes);
    unlink(empty);
    unlink(zeros);
    free(empty);
    free(zeros);
    engine_destroy(engine);
}

Test(engine, a_level_that_is_unknown_leaves_the_best)
{
    const EngineConfig config = {.isa = "no-such-level", .hash_mib = 1, .threads = 1};
    ErrorText error = {""};
    Engine *engine = engine_create(&config, &error);
    cr_assert_not_null(engine);
    cr_assert_not_null(strstr(error.text, "no-such-level"), "%s", error.text);
    cr_assert_not_null(engine_kernels(engine)->movegen.all);
    engine_destroy(engine);
}

Test(engine, scalar_and_best_search_the_same_tree)
{
    static const char *const LEVELS[] = {"scalar", NULL};
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        Heard heard = {0};
        const EngineConfig config = {.isa = LEVELS[i], .hash_mib = HASH_MIB, .threads = 1};
        Engine *engine = engine_create(&config, NULL);
        cr_assert_not_null(engine);
        const SearchEvents events = {
            .context = &heard, .on_info = on_info, .on_best_move = on_best_move};
        search_set_events(engine_search(engine), &events);
        nodes[i] = search_depth(engine, &heard, 7);
        engine_destroy(engine);
    }
    cr_assert_eq(nodes[0], nodes[1]);
}

// Every setter ends a running search, whose best move is told.
Test(engine, setters_end_a_running_search)
{
    Heard heard = {0};
    Engine *engine = new_engine(&heard);
    Board board;
    cr_assert_eq(fen_parse("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, &board, NULL),
                 STATUS_OK);
    for (int i = 0; i < 7; i++) {
        start_infinite(engine, &heard);
        switch (i) {
        case 0: cr_assert_eq(engine_set_hash(engine, 8, NULL), STATUS_OK); break;
        case 1: engine_clear_hash(engine); break;
        case 2: cr_assert_eq(engine_set_threads(engine, 2, NULL), STATUS_OK); break;
        case 3: cr_assert_eq(engine_load_net(engine, NULL, NULL), STATUS_OK); break;
        case 4: engine_new_game(engine); break;
        case 5: engine_set_position(engine, &board, NULL, 0); break;
        default: cr_assert_neq(engine_load_net(engine, "/nonexistent", NULL), STATUS_OK); break;
        }
        cr_assert_not(search_is_running(engine_search(engine)), "%d", i);
        cr_assert_eq(atomic_load(&heard.bests), 1, "%d", i);
    }
    cr_assert_eq(search_thread_count(engine_search(engine)), 2);
    cr_assert_eq(engine_hash_mib(engine), 8);
    cr_assert_eq(engine_board(engine)->key, board.key);
    start_infinite(engine, &heard);
    engine_destroy(engine);
    cr_assert_eq(atomic_load(&heard.bests), 1);
}
