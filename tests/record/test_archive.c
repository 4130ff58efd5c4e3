// SPDX-License-Identifier: GPL-3.0-or-later
// Games written and read back, files that grow over several openings, and files cut anywhere, as a
// kill leaves them: no game that archive_add took is lost.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/rng.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"
#include "record/archive.h"
#include "support/files.h"

static const char HEADER[] = "{\"seed\": 1}\n";

enum { SEED = 5, PATH_BYTES = 64, PLIES = 30 };

static void new_path(char path[PATH_BYTES])
{
    strcpy(path, "/tmp/ravelin-archive-XXXXXX");
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    close(handle);
}

static void journal_path(const char *path, char out[PATH_BYTES])
{
    cr_assert_lt(strlen(path) + sizeof ".open", PATH_BYTES);
    strcpy(out, path);
    strcat(out, ".open");
}

static void remove_both(const char *path)
{
    char journal[PATH_BYTES];
    journal_path(path, journal);
    (void)remove(path);
    (void)remove(journal);
}

// A random game that follows from its number alone.
static void make_game(int number, RecordGame *game)
{
    static const char *const starts[] = {
        FEN_START,
        "1r2k2r/P6p/8/2pP4/8/8/7P/R3K2R w KQk c6 0 9",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BRKBNQNR w HBhf - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 12 40",
    };
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Rng rng = rng_seeded(SEED + (uint64_t)number);
    Board boards[2];
    cr_assert_eq(fen_parse(starts[number % 4], true, &boards[0], NULL), STATUS_OK);
    record_game_begin(game, &boards[0]);
    for (int ply = 0; ply < PLIES; ply++) {
        MoveList moves;
        generate_moves(&kernels, &boards[ply % 2], &moves);
        if (moves.count == 0)
            break;
        const Move move = moves.moves[rng_below(&rng, (uint32_t)moves.count)];
        cr_assert(record_game_add(game, move, (int)rng_below(&rng, 4000) - 2000));
        position_apply_move(&boards[ply % 2], move, &boards[(ply + 1) % 2]);
    }
    record_game_end(game, (int)rng_below(&rng, 3));
}

static Archive *open_archive(const char *path)
{
    Archive *archive = NULL;
    ErrorText error;
    cr_assert_eq(archive_open(path, HEADER, &archive, &error), STATUS_OK, "%s", error.text);
    return archive;
}

static void add_games(Archive *archive, int from, int to)
{
    for (int i = from; i < to; i++) {
        RecordGame game;
        make_game(i, &game);
        ErrorText error;
        cr_assert_eq(archive_add(archive, &game, &error), STATUS_OK, "%s", error.text);
    }
}

// Reads the file back through the strict reader and compares with the games made; returns their
// number.
static int compare_games(const char *path)
{
    RecordReader *reader = NULL;
    ErrorText error;
    cr_assert_eq(record_open(path, &reader, &error), STATUS_OK, "%s", error.text);
    int games = 0;
    RecordGame game = {.plies = 0};
    int ply = 0;
    for (;;) {
        RecordPosition position;
        bool at_end = false;
        cr_assert_eq(record_next(reader, &position, &at_end, &error), STATUS_OK, "%s", error.text);
        if (at_end)
            break;
        if ((int)position.game == games) {
            cr_assert_eq(ply, game.plies);
            make_game(games++, &game);
            ply = 0;
            RecordGame again;
            record_game_begin(&again, position.board);
            cr_assert_arr_eq(again.bytes, game.bytes, 30);
        }
        const uint8_t *pair = game.bytes + VIRIFORMAT_START_BYTES + 4 * ply++;
        const int white = position.board->side_to_move == WHITE ? 1 : -1;
        cr_assert_eq(position.move, pair[0] | pair[1] << 8);
        cr_assert_eq(position.score_cp * white, (int16_t)(pair[2] | pair[3] << 8));
        cr_assert_eq(white > 0 ? position.result : 2 - position.result, game.bytes[30]);
    }
    record_close(reader);
    return games;
}

