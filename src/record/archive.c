// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/bits.h"
#include "base/endian.h"

enum {
    LEVEL = 12,
    SKIPPABLE_MAGIC = 0x184D2A5A, // one of the sixteen that the format sets aside
    SKIPPABLE_BYTES = 8,          // magic and length
    JOURNAL_START_BYTES = 8,
    RAW_BYTES_MAX = ARCHIVE_FRAME_GAMES * RECORD_GAME_BYTES_MAX,
};

struct Archive {
    int fd;
    int journal_fd;
    char *path;
    char *journal_path;
    ZSTD_CCtx *compressor;
    ArchiveCounts counts;
    uint64_t framed_games; // games in frames; the others stand in `raw`
    int raw_games;
    size_t raw_count;
    uint8_t *raw;
    uint8_t *packed;
    size_t packed_room;
};

static Status fail(const Archive *archive, const char *what, ErrorText *error)
{
    return status_fail(error, STATUS_IO, "%s: %s: %s", archive->path, what, strerror(errno));
}

// Writes all bytes at an offset; on failure the file is cut back to that offset.
static bool write_at(int fd, const void *data, size_t bytes, uint64_t offset)
{
    const uint8_t *rest = data;
    size_t done = 0;
    while (done < bytes) {
        const ssize_t part = pwrite(fd, rest + done, bytes - done, (off_t)(offset + done));
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0) {
            const int reason = part == 0 ? ENOSPC : errno;
            (void)!ftruncate(fd, (off_t)offset);
            errno = reason;
            return false;
        }
        done += (size_t)part;
    }
    return true;
}

// Bytes of the game at `data`, 0 if it is not whole or is longer than a RecordGame can be: `raw`
// has room for a frame of those. Its positions are added to `positions`.
static size_t game_bytes(const uint8_t *data, size_t bytes, uint64_t *positions)
{
    if (bytes < VIRIFORMAT_START_BYTES || bits_count(read_le64(data)) < 2)
        return 0;
    const size_t limit = bytes < RECORD_GAME_BYTES_MAX ? bytes : RECORD_GAME_BYTES_MAX;
    size_t at = VIRIFORMAT_START_BYTES;
    while (at + VIRIFORMAT_PAIR_BYTES <= limit) {
        const bool is_end = read_le32(data + at) == 0;
        at += VIRIFORMAT_PAIR_BYTES;
        if (is_end) {
            *positions += (at - VIRIFORMAT_START_BYTES) / VIRIFORMAT_PAIR_BYTES - 1;
            return at;
        }
    }
    return 0;
}

// Begins an empty journal for the games after the framed ones.
static Status begin_journal(Archive *archive, ErrorText *error)
{
    uint8_t start[JOURNAL_START_BYTES];
    write_le64(start, archive->framed_games);
    if (ftruncate(archive->journal_fd, 0) != 0 ||
        !write_at(archive->journal_fd, start, sizeof start, 0))
        return fail(archive, "the journal cannot be written", error);
    archive->raw_games = 0;
    archive->raw_count = 0;
    return STATUS_OK;
}

// Counts the games of one frame; false if they are not whole or not framed by us.
static bool count_frame(Archive *archive, const uint8_t *frame, size_t bytes)
{
    const unsigned long long content = ZSTD_getFrameContentSize(frame, bytes);
    if (content > RAW_BYTES_MAX)
        return false;
    const size_t got = ZSTD_decompress(archive->raw, RAW_BYTES_MAX, frame, bytes);
    if (ZSTD_isError(got) || got != content)
        return false;
    for (size_t at = 0; at < got;) {
        const size_t game = game_bytes(archive->raw + at, got - at, &archive->counts.positions);
        if (game == 0)
            return false;
        at += game;
        archive->framed_games++;
    }
    return true;
}

// Walks the frames of the file; sets counts.bytes to the end of the last whole one.
static Status walk_frames(Archive *archive, const uint8_t *data, size_t bytes, const char *header,
                          ErrorText *error)
{
    const size_t header_bytes = strlen(header);
    const size_t first = SKIPPABLE_BYTES + header_bytes;
    if (bytes < first || read_le32(data) != SKIPPABLE_MAGIC ||
        read_le32(data + 4) != header_bytes ||
        memcmp(data + SKIPPABLE_BYTES, header, header_bytes) != 0)
        return status_fail(error, STATUS_BAD_INPUT,
                           "%s: at byte 0: made by another program, net or command; choose another "
                           "place",
                           archive->path);
    size_t at = first;
    while (at < bytes) {
        const size_t frame = ZSTD_findFrameCompressedSize(data + at, bytes - at);
        if (ZSTD_isError(frame) && ZSTD_getErrorCode(frame) == ZSTD_error_srcSize_wrong)
            break;
        if (ZSTD_isError(frame) || !count_frame(archive, data + at, frame))
            return status_fail(error, STATUS_BAD_INPUT, "%s: at byte %zu: a damaged frame",
                               archive->path, at);
        at += frame;
    }
    archive->counts.bytes = at;
    archive->counts.cut_bytes = bytes - at;
    return STATUS_OK;
}

