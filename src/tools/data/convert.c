// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/convert.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "position/generate.h"
#include "position/position.h"
#include "record/sink.h"
#include "tools/data/formats.h"
#include "tools/data/source.h"

// Where positions come from: files of any format, one after another.
typedef struct Input {
    const ArgumentList *files;
    DataFormat format;
    GameSource source; // of viriformat
    int index;
    FILE *file; // of the other formats
    uint64_t offset;
    bool has_complained; // about a record of this file
    ConvertTotals *totals;
} Input;

typedef struct Output {
    DataFormat format;
    Sink *sink;
    const Kernels *kernels;
    const PositionRules *rules;
    uint8_t *records; // bulletformat to be shuffled
    size_t count, room;
    ConvertTotals *totals;
} Output;

DataFormat convert_format_of(const char *name)
{
    static const struct {
        const char *end;
        DataFormat format;
    } rows[] = {{"viriformat", FORMAT_VIRIFORMAT},
                {".vbin.zst", FORMAT_VIRIFORMAT},
                {"bullet", FORMAT_BULLET},
                {".bin", FORMAT_BULLET},
                {".data", FORMAT_BULLET},
                {"text", FORMAT_TEXT},
                {".txt", FORMAT_TEXT},
                {"epd", FORMAT_EPD}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t length = strlen(name);
        const size_t end = strlen(rows[i].end);
        if (length >= end && strcmp(name + length - end, rows[i].end) == 0)
            return rows[i].format;
    }
    return FORMAT_UNKNOWN;
}

static void complain(Input *input, const char *reason)
{
    input->totals->bad_records++;
    if (!input->has_complained)
        fprintf(stderr, "ravelin-data: %s: at byte %llu: %s; going on with the next\n",
                input->files->items[input->index], (unsigned long long)input->offset, reason);
    input->has_complained = true;
}

// Reads the next 32 bytes; false at the end of the file.
static bool next_bullet(Input *input, Labelled *labelled, bool *is_good)
{
    uint8_t record[BULLET_BYTES];
    const size_t got = fread(record, 1, sizeof record, input->file);
    if (got == 0)
        return false;
    ErrorText error;
    *is_good = false;
    if (got < sizeof record)
        complain(input, "the file ends inside a record");
    else if (format_read_bullet(record, labelled, &error) != STATUS_OK)
        complain(input, error.text);
    else
        *is_good = true;
    input->offset += got;
    return true;
}

// Reads the next line; false at the end of the file.
static bool next_line(Input *input, Labelled *labelled, bool *is_good)
{
    char line[FORMAT_LINE_BYTES];
    size_t length = 0;
    uint64_t bytes = 0;
    int c = getc(input->file);
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(input->file), bytes++) {
        if (length < sizeof line - 1)
            line[length++] = (char)(c == '\0' ? '?' : c);
    }
    line[length] = '\0';
    ErrorText error;
    *is_good = false;
    if (bytes >= sizeof line)
        complain(input, "the line is too long");
    else if (strspn(line, " \t\r") != length) { // blank lines are no fault
        const Status status = input->format == FORMAT_TEXT
                                  ? format_read_text(line, labelled, &error)
                                  : format_read_epd(line, labelled, &error);
        if (status != STATUS_OK)
            complain(input, error.text);
        *is_good = status == STATUS_OK;
    }
    input->offset += bytes + 1;
    return true;
}

static bool next_record(Input *input, Labelled *labelled)
{
    while (input->index < input->files->count) {
        const char *path = input->files->items[input->index];
        if (input->file == NULL) {
            input->file = fopen(path, "rb");
            input->offset = 0;
            input->has_complained = false;
            if (input->file == NULL)
                fprintf(stderr, "ravelin-data: %s: %s\n", path, strerror(errno));
        }
        bool is_good = false;
        while (input->file != NULL &&
               (input->format == FORMAT_BULLET ? next_bullet(input, labelled, &is_good)
                                               : next_line(input, labelled, &is_good))) {
            if (is_good)
                return true;
        }
        input->totals->damaged_files += input->file == NULL || input->has_complained;
        if (input->file != NULL)
            (void)fclose(input->file);
        input->file = NULL;
        input->index++;
    }
    return false;
}

static bool next_position(Input *input, Labelled *labelled)
{
    if (input->format != FORMAT_VIRIFORMAT)
        return next_record(input, labelled);
    RecordPosition position;
    if (!gamesource_next_position(&input->source, &position))
        return false;
    const bool is_white = position.board->side_to_move == WHITE;
    *labelled = (Labelled){
        .board = *position.board,
        .move = position.move,
        .white_score = is_white ? position.score_cp : -position.score_cp,
        .white_result = is_white ? position.result : 2 - position.result,
    };
    return true;
}