Test(archive, gives_back_games_over_several_openings)
{
    char path[PATH_BYTES];
    char journal[PATH_BYTES];
    new_path(path);
    journal_path(path, journal);
    static const int stops[] = {0, 1, 99, 100, 101, 350, 350, 417};
    int done = 0;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        Archive *archive = open_archive(path);
        cr_assert_eq(archive_counts(archive).games, (uint64_t)done);
        add_games(archive, done, stops[i]);
        done = stops[i];
        ErrorText error;
        cr_assert_eq(archive_close(archive, &error), STATUS_OK, "%s", error.text);
        cr_assert_neq(access(journal, F_OK), 0);
        cr_assert_eq(compare_games(path), done);
    }
    char header[ARCHIVE_HEADER_BYTES_MAX];
    ErrorText error;
    cr_assert_eq(archive_read_header(path, header, &error), STATUS_OK, "%s", error.text);
    cr_assert_str_eq(header, HEADER);
    remove_both(path);
}

static long size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    fseek(file, 0, SEEK_END);
    const long bytes = ftell(file);
    fclose(file);
    return bytes;
}

Test(archive, loses_no_game_wherever_a_kill_falls)
{
    char path[PATH_BYTES];
    char journal[PATH_BYTES];
    char killed[PATH_BYTES];
    char killed_journal[PATH_BYTES];
    new_path(path);
    new_path(killed);
    journal_path(path, journal);
    journal_path(killed, killed_journal);
    Archive *archive = open_archive(path);
    add_games(archive, 0, 199);
    const long before = size_of(path); // one frame, 99 games in the journal
    char full_journal[PATH_BYTES];
    new_path(full_journal);
    // As a process that is killed leaves it: the archive stays open and is copied as it lies there.
    cr_assert(files_copy_start(journal, full_journal, 1 << 30));
    add_games(archive, 199, 200);
    const long after = size_of(path);
    cr_assert_gt(after, before);
    // The frame of games 100..199 half written while the journal still holds 100..198; then whole,
    // with the journal not yet emptied.
    int tested = 0;
    for (long bytes = before; bytes <= after; bytes += bytes < before + 30 ? 1 : 997, tested++) {
        cr_assert(files_copy_start(path, killed, bytes));
        cr_assert(files_copy_start(full_journal, killed_journal, 1 << 30));
        Archive *again = open_archive(killed);
        cr_assert_eq(archive_counts(again).games, 199U, "cut at %ld", bytes);
        cr_assert_eq(archive_counts(again).cut_bytes, (uint64_t)(bytes - before));
        add_games(again, 199, 205);
        ErrorText error;
        cr_assert_eq(archive_close(again, &error), STATUS_OK, "%s", error.text);
        cr_assert_eq(compare_games(killed), 205);
    }
    cr_assert_gt(tested, 30);
    cr_assert(files_copy_start(path, killed, after));
    cr_assert(files_copy_start(full_journal, killed_journal, 1 << 30));
    Archive *again = open_archive(killed);
    cr_assert_eq(archive_counts(again).games, 200U);
    cr_assert_eq(archive_close(again, NULL), STATUS_OK);
    // A journal cut inside its last game.
    cr_assert(files_copy_start(path, killed, before));
    cr_assert(files_copy_start(full_journal, killed_journal, size_of(full_journal) - 7));
    again = open_archive(killed);
    cr_assert_eq(archive_counts(again).games, 198U);
    add_games(again, 198, 199);
    cr_assert_eq(archive_close(again, NULL), STATUS_OK);
    cr_assert_eq(compare_games(killed), 199);
    cr_assert_eq(archive_close(archive, NULL), STATUS_OK);
    remove_both(path);
    remove_both(killed);
    remove(full_journal);
}

// A game longer than any that is recorded would leave no room for those after it.
static void write_endless_game(const char *path)
{
    static const uint8_t start[8 + VIRIFORMAT_START_BYTES] = {[8] = 1, [15] = 1};
    static const uint8_t pair[VIRIFORMAT_PAIR_BYTES] = {1, 1, 1, 1}, end[VIRIFORMAT_PAIR_BYTES];
    FILE *const file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(start, sizeof start, 1, file), 1);
    const int pairs = (ARCHIVE_FRAME_GAMES * RECORD_GAME_BYTES_MAX - VIRIFORMAT_START_BYTES) /
                          VIRIFORMAT_PAIR_BYTES -
                      1;
    for (int i = 0; i < pairs; i++)
        cr_assert_eq(fwrite(pair, sizeof pair, 1, file), 1);
    cr_assert_eq(fwrite(end, sizeof end, 1, file), 1);
    cr_assert_eq(fclose(file), 0);
}