// Takes up a file that is there.
static Status resume_file(Archive *archive, size_t bytes, const char *header, ErrorText *error)
{
    void *data = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, archive->fd, 0);
    if (data == MAP_FAILED)
        return fail(archive, "cannot be read", error);
    const Status status = walk_frames(archive, data, bytes, header, error);
    (void)munmap(data, bytes);
    if (status != STATUS_OK)
        return status;
    if (archive->counts.cut_bytes != 0 && ftruncate(archive->fd, (off_t)archive->counts.bytes) != 0)
        return fail(archive, "half a frame at its end cannot be cut off", error);
    return STATUS_OK;
}

static Status write_header(Archive *archive, const char *header, ErrorText *error)
{
    const size_t bytes = SKIPPABLE_BYTES + strlen(header);
    uint8_t start[SKIPPABLE_BYTES + ARCHIVE_HEADER_BYTES_MAX];
    write_le32(start, SKIPPABLE_MAGIC);
    write_le32(start + 4, (uint32_t)strlen(header));
    memcpy(start + SKIPPABLE_BYTES, header, strlen(header));
    if (!write_at(archive->fd, start, bytes, 0))
        return fail(archive, "cannot be written", error);
    archive->counts.bytes = bytes;
    return STATUS_OK;
}

// Reads what the journal holds beyond the frames; a game cut short by a kill is dropped.
static Status resume_journal(Archive *archive, ErrorText *error)
{
    uint8_t start[JOURNAL_START_BYTES];
    if (pread(archive->journal_fd, start, sizeof start, 0) != (ssize_t)sizeof start ||
        read_le64(start) != archive->framed_games)
        return begin_journal(archive, error);
    size_t got = 0;
    for (;;) {
        const ssize_t part = pread(archive->journal_fd, archive->raw + got, RAW_BYTES_MAX - got,
                                   (off_t)(JOURNAL_START_BYTES + got));
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0)
            return fail(archive, "the journal cannot be read", error);
        if (part == 0)
            break;
        got += (size_t)part;
    }
    while (archive->raw_games < ARCHIVE_FRAME_GAMES) {
        const size_t game = game_bytes(archive->raw + archive->raw_count, got - archive->raw_count,
                                       &archive->counts.positions);
        if (game == 0)
            break;
        archive->raw_count += game;
        archive->raw_games++;
    }
    if (ftruncate(archive->journal_fd, (off_t)(JOURNAL_START_BYTES + archive->raw_count)) != 0)
        return fail(archive, "the journal cannot be cut", error);
    return STATUS_OK;
}

static void destroy(Archive *archive)
{
    if (archive->fd >= 0)
        (void)close(archive->fd);
    if (archive->journal_fd >= 0)
        (void)close(archive->journal_fd);
    (void)ZSTD_freeCCtx(archive->compressor);
    free(archive->path);
    free(archive->journal_path);
    free(archive->raw);
    free(archive->packed);
    free(archive);
}

static Archive *allocate(const char *path)
{
    Archive *archive = calloc(1, sizeof *archive);
    if (archive == NULL)
        return NULL;
    archive->fd = archive->journal_fd = -1;
    archive->packed_room = ZSTD_compressBound(RAW_BYTES_MAX);
    archive->raw = malloc(RAW_BYTES_MAX);
    archive->packed = malloc(archive->packed_room);
    archive->compressor = ZSTD_createCCtx();
    const size_t room = strlen(path) + sizeof ".open";
    archive->path = malloc(room);
    archive->journal_path = malloc(room);
    if (archive->raw == NULL || archive->packed == NULL || archive->compressor == NULL ||
        archive->path == NULL || archive->journal_path == NULL) {
        destroy(archive);
        return NULL;
    }
    (void)snprintf(archive->path, room, "%s", path);
    (void)snprintf(archive->journal_path, room, "%s.open", path);
    (void)ZSTD_CCtx_setParameter(archive->compressor, ZSTD_c_compressionLevel, LEVEL);
    (void)ZSTD_CCtx_setParameter(archive->compressor, ZSTD_c_checksumFlag, 1);
    return archive;
}

