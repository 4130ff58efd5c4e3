// SPDX-License-Identifier: GPL-3.0-or-later
// A short conversation: each line of the input is carried out as if a program had sent it. Searches
// end after a few hundred nodes. Lines that would reach files, take a lot of memory or run long are
// passed over: what they read has harnesses of its own.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "uci/parser.h"
#include "uci/session.h"

enum { COMMAND_BYTES = 8192, HASH_MIB_MAX = 4, THREADS_MAX = 2 };

static Session session;
static Report report;
static LineReader reader;
static atomic_bool interrupted;

static void execute(Text line)
{
    ErrorText error;
    if (session_execute(&session, line, &error) == STATUS_OK)
        return;
    FUZZ_CHECK(error.text[0] != '\0');
    session_report_failure(&session, &error, false);
}

static bool is_one_of(Text word, const char *const *names)
{
    for (; *names != NULL; names++)
        if (text_equals(word, *names))
            return true;
    return false;
}

static bool has_word(Text text, const char *wanted)
{
    Text word;
    while (text_next_word(&text, &word))
        if (text_equals_ignoring_case(word, wanted))
            return true;
    return false;
}

static bool is_beyond(Text value, int64_t most)
{
    int64_t number = 0;
    return text_parse_int64(text_trim(value), &number) && number > most;
}

static bool is_costly_option(Text rest)
{
    static const char *const FILES[] = {"EvalFile", "BookFile", "SyzygyPath", "Debug Log File"};
    SetOptionCommand option;
    if (parser_read_setoption(rest, &option, NULL) != STATUS_OK)
        return false;
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        if (text_matches_name(option.name, FILES[i]))
            return true;
    return (text_matches_name(option.name, "Hash") && is_beyond(option.value, HASH_MIB_MAX)) ||
           (text_matches_name(option.name, "Threads") && is_beyond(option.value, THREADS_MAX));
}

// Carries out a `go`, which then ends after some nodes, whatever else it asks for.
static void run_go(Text line)
{
    static const char ENOUGH[] = " nodes 200";
    char command[COMMAND_BYTES];
    if (line.length + sizeof ENOUGH > sizeof command || has_word(line, "perft"))
        return;
    memcpy(command, line.data, line.length);
    memcpy(command + line.length, ENOUGH, sizeof ENOUGH);
    execute((Text){command, line.length + sizeof ENOUGH - 1});
}

static void run_line(Text line)
{
    static const char *const PASSED_OVER[] = {"bench",   "perft", "perftauto", "nnue",
                                              "kernels", "play",  NULL};
    Text rest = line, word;
    (void)text_next_word(&rest, &word);
    if (is_one_of(word, PASSED_OVER) || (text_equals(word, "setoption") && is_costly_option(rest)))
        return;
    if (text_equals(word, "go"))
        run_go(line);
    else
        execute(line);
}

// As a new conversation begins, but for the time that it takes to make an engine.
static void begin_anew(void)
{
    static const char *const LINES[] = {
        "stop",
        "setoption name Threads value 1",
        "setoption name Hash value 1",
        "setoption name MultiPV value 1",
        "setoption name Ponder value false",
        "setoption name Move Overhead value 20",
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_ShowWDL value false",
        "setoption name UCI_LimitStrength value false",
        "setoption name Skill Level value 20",
        "setoption name UCI_AnalyseMode value false",
        "setoption name OwnBook value false",
        "setoption name Book Depth value 30",
        "setoption name Best Book Move value false",
        "setoption name nodestime value 0",
        "setoption name SyzygyProbeDepth value 1",
        "setoption name Syzygy50MoveRule value true",
        "setoption name SyzygyProbeLimit value 7",
        "setoption name ISA value best",
        "ucinewgame",
        "position startpos",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        execute(text_of(LINES[i]));
    session.has_quit = false;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    ErrorText error;
    int ends[2];
    FUZZ_CHECK(setenv("RAVELIN_TUNE", "0", 1) == 0 && setenv("RAVELIN_HASH", "1", 1) == 0);
    FUZZ_CHECK(pipe(ends) == 0);
    FUZZ_CHECK(line_reader_open(&reader, ends[0], &error) == STATUS_OK);
    const int nowhere = open("/dev/null", O_WRONLY);
    FUZZ_CHECK(nowhere >= 0);
    report_open(&report, nowhere, &reader);
    FUZZ_CHECK(session_open(&session, &report, &interrupted, NULL, &error) == STATUS_OK);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    begin_anew();
    Text rest = fuzz_text(data, size);
    while (rest.length > 0 && !session.has_quit) {
        const char *const end = memchr(rest.data, '\n', rest.length);
        const size_t length = end != NULL ? (size_t)(end - rest.data) : rest.length;
        run_line((Text){rest.data, length});
        const size_t taken = end != NULL ? length + 1 : length;
        rest = (Text){rest.data + taken, rest.length - taken};
    }
    execute(text_of("stop"));
    search_wait(engine_search(session.engine));
    return 0;
}
