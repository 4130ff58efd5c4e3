// SPDX-License-Identifier: GPL-3.0-or-later
// Lines through a pipe: any length, any bytes, any pace; and the ways to end a wait.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/rng.h"
#include "base/thread.h"

typedef struct Pipe {
    int read_end;
    int write_end;
    LineReader reader;
    atomic_bool interrupted;
} Pipe;

static void pipe_open(Pipe *tube)
{
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    tube->read_end = fds[0];
    tube->write_end = fds[1];
    atomic_init(&tube->interrupted, false);
    ErrorText error;
    cr_assert_eq(line_reader_open(&tube->reader, fds[0], &error), STATUS_OK);
}

static void pipe_write(const Pipe *tube, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(tube->write_end, bytes, length);
        cr_assert_gt(written, 0);
        bytes += written;
        length -= (size_t)written;
    }
}

static void expect_line(Pipe *tube, const char *wanted, size_t length)
{
    Text line;
    cr_assert_eq(line_reader_next(&tube->reader, &tube->interrupted, &line), INPUT_LINE);
    cr_assert_eq(line.length, length);
    cr_assert_eq(memcmp(line.data, wanted, length), 0);
}

static void expect_event(Pipe *tube, InputEvent wanted)
{
    Text line;
    cr_assert_eq(line_reader_next(&tube->reader, &tube->interrupted, &line), wanted);
}

Test(input, line_ends_of_both_kinds_are_taken_off)
{
    Pipe tube;
    pipe_open(&tube);
    static const char BYTES[] = "uci\r\n\nis ready \n\r\na\rb\r\r\nnul\0in\0side\nlast";
    pipe_write(&tube, BYTES, sizeof BYTES - 1);
    close(tube.write_end);
    expect_line(&tube, "uci", 3);
    expect_line(&tube, "", 0);
    expect_line(&tube, "is ready ", 9);
    expect_line(&tube, "", 0);
    expect_line(&tube, "a\rb\r", 4);
    expect_line(&tube, "nul\0in\0side", 11);
    expect_line(&tube, "last", 4);
    expect_event(&tube, INPUT_END);
    expect_event(&tube, INPUT_END);
    line_reader_close(&tube.reader);
}

// Writes lines of many lengths, in pieces of odd sizes, to a pipe that is smaller than they are.
enum { LINE_COUNT = 60 };

static char *make_line(int index, size_t *length)
{
    Rng rng = rng_seeded((uint64_t)index);
    *length = index % 3 == 0 ? rng_below(&rng, 2000000) : rng_below(&rng, 300);
    char *const line = malloc(*length + 1);
    cr_assert(line != NULL);
    for (size_t i = 0; i < *length; i++)
        line[i] = (char)('a' + rng_below(&rng, 26));
    line[*length] = '\n';
    return line;
}

static void write_lines(void *context)
{
    const Pipe *const tube = context;
    Rng rng = rng_seeded(99);
    for (int i = 0; i < LINE_COUNT; i++) {
        size_t length;
        char *const line = make_line(i, &length);
        for (size_t done = 0; done < length + 1;) {
            size_t piece = 1 + rng_below(&rng, 100000);
            if (piece > length + 1 - done)
                piece = length + 1 - done;
            pipe_write(tube, line + done, piece);
            done += piece;
        }
        free(line);
    }
    close(tube->write_end);
}

Test(input, lines_of_any_length_arrive_whole, .timeout = 60)
{
    Pipe tube;
    pipe_open(&tube);
    Thread writer;
    cr_assert_eq(thread_start(&writer, write_lines, &tube, NULL), STATUS_OK);
    for (int i = 0; i < LINE_COUNT; i++) {
        size_t length;
        char *const wanted = make_line(i, &length);
        expect_line(&tube, wanted, length);
        free(wanted);
    }
    expect_event(&tube, INPUT_END);
    thread_join(&writer);
    cr_assert_leq(tube.reader.capacity, 1u << 20, "the buffer of a long line is given back");
    line_reader_close(&tube.reader);
}

static void write_endless_line(void *context)
{
    const Pipe *const tube = context;
    static const char BLOCK[1 << 16] = {0};
    for (size_t done = 0; done < (size_t)LINE_BYTES_MAX + 10 * sizeof BLOCK; done += sizeof BLOCK)
        pipe_write(tube, BLOCK, sizeof BLOCK);
    pipe_write(tube, "end\nisready\n", 12);
    close(tube->write_end);
}

Test(input, an_endless_line_is_dropped_and_the_next_one_read, .timeout = 60)
{
    Pipe tube;
    pipe_open(&tube);
    Thread writer;
    cr_assert_eq(thread_start(&writer, write_endless_line, &tube, NULL), STATUS_OK);
    expect_event(&tube, INPUT_OVERLONG);
    expect_line(&tube, "isready", 7);
    expect_event(&tube, INPUT_END);
    thread_join(&writer);
    line_reader_close(&tube.reader);
}

static void wake_soon(void *context)
{
    Pipe *const tube = context;
    usleep(50000);
    line_reader_wake(&tube->reader);
}

Test(input, another_thread_ends_the_wait, .timeout = 30)
{
    Pipe tube;
    pipe_open(&tube);
    line_reader_wake(&tube.reader);
    line_reader_wake(&tube.reader);
    expect_event(&tube, INPUT_WOKEN); // both at once: the next wait must really wait
    Thread waker;
    cr_assert_eq(thread_start(&waker, wake_soon, &tube, NULL), STATUS_OK);
    const int64_t start_ns = clock_now_ns();
    expect_event(&tube, INPUT_WOKEN);
    cr_assert_geq(clock_now_ns() - start_ns, 20000000);
    thread_join(&waker);
    pipe_write(&tube, "go\n", 3);
    expect_line(&tube, "go", 2);
    line_reader_close(&tube.reader);
}

// A signal handler reaches only what has a name for the whole file.
static atomic_bool *flag_of_handler;

static void set_flag(int number)
{
    (void)number;
    atomic_store(flag_of_handler, true);
}

static void signal_soon(void *context)
{
    (void)context;
    usleep(50000);
    kill(getpid(), SIGTERM);
}

Test(input, a_signal_ends_the_wait, .timeout = 30)
{
    Pipe tube;
    pipe_open(&tube);
    flag_of_handler = &tube.interrupted;
    struct sigaction action = {.sa_handler = set_flag};
    sigaction(SIGTERM, &action, NULL);
    Thread killer;
    cr_assert_eq(thread_start(&killer, signal_soon, NULL, NULL), STATUS_OK);
    expect_event(&tube, INPUT_WOKEN);
    cr_assert(atomic_load(&tube.interrupted));
    thread_join(&killer);
    pipe_write(&tube, "go\n", 3);
    expect_event(&tube, INPUT_WOKEN); // it stays so
    line_reader_wait_for_wake(&tube.reader, &tube.interrupted);
    line_reader_close(&tube.reader);
}

Test(input, a_closed_descriptor_is_the_end)
{
    Pipe tube;
    pipe_open(&tube);
    close(tube.read_end);
    expect_event(&tube, INPUT_END);
    line_reader_close(&tube.reader);
}