Test(archive, drops_a_game_of_the_journal_that_is_too_long)
{
    char path[PATH_BYTES], journal[PATH_BYTES];
    new_path(path);
    journal_path(path, journal);
    write_endless_game(journal);
    Archive *const archive = open_archive(path);
    cr_assert_eq(archive_counts(archive).games, 0);
    add_games(archive, 0, 3);
    cr_assert_eq(archive_close(archive, NULL), STATUS_OK);
    cr_assert_eq(compare_games(path), 3);
    remove_both(path);
}

Test(archive, refuses_other_files_and_leaves_them_alone)
{
    char path[PATH_BYTES];
    new_path(path);
    Archive *archive = open_archive(path);
    Archive *second = NULL;
    ErrorText error;
    cr_assert_eq(archive_open(path, HEADER, &second, &error), STATUS_IO); // in use
    cr_assert_not_null(strstr(error.text, path));
    add_games(archive, 0, 150);
    cr_assert_eq(archive_close(archive, NULL), STATUS_OK);
    const long bytes = size_of(path);
    cr_assert_eq(archive_open(path, "{\"seed\": 2}\n", &second, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "at byte 0"), "%s", error.text);
    // One byte of the first frame changed: its checksum tells.
    const int handle = open(path, O_RDWR);
    cr_assert(handle >= 0);
    cr_assert_eq(pwrite(handle, "\xa5\x5a\xa5", 3, 200), 3);
    close(handle);
    cr_assert_eq(archive_open(path, HEADER, &second, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "damaged frame"), "%s", error.text);
    cr_assert_eq(size_of(path), bytes);
    cr_assert(files_copy_start("/proc/self/cmdline", path, 3));
    cr_assert_eq(archive_open(path, HEADER, &second, &error), STATUS_BAD_INPUT);
    cr_assert_eq(size_of(path), 3);
    remove_both(path);
    cr_assert_eq(archive_open("/no/such/folder/file", HEADER, &second, &error), STATUS_IO);
}

// A full disk, played by a limit on the size of files.
Test(archive, keeps_what_was_written_when_the_disk_is_full)
{
    char path[PATH_BYTES];
    new_path(path);
    Archive *archive = open_archive(path);
    add_games(archive, 0, 150);
    (void)signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {6000, RLIM_INFINITY};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    ErrorText error;
    int taken = 150;
    for (;; taken++) {
        RecordGame game;
        make_game(taken, &game);
        if (archive_add(archive, &game, &error) != STATUS_OK)
            break;
        cr_assert_lt(taken, 1000);
    }
    cr_assert_not_null(strstr(error.text, path), "%s", error.text);
    (void)archive_close(archive, &error);
    const struct rlimit large = {RLIM_INFINITY, RLIM_INFINITY};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &large), 0);
    Archive *again = open_archive(path);
    cr_assert_geq(archive_counts(again).games, (uint64_t)taken);
    cr_assert_eq(archive_close(again, NULL), STATUS_OK);
    cr_assert_geq(compare_games(path), taken);
    remove_both(path);
}

Test(archive, a_game_has_an_end_and_scores_a_limit)
{
    RecordGame game;
    Board board;
    cr_assert_eq(fen_parse(FEN_START, false, &board, NULL), STATUS_OK);
    record_game_begin(&game, &board);
    cr_assert(record_game_add(&game, 1, 40000));
    cr_assert(record_game_add(&game, 1, -40000));
    cr_assert_eq((int16_t)(game.bytes[34] | game.bytes[35] << 8), RECORD_SCORE_MAX);
    cr_assert_eq((int16_t)(game.bytes[38] | game.bytes[39] << 8), -RECORD_SCORE_MAX);
    while (record_game_add(&game, 1, 0))
        cr_assert_leq(game.plies, RECORD_GAME_PLIES_MAX);
    cr_assert_eq(game.plies, RECORD_GAME_PLIES_MAX);
    record_game_end(&game, 2);
    cr_assert_eq(game.count, (size_t)RECORD_GAME_BYTES_MAX);
}
