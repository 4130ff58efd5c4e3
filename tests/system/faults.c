// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a library that a test preloads into a program (LD_PRELOAD) to make its
// allocations fail on command, and to move the wall clock and count who reads it. Only for Linux
// with the GNU C library; test_faults.py holds the other end.
//
// The test and the program share one page, a file that RAVELIN_FAULTS names. Any thread may
// allocate; the numbers of the page are atomic.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef struct FaultPage {
    _Atomic int64_t left;         // the allocation that fails is this many on; 0: none fails
    _Atomic int64_t stays;        // not 0: all after it fail as well
    _Atomic int64_t failed;       // how many failed
    _Atomic int64_t wall_reads;   // how often the wall clock was asked
    _Atomic int64_t wall_jump_s;  // seconds that it is put forward by each time it is asked
    _Atomic int64_t steady_reads; // how often the monotonic clock was asked
} FaultPage;

static FaultPage no_page;
static FaultPage *page = &no_page;

typedef int PthreadCreate(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int ClockGettime(clockid_t, struct timespec *);
static PthreadCreate *real_pthread_create;
static ClockGettime *real_clock_gettime;

// The GNU C library's own names of its allocator: finding them by dlsym would allocate.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes);
void *mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset);

__attribute__((constructor)) static void open_page(void)
{
    // POSIX wants an object pointer from dlsym to be one that a function pointer can be made of.
    *(void **)&real_pthread_create = dlsym(RTLD_NEXT, "pthread_create");
    *(void **)&real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    const char *const path = getenv("RAVELIN_FAULTS");
    const int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *const mapping = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapping != MAP_FAILED)
        page = mapping;
    close(fd);
}

static void leave_in_peace(void)
{
    page = &no_page;
}

// Counts an allocation; true if it is to fail.
static int must_fail(void)
{
    static atomic_flag is_registered = ATOMIC_FLAG_INIT;
    int64_t left = atomic_load(&page->left);
    // What the compiler's own runtime writes at the exit (coverage) does not bear failures. Said in
    // main at the earliest, this is done before it.
    if (left > 0 && !atomic_flag_test_and_set(&is_registered))
        (void)atexit(leave_in_peace);
    while (left > 0 && (left > 1 || !atomic_load(&page->stays))) {
        if (atomic_compare_exchange_weak(&page->left, &left, left - 1))
            break;
    }
    if (left != 1)
        return 0;
    atomic_fetch_add(&page->failed, 1);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes)
{
    return must_fail() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return must_fail() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    return must_fail() ? NULL : __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return must_fail() ? NULL : __libc_memalign(alignment, bytes);
}

void *mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    if (must_fail())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, bytes, protection, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    return must_fail() ? EAGAIN : real_pthread_create(thread, attributes, run, context);
}

// The wall clock, put forward by one jump more at each look.
static void read_wall_clock(struct timespec *now)
{
    (void)real_clock_gettime(CLOCK_REALTIME, now);
    const int64_t looks = atomic_fetch_add(&page->wall_reads, 1) + 1;
    now->tv_sec += (time_t)(looks * atomic_load(&page->wall_jump_s));
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        read_wall_clock(now);
        return 0;
    }
    atomic_fetch_add(&page->steady_reads, clock == CLOCK_MONOTONIC);
    return real_clock_gettime(clock, now);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    struct timespec precise;
    read_wall_clock(&precise);
    *now = (struct timeval){precise.tv_sec, precise.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    read_wall_clock(&now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}