static bool is_kept(const Labelled *labelled, const PositionRules *rules, Rng *rng)
{
    const Board *board = &labelled->board;
    const int men = bits_count(board_occupied(board));
    const int ply = 2 * (board->fullmove_number - 1) + board->side_to_move;
    const int64_t chance = rng_below(rng, 1000);
    if (abs(labelled->white_score) > rules->most_score || ply < rules->least_ply ||
        men < rules->least_men || men > rules->most_men || chance >= rules->keep_permille)
        return false;
    return !rules->is_quiet_only ||
           (!position_in_check(board) &&
            (labelled->move == MOVE_NONE || move_is_quiet(board, labelled->move)));
}

static Status write_game(Output *output, const Labelled *labelled, ErrorText *error)
{
    Move move = labelled->move;
    MoveList moves;
    generate_quiets(output->kernels, &labelled->board, &moves);
    if (move == MOVE_NONE && moves.count == 0)
        return STATUS_OK;
    if (move == MOVE_NONE)
        move = moves.moves[0];
    RecordGame game;
    record_game_begin(&game, &labelled->board);
    (void)record_game_add(&game, move, labelled->white_score);
    record_game_end(&game, labelled->white_result);
    output->totals->written++;
    return sink_write(output->sink, game.bytes, game.count, error);
}

static Status keep_record(Output *output, const uint8_t record[BULLET_BYTES], ErrorText *error)
{
    if (output->count == output->room) {
        const size_t room = output->room == 0 ? 1 << 16 : 2 * output->room;
        uint8_t *larger = realloc(output->records, room * BULLET_BYTES);
        if (larger == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "no memory for %zu positions", room);
        output->records = larger;
        output->room = room;
    }
    memcpy(output->records + output->count++ * BULLET_BYTES, record, BULLET_BYTES);
    return STATUS_OK;
}

static Status write_position(Output *output, const Labelled *labelled, ErrorText *error)
{
    uint8_t record[BULLET_BYTES];
    char line[FORMAT_LINE_BYTES];
    switch (output->format) {
    case FORMAT_VIRIFORMAT: return write_game(output, labelled, error);
    case FORMAT_BULLET:
        output->totals->written++;
        format_write_bullet(labelled, record);
        return output->rules->is_shuffled ? keep_record(output, record, error)
                                          : sink_write(output->sink, record, sizeof record, error);
    case FORMAT_TEXT: format_write_text(labelled, line); break;
    default: format_write_epd(labelled, line); break;
    }
    output->totals->written++;
    const size_t length = strlen(line);
    line[length] = '\n';
    return sink_write(output->sink, line, length + 1, error);
}

// Writes the records that were kept in random order (Fisher-Yates).
static Status write_shuffled(Output *output, ErrorText *error)
{
    Rng rng = rng_seeded(output->rules->seed);
    for (size_t i = output->count; i > 1; i--) {
        uint8_t swap[BULLET_BYTES];
        uint8_t *last = output->records + (i - 1) * BULLET_BYTES;
        uint8_t *pick = output->records + (size_t)rng_below(&rng, (uint32_t)i) * BULLET_BYTES;
        memcpy(swap, last, sizeof swap);
        memmove(last, pick, sizeof swap);
        memcpy(pick, swap, sizeof swap);
    }
    return output->count == 0
               ? STATUS_OK
               : sink_write(output->sink, output->records, output->count * BULLET_BYTES, error);
}

Status convert_files(const ArgumentList *files, DataFormat from, const char *out, DataFormat to,
                     const PositionRules *rules, const Kernels *kernels, ConvertTotals *totals,
                     ErrorText *error)
{
    if (rules->is_shuffled && to != FORMAT_BULLET)
        return status_fail(error, STATUS_BAD_INPUT, "only bulletformat is shuffled by position");
    *totals = (ConvertTotals){0};
    Output output = {.format = to, .kernels = kernels, .rules = rules, .totals = totals};
    Status status = sink_open(out, to == FORMAT_VIRIFORMAT, &output.sink, error);
    if (status != STATUS_OK)
        return status;
    Input input = {.files = files, .format = from, .totals = totals};
    gamesource_open(&input.source, files);
    Rng rng = rng_seeded(rules->seed);
    Labelled labelled;
    while (status == STATUS_OK && next_position(&input, &labelled)) {
        totals->read++;
        if (is_kept(&labelled, rules, &rng))
            status = write_position(&output, &labelled, error);
    }
    if (status == STATUS_OK)
        status = write_shuffled(&output, error);
    totals->damaged_files += input.source.damaged;
    gamesource_close(&input.source);
    if (input.file != NULL)
        (void)fclose(input.file);
    free(output.records);
    const Status closed = sink_close(output.sink, status == STATUS_OK, error);
    return status == STATUS_OK ? closed : status;
}
