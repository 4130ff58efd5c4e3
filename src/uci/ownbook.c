// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/ownbook.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "book/embed.h"
#include "nnue/evaluate.h"
#include "position/notation.h"
#include "position/position.h"
#include "uci/commands.h"

void ownbook_open(OwnBook *ownbook)
{
    *ownbook = (OwnBook){.depth_plies = OWNBOOK_DEPTH_DEFAULT};
    // Another game each time is what a book by chance is for.
    ownbook->rng = rng_seeded((uint64_t)clock_now_ns());
    atomic_init(&ownbook->is_due, false);
}

static void say_note(void *context, const char *text)
{
    Session *const session = context;
    report_note(session->report, "book: %s", text);
}

// Reads the files of a list into a new book.
static Status read_book(Session *session, const char *list, Book **out, ErrorText *error)
{
    Book *const book = book_create();
    if (book == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for a book");
    const BookNotes notes = {session, say_note};
    const Status status = list[0] != '\0'
                              ? book_load_list(book, text_of(list), &notes, error)
                              : book_load_default(book, book_default_path(), &notes, error);
    if (status != STATUS_OK) {
        book_destroy(book);
        return status;
    }
    *out = book;
    return STATUS_OK;
}

static void put_in_play(Session *session, Book *book, const char *list)
{
    OwnBook *const ownbook = &session->ownbook;
    engine_set_book(session->engine, book);
    snprintf(ownbook->loaded, sizeof ownbook->loaded, "%s", list);
    ownbook->state = OWNBOOK_LOADED;
    // Loaded only to be looked at, it is named where it is shown.
    for (int i = 0; ownbook->is_on && i < book_file_count(book); i++)
        report_note(session->report, "book %s: %zu moves", book_file_name(book, i),
                    book_file_entries(book, i));
}

// Loads the wanted files. Where they are refused, `error` says so and what is in play stays so.
static Status load_wanted(Session *session, ErrorText *error)
{
    OwnBook *const ownbook = &session->ownbook;
    Book *book = NULL;
    ErrorText reason;
    const Status status = read_book(session, ownbook->wanted, &book, &reason);
    if (status == STATUS_OK) {
        put_in_play(session, book, ownbook->wanted);
        return STATUS_OK;
    }
    snprintf(ownbook->wanted, sizeof ownbook->wanted, "%s", ownbook->loaded);
    const bool has_book = engine_book(session->engine) != NULL;
    const char *const what = !has_book                    ? "the shipped book serves instead"
                             : ownbook->loaded[0] == '\0' ? "the shipped book stays in play"
                                                          : "the book before stays in play";
    return status_fail(error, status, "BookFile: %.190s; %s", reason.text, what);
}

// With nothing in play and the wanted files refused, the shipped book serves, at last as it is in
// the binary.
static void load_shipped(Session *session)
{
    Book *book = NULL;
    ErrorText error;
    Status status = read_book(session, "", &book, &error);
    if (status != STATUS_OK) {
        report_note(session->report, "%s; the built-in copy of the book is taken", error.text);
        book = book_create();
        status = book != NULL ? book_load_embedded(book, NULL, &error) : STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK)
        put_in_play(session, book, "");
    else
        report_note(session->report, "there is no book to play from");
}

// Loads the book where it is not there.
static void load(Session *session)
{
    OwnBook *const ownbook = &session->ownbook;
    if (ownbook->state == OWNBOOK_LOADED)
        return;
    ErrorText error;
    if (ownbook->wanted[0] != '\0' && load_wanted(session, &error) != STATUS_OK)
        report_note(session->report, "%s", error.text);
    if (ownbook->state != OWNBOOK_LOADED)
        load_shipped(session);
}

void ownbook_get_ready(Session *session)
{
    session->ownbook.was_ready = true;
    if (session->ownbook.is_on)
        load(session);
}

void ownbook_set_on(Session *session, bool is_on)
{
    session->ownbook.is_on = is_on;
    if (is_on && session->ownbook.was_ready)
        load(session);
}

Status ownbook_set_files(Session *session, Text list, ErrorText *error)
{
    OwnBook *const ownbook = &session->ownbook;
    char path[OWNBOOK_PATH_BYTES];
    if (!text_copy(list, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT,
                           "BookFile: the path is too long or holds a NUL; nothing is changed");
    const bool is_in_play = ownbook->state == OWNBOOK_LOADED;
    if (is_in_play && strcmp(path, ownbook->loaded) == 0)
        return STATUS_OK;
    snprintf(ownbook->wanted, sizeof ownbook->wanted, "%s", path);
    if (!is_in_play && !(ownbook->is_on && ownbook->was_ready))
        return STATUS_OK; // read when it is needed
    if (is_in_play && path[0] != '\0')
        return load_wanted(session, error);
    ownbook->state = OWNBOOK_UNREAD;
    load(session);
    return STATUS_OK;
}

// The heaviest move to play in a position, MOVE_NONE if the book has none.
static Move heaviest(const Book *book, const Board *board, const OwnBook *ownbook)
{
    const BookPolicy policy = {.depth_plies = ownbook->depth_plies, .is_best_only = true};
    Rng unused = rng_seeded(0);
    return book_choose(book, board, &policy, &unused);
}

// Chooses a move and what the book would answer to it; false if it has none.
static bool prepare(Session *session)
{
    OwnBook *const ownbook = &session->ownbook;
    const Book *const book = engine_book(session->engine);
    const Board *const board = &session->game.board;
    const BookPolicy policy = {.depth_plies = ownbook->depth_plies,
                               .is_best_only = ownbook->is_best_only};
    ownbook->pv[0] = book != NULL ? book_choose(book, board, &policy, &ownbook->rng) : MOVE_NONE;
    if (ownbook->pv[0] == MOVE_NONE)
        return false;
    Board child;
    position_apply_move(board, ownbook->pv[0], &child);
    ownbook->pv[1] = heaviest(book, &child, ownbook);
    ownbook->score = nnue_evaluate_fresh(engine_network(session->engine),
                                         &engine_kernels(session->engine)->nnue, board);
    return true;
}

// The answer as a search of no nodes tells it; its score is the evaluation of the position.
static void tell(Session *session)
{
    const OwnBook *const ownbook = &session->ownbook;
    const SearchInfo info = {
        .depth = 1,
        .selective_depth = 1,
        .multi_pv = 1,
        .score = ownbook->score,
        .bound = BOUND_EXACT,
        .pv = ownbook->pv,
        .pv_length = ownbook->pv[1] != MOVE_NONE ? 2 : 1,
    };
    const InfoStyle style = {.chess960 = session->search_chess960};
    report_search_info(session->report, &info, &style);
    report_best_move(session->report, ownbook->pv[0], ownbook->pv[1], session->search_chess960);
}

bool ownbook_answers(Session *session, const SearchLimits *limits)
{
    OwnBook *const ownbook = &session->ownbook;
    ownbook->pv[0] = MOVE_NONE;
    atomic_store(&ownbook->is_due, false);
    const bool is_analysis = limits->infinite || limits->mate > 0 ||
                             limits->search_moves.count > 0 || session->multi_pv > 1 ||
                             session->analyse_mode;
    if (!ownbook->is_on || is_analysis)
        return false;
    if (ownbook->state == OWNBOOK_UNREAD)
        load(session);
    if (!prepare(session) || limits->ponder)
        return false;
    tell(session);
    return true;
}

bool ownbook_takes_ponderhit(Session *session)
{
    if (session->ownbook.pv[0] == MOVE_NONE)
        return false;
    atomic_store(&session->ownbook.is_due, true);
    return true;
}

bool ownbook_tells(Session *session)
{
    if (!atomic_exchange(&session->ownbook.is_due, false))
        return false;
    tell(session);
    return true;
}

// "d2d4 60 % (12)", "e2e4? never (3)".
static int write_move(const Session *session, const BookMoves *moves, int index, char *out,
                      size_t room)
{
    const BookMove *const move = &moves->moves[index];
    char text[UCI_MOVE_BYTES];
    notation_write_uci(move->move, session->chess960, text);
    if (!move->is_playable)
        return snprintf(out, room, "%s%s? never (%" PRIu32 ")", index > 0 ? ", " : "", text,
                        move->weight);
    return snprintf(out, room, "%s%s %" PRIu64 " %% (%" PRIu32 ")", index > 0 ? ", " : "", text,
                    (move->weight * UINT64_C(100) + moves->weight / 2) / moves->weight,
                    move->weight);
}

// Room for every move of a position.
enum { MOVES_TEXT_BYTES = BOOK_MOVES_MAX * 28 };

static void write_moves(const Session *session, const BookMoves *moves, char *out)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < moves->count && used < MOVES_TEXT_BYTES; i++)
        used += (size_t)write_move(session, moves, i, out + used, MOVES_TEXT_BYTES - used);
}

