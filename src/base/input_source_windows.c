// SPDX-License-Identifier: GPL-3.0-or-later
// Windows cannot wait for a pipe or a console and for something else at once, so a thread of its
// own reads, one block whenever it is asked to; the wait is for what that thread has to tell.
#include "base/input_source.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/thread.h"

enum { BLOCK_BYTES = 1 << 16 };

struct InputSource {
    HANDLE file;
    Thread reader;
    Mutex mutex; // over all below
    Condition changed;
    bool is_closing;
    bool is_woken;
    bool is_reading; // the reader was asked for a block, which is its own until this is false
    bool has_block;  // block[begin..end) is to be taken; empty: the end of the input
    size_t begin;
    size_t end;
    char block[BLOCK_BYTES];
};

// Bytes of one block; 0 at the end of the input, which some pipes tell as an error and some as no
// bytes, and on an error, which will not pass.
static size_t read_block(InputSource *source)
{
    DWORD got = 0;
    return ReadFile(source->file, source->block, BLOCK_BYTES, &got, NULL) ? got : 0;
}

static void run_reader(void *context)
{
    InputSource *const source = context;
    mutex_lock(&source->mutex);
    while (!source->is_closing) {
        if (!source->is_reading) {
            condition_wait(&source->changed, &source->mutex);
            continue;
        }
        mutex_unlock(&source->mutex);
        const size_t got = read_block(source);
        mutex_lock(&source->mutex);
        source->begin = 0;
        source->end = got;
        source->is_reading = false;
        source->has_block = true;
        condition_wake_all(&source->changed);
    }
    mutex_unlock(&source->mutex);
}

Status input_source_open(InputSource **out, int fd, ErrorText *error)
{
    InputSource *const source = calloc(1, sizeof *source);
    if (source == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for the input");
    source->file = (HANDLE)_get_osfhandle(fd);
    mutex_init(&source->mutex);
    condition_init(&source->changed);
    const Status status = thread_start(&source->reader, run_reader, source, error);
    if (status != STATUS_OK) {
        free(source);
        return status;
    }
    *out = source;
    return STATUS_OK;
}

void input_source_close(InputSource *source)
{
    mutex_lock(&source->mutex);
    source->is_closing = true;
    const bool is_reading = source->is_reading;
    condition_wake_all(&source->changed);
    mutex_unlock(&source->mutex);
    // A read that waits for somebody to type cannot be called off for every kind of input. The
    // reader and its memory are then left to the end of the process, for which inputs are closed.
    if (is_reading)
        return;
    thread_join(&source->reader);
    condition_destroy(&source->changed);
    mutex_destroy(&source->mutex);
    free(source);
}

void input_source_wake(InputSource *source)
{
    mutex_lock(&source->mutex);
    source->is_woken = true;
    condition_wake_all(&source->changed);
    mutex_unlock(&source->mutex);
}

InputSourceEvent input_source_wait(InputSource *source, bool wants_input,
                                   const atomic_bool *interrupted)
{
    InputSourceEvent event = INPUT_SOURCE_WOKEN;
    mutex_lock(&source->mutex);
    while (!atomic_load(interrupted) && !source->is_woken) {
        if (wants_input && source->has_block) {
            event = INPUT_SOURCE_READABLE;
            break;
        }
        if (wants_input && !source->is_reading) {
            source->is_reading = true;
            condition_wake_all(&source->changed);
        }
        condition_wait(&source->changed, &source->mutex);
    }
    if (event == INPUT_SOURCE_WOKEN)
        source->is_woken = false;
    mutex_unlock(&source->mutex);
    return event;
}

bool input_source_read(InputSource *source, char *out, size_t room, size_t *got)
{
    mutex_lock(&source->mutex);
    const size_t left = source->end - source->begin;
    *got = left < room ? left : room;
    memcpy(out, source->block + source->begin, *got);
    source->begin += *got;
    source->has_block = source->begin < source->end;
    mutex_unlock(&source->mutex);
    return *got > 0;
}
