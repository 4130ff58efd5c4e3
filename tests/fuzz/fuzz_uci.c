// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of input, and the parser of UCI lines: the input is read from a pipe line by line, and as
// what follows each of the words that take arguments.
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "chess/score.h"
#include "fuzz.h"
#include "position/fen.h"
#include "position/legality.h"
#include "uci/parser.h"

static void check_inside(Text part, Text whole)
{
    FUZZ_CHECK(part.length == 0 ||
               (part.data >= whole.data && part.data + part.length <= whole.data + whole.length));
}

static void check_go(Text rest, const Board *board)
{
    GoCommand go;
    parser_read_go(rest, board, &go);
    const SearchLimits *const limits = &go.limits;
    FUZZ_CHECK(limits->depth >= 0 && limits->depth <= MAX_PLY);
    FUZZ_CHECK(limits->time_ms[WHITE] >= 0 && limits->time_ms[BLACK] >= 0);
    FUZZ_CHECK(go.perft_depth >= PARSER_NO_PERFT);
    const MoveList *const moves = &limits->search_moves;
    FUZZ_CHECK(moves->count >= 0 && moves->count <= MOVE_LIST_CAPACITY);
    for (int i = 0; i < moves->count; i++) {
        FUZZ_CHECK(legality_check(board, moves->moves[i]));
        for (int earlier = 0; earlier < i; earlier++)
            FUZZ_CHECK(moves->moves[earlier] != moves->moves[i]);
    }
}

// A pipe gives the lines that the bytes hold, each once and without its end.
static void check_lines(Text text)
{
    enum { PIPE_BYTES = 1 << 15 }; // less than any pipe takes at once
    static const atomic_bool interrupted;
    if (text.length > PIPE_BYTES)
        return;
    int ends[2];
    LineReader reader;
    FUZZ_CHECK(pipe(ends) == 0);
    FUZZ_CHECK(text.length == 0 || write(ends[1], text.data, text.length) == (ssize_t)text.length);
    FUZZ_CHECK(close(ends[1]) == 0);
    FUZZ_CHECK(line_reader_open(&reader, ends[0], NULL) == STATUS_OK);
    while (text.length > 0) {
        const char *const end = memchr(text.data, '\n', text.length);
        const size_t taken = end != NULL ? (size_t)(end - text.data) + 1 : text.length;
        size_t length = end != NULL ? taken - 1 : taken;
        length -= length > 0 && text.data[length - 1] == '\r';
        Text line;
        FUZZ_CHECK(line_reader_next(&reader, &interrupted, &line) == INPUT_LINE);
        FUZZ_CHECK(line.length == length && memcmp(line.data, text.data, length) == 0);
        text = (Text){text.data + taken, text.length - taken};
    }
    Text none;
    FUZZ_CHECK(line_reader_next(&reader, &interrupted, &none) == INPUT_END);
    line_reader_close(&reader);
    FUZZ_CHECK(close(ends[0]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Text text = fuzz_text(data, size);
    check_lines(text);
    ErrorText error;
    SetOptionCommand option;
    if (parser_read_setoption(text, &option, &error) == STATUS_OK) {
        check_inside(option.name, text);
        check_inside(option.value, text);
        FUZZ_CHECK(option.name.length > 0);
    }
    PositionCommand position;
    if (parser_read_position(text, &position, &error) == STATUS_OK) {
        check_inside(position.fen, text);
        check_inside(position.moves, text);
    }
    static const char *const BOARDS[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/P7/8/2k5/2pP4/8/5K2/8 b - d3 0 1",
    };
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        Board board;
        FUZZ_CHECK(fen_parse(BOARDS[i], false, &board, NULL) == STATUS_OK);
        check_go(text, &board);
    }
    return 0;
}