Status command_bookmoves(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    load(session);
    const Book *const book = engine_book(session->engine);
    if (book == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "bookmoves: there is no book");
    bool is_known = false;
    for (int file = 0; file < book_file_count(book); file++) {
        BookMoves moves;
        char text[MOVES_TEXT_BYTES];
        book_find(book, file, &session->game.board, &moves);
        write_moves(session, &moves, text);
        if (moves.count > 0)
            report_line(session->report, "book %s: %s", book_file_name(book, file), text);
        is_known |= moves.count > 0;
    }
    if (!is_known)
        report_line(session->report, "no move in the book");
    return STATUS_OK;
}

void ownbook_report_answer(Session *session)
{
    load(session);
    const Book *const book = engine_book(session->engine);
    const Board *const board = &session->game.board;
    BookMoves moves;
    char text[MOVES_TEXT_BYTES];
    const bool is_too_deep = book_ply(board) >= session->ownbook.depth_plies;
    if (book == NULL || is_too_deep || book_find_answer(book, board, &moves) < 0)
        snprintf(text, sizeof text, "no move");
    else
        write_moves(session, &moves, text);
    report_line(session->report, "Book: %s%s", text,
                session->ownbook.is_on ? "" : " (not played from: OwnBook is false)");
}

Status command_freebook(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    engine_set_book(session->engine, NULL);
    session->ownbook.state = OWNBOOK_FREED;
    return STATUS_OK;
}
