// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of a program one after another and reports in TAP, as Criterion does where it is.
#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PLAIN_TIMEOUT_S = 1800,
    // Exit statuses of a test's process besides EXIT_SUCCESS; sanitizers have their own.
    STATUS_FAILED = 90,
    STATUS_SKIPPED = 91,
};

static PlainTest *first_test;
static PlainTest **last_link = &first_test;

void plain_add(PlainTest *test)
{
    *last_link = test;
    last_link = &test->next;
}

void plain_fail(const char *file, int line, const char *expected, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("# %s:%d: expected %s:", file, line, expected);
    (void)vprintf(format, values);
    printf("\n");
    va_end(values);
    (void)fflush(stdout);
    _exit(STATUS_FAILED);
}

void plain_skip(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("# skipped:");
    (void)vprintf(format, values);
    printf("\n");
    va_end(values);
    (void)fflush(stdout);
    _exit(STATUS_SKIPPED);
}

// The TestSuite() of a test, or an empty one.
static const PlainTest *suite_of(const PlainTest *test)
{
    static const PlainTest none;
    for (const PlainTest *suite = first_test; suite != NULL; suite = suite->next) {
        if (suite->body == NULL && strcmp(suite->room, test->room) == 0)
            return suite;
    }
    return &none;
}

_Noreturn static void run_here(const PlainTest *test)
{
    const PlainTest *suite = suite_of(test);
    void (*const steps[])(void) = {suite->init, test->init, test->body, test->fini, suite->fini};
    // Emulated processors are slow: the environment tells how many times.
    const char *slowness = getenv("RAVELIN_TEST_SLOWNESS");
    const double factor = slowness != NULL ? strtod(slowness, NULL) : 1;
    alarm((unsigned)((test->timeout > 0 ? test->timeout : PLAIN_TIMEOUT_S) * factor));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i] != NULL)
            steps[i]();
    }
    exit(EXIT_SUCCESS);
}

// Runs a test in a process of its own and returns how that ended, as waitpid() tells it.
static int run_apart(const PlainTest *test)
{
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        run_here(test);
    int ended;
    if (child < 0 || waitpid(child, &ended, 0) != child) {
        printf("Bail out! no process for a test\n");
        exit(EXIT_FAILURE);
    }
    return ended;
}

int main(void)
{
    int count = 0;
    for (const PlainTest *test = first_test; test != NULL; test = test->next)
        count += test->body != NULL;
    printf("1..%d\n", count);
    int number = 0;
    bool has_failed = false;
    for (const PlainTest *test = first_test; test != NULL; test = test->next) {
        if (test->body == NULL)
            continue;
        const int ended = run_apart(test);
        const int status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
        const int signal = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
        const bool skipped = status == STATUS_SKIPPED;
        const bool passed =
            skipped || (signal == test->signal && (signal != 0 || status == EXIT_SUCCESS));
        if (!passed && signal != 0)
            printf("# ended by signal %d\n", signal);
        printf("%sok %d - %s::%s%s\n", passed ? "" : "not ", ++number, test->room, test->name,
               skipped ? " # SKIP" : "");
        has_failed = has_failed || !passed;
    }
    return has_failed || count == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
