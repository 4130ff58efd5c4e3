// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/version.h"
#include "kernels/isa.h"
#include "uci/commands.h"
#include "uci/options.h"
#include "uci/uci.h"

enum { EXIT_USAGE = 2, COMMAND_BYTES = 1 << 16, VERSION_LINE_BYTES = 64 };

// What the command line asks for.
typedef struct Arguments {
    const char *isa; // NULL: the best
    bool wants_version;
    bool wants_help;
    char command[COMMAND_BYTES]; // the words joined by blanks; empty: a conversation
} Arguments;

static const char USAGE[] =
    "usage: ravelin [--isa NAME] [COMMAND ...]\n"
    "\n"
    "Without a command Ravelin speaks UCI on its standard input and output.\n"
    "\n"
    "  bench [DEPTH]       search fixed positions; the node count is the signature\n"
    "  perft N [FEN]       count the move sequences of N plies; perft N each: make every move\n"
    "  perftauto           check the built-in table of such counts\n"
    "  kernels             show which kernels run, what they cost and why\n"
    "  play [black]        play a game at the terminal\n"
    "  any UCI command     carried out once, for example: ravelin go depth 10\n"
    "\n"
    "  --isa NAME          use kernels of this level at most (scalar, avx2, ..., best)\n"
    "  --version           show the version\n"
    "  --help              show this text\n"
    "\n"
    "Environment: RAVELIN_HASH and RAVELIN_THREADS change the defaults of Hash (MiB) and Threads;\n"
    "RAVELIN_EVALFILE names a net file to use in place of the built-in one;\n"
    "RAVELIN_ISA is --isa for those who cannot give arguments; RAVELIN_TUNE=0 keeps the kernels\n"
    "that are expected to be fastest instead of measuring them;\n"
    "RAVELIN_BENCH_DEBUG=1 makes bench show each position.\n";

static bool add_word(Arguments *arguments, const char *word)
{
    const size_t used = strlen(arguments->command);
    const size_t room = sizeof arguments->command - used;
    const int length = snprintf(arguments->command + used, room, "%s%s", used > 0 ? " " : "", word);
    return length >= 0 && (size_t)length < room;
}

// False, with a message on standard error, when the command line makes no sense.
static bool read_arguments(int argc, char **argv, Arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        const bool is_option = arguments->command[0] == '\0' && argv[i][0] == '-';
        if (is_option && strcmp(argv[i], "--version") == 0) {
            arguments->wants_version = true;
        } else if (is_option && strcmp(argv[i], "--help") == 0) {
            arguments->wants_help = true;
        } else if (is_option && strcmp(argv[i], "--isa") == 0 && i + 1 < argc) {
            arguments->isa = argv[++i];
        } else if (is_option && strncmp(argv[i], "--isa=", 6) == 0) {
            arguments->isa = argv[i] + 6;
        } else if (is_option) {
            fprintf(stderr, "ravelin: unknown or incomplete option '%s'\n", argv[i]);
            return false;
        } else if (!add_word(arguments, argv[i])) {
            fprintf(stderr, "ravelin: the command line is too long\n");
            return false;
        }
    }
    return true;
}

static bool is_isa_usable(const char *origin, const char *name)
{
    uint32_t flags;
    ErrorText error;
    if (isa_limit(isa_detect(), name, &flags, &error) == STATUS_OK)
        return true;
    fprintf(stderr, "ravelin: %s: %s\n", origin, error.text);
    return false;
}

// False, with a line on standard error, where something is set that cannot be had. Who gives a
// command reads its result and would not see a note about a variable; a conversation goes on
// without it and says so.
static bool is_usable(const Arguments *arguments)
{
    if (arguments->isa != NULL && !is_isa_usable("--isa", arguments->isa))
        return false;
    if (arguments->command[0] == '\0')
        return true;
    const char *const isa = getenv("RAVELIN_ISA");
    if (arguments->isa == NULL && isa != NULL && isa[0] != '\0' &&
        !is_isa_usable("RAVELIN_ISA", isa))
        return false;
    ErrorText error;
    if (options_check_variables(&error) == STATUS_OK)
        return true;
    fprintf(stderr, "ravelin: %s\n", error.text);
    return false;
}

// One command from the command line; the exit status of the process.
static int run_command(Session *session, LineReader *reader, const char *command)
{
    ErrorText error;
    const Status status = session_execute(session, text_of(command), &error);
    uci_finish_search(session, reader);
    if (session->play != NULL)
        uci_run(session, reader);
    if (status == STATUS_OK)
        return EXIT_SUCCESS;
    fprintf(stderr, "ravelin: %s\n", error.text);
    if (session->net_was_refused)
        session_report_failure(session, &error, true);
    return status == STATUS_BAD_INPUT ? EXIT_USAGE : EXIT_FAILURE;
}

static int run(const Arguments *arguments)
{
    ErrorText error;
    LineReader reader;
    if (line_reader_open(&reader, STDIN_FILENO, &error) != STATUS_OK) {
        fprintf(stderr, "ravelin: %s\n", error.text);
        return EXIT_FAILURE;
    }
    const atomic_bool *const interrupted = interrupt_catch(&reader);
    Report report;
    report_open(&report, STDOUT_FILENO, &reader);
    int exit_status = EXIT_SUCCESS;
    Session session;
    if (session_open(&session, &report, interrupted, arguments->isa, &error) != STATUS_OK) {
        fprintf(stderr, "ravelin: %s\n", error.text);
        exit_status = EXIT_FAILURE;
    } else {
        if (arguments->command[0] != '\0') {
            exit_status = run_command(&session, &reader, arguments->command);
        } else {
            session_report_net(&session);
            uci_run(&session, &reader);
        }
        session_close(&session);
    }
    if (report_has_failed(&report))
        exit_status = EXIT_FAILURE;
    report_close(&report);
    interrupt_release();
    line_reader_close(&reader);
    return exit_status;
}

int main(int argc, char **argv)
{
    static Arguments arguments;
    if (!read_arguments(argc, argv, &arguments)) {
        fputs(USAGE, stderr);
        return EXIT_USAGE;
    }
    if (!is_usable(&arguments))
        return EXIT_USAGE;
    if (arguments.wants_help || arguments.wants_version) {
        char version[VERSION_LINE_BYTES];
        snprintf(version, sizeof version, "%s\n", VERSION_NAME);
        const char *const text = arguments.wants_help ? USAGE : version;
        return file_write_all(STDOUT_FILENO, text, strlen(text)) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return run(&arguments);
}