// Opens both files and takes up what they hold.
static Status take_up(Archive *archive, const char *header, ErrorText *error)
{
    archive->fd = open(archive->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (archive->fd < 0)
        return fail(archive, "cannot be opened", error);
    if (flock(archive->fd, LOCK_EX | LOCK_NB) != 0)
        return fail(archive, "another process writes it", error);
    struct stat facts;
    if (fstat(archive->fd, &facts) != 0)
        return fail(archive, "cannot be read", error);
    Status status = facts.st_size == 0 ? write_header(archive, header, error)
                                       : resume_file(archive, (size_t)facts.st_size, header, error);
    if (status != STATUS_OK)
        return status;
    archive->journal_fd = open(archive->journal_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (archive->journal_fd < 0)
        return fail(archive, "the journal cannot be opened", error);
    status = resume_journal(archive, error);
    archive->counts.games = archive->framed_games + (uint64_t)archive->raw_games;
    return status;
}

Status archive_open(const char *path, const char *header, Archive **out, ErrorText *error)
{
    if (strlen(header) >= ARCHIVE_HEADER_BYTES_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the header is too long", path);
    Archive *archive = allocate(path);
    if (archive == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    const Status status = take_up(archive, header, error);
    if (status != STATUS_OK) {
        destroy(archive);
        return status;
    }
    *out = archive;
    return STATUS_OK;
}

// Makes a frame of the journal's games, has the disk take it, and empties the journal.
static Status write_frame(Archive *archive, ErrorText *error)
{
    if (archive->raw_games == 0)
        return STATUS_OK;
    const size_t bytes = ZSTD_compress2(archive->compressor, archive->packed, archive->packed_room,
                                        archive->raw, archive->raw_count);
    if (ZSTD_isError(bytes))
        return status_fail(error, STATUS_NO_MEMORY, "%s: %s", archive->path,
                           ZSTD_getErrorName(bytes));
    if (!write_at(archive->fd, archive->packed, bytes, archive->counts.bytes))
        return fail(archive, "cannot be written", error);
    if (fdatasync(archive->fd) != 0) {
        const Status status = fail(archive, "cannot be written", error);
        (void)!ftruncate(archive->fd, (off_t)archive->counts.bytes);
        return status;
    }
    archive->counts.bytes += bytes;
    archive->framed_games += (uint64_t)archive->raw_games;
    return begin_journal(archive, error);
}

Status archive_add(Archive *archive, const RecordGame *game, ErrorText *error)
{
    // A frame that failed on a full disk is tried again before its buffer overflows.
    if (archive->raw_games == ARCHIVE_FRAME_GAMES) {
        const Status status = write_frame(archive, error);
        if (status != STATUS_OK)
            return status;
    }
    if (!write_at(archive->journal_fd, game->bytes, game->count,
                  JOURNAL_START_BYTES + archive->raw_count))
        return fail(archive, "the journal cannot be written", error);
    memcpy(archive->raw + archive->raw_count, game->bytes, game->count);
    archive->raw_count += game->count;
    archive->raw_games++;
    archive->counts.games++;
    archive->counts.positions += (uint64_t)game->plies;
    return archive->raw_games == ARCHIVE_FRAME_GAMES ? write_frame(archive, error) : STATUS_OK;
}

ArchiveCounts archive_counts(const Archive *archive)
{
    return archive->counts;
}

Status archive_close(Archive *archive, ErrorText *error)
{
    const Status status = write_frame(archive, error);
    if (status == STATUS_OK)
        (void)unlink(archive->journal_path);
    destroy(archive);
    return status;
}

Status archive_read_header(const char *path, char header[ARCHIVE_HEADER_BYTES_MAX],
                           ErrorText *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    uint8_t start[SKIPPABLE_BYTES];
    Status status = STATUS_OK;
    if (fread(start, 1, sizeof start, file) != sizeof start || read_le32(start) != SKIPPABLE_MAGIC)
        status = status_fail(error, STATUS_BAD_INPUT, "%s: at byte 0: no header", path);
    const size_t bytes = status == STATUS_OK ? read_le32(start + 4) : 0;
    if (status == STATUS_OK &&
        (bytes >= ARCHIVE_HEADER_BYTES_MAX || fread(header, 1, bytes, file) != bytes))
        status = status_fail(error, STATUS_BAD_INPUT, "%s: at byte 8: a damaged header", path);
    if (status == STATUS_OK)
        header[bytes] = '\0';
    (void)fclose(file);
    return status;
}
