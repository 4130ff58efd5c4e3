// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/source.h"

#include <stdio.h>
#include <string.h>

void gamesource_open(GameSource *source, const ArgumentList *files)
{
    memset(source, 0, sizeof *source);
    source->files = files;
}

void gamesource_close(GameSource *source)
{
    record_close(source->reader);
    source->reader = NULL;
}

typedef enum Step { STEP_POSITION, STEP_END_OF_FILE, STEP_DAMAGE, STEP_END } Step;

// Reads one position, or tells why there is none; goes to the next file at the end of one.
static Step take_step(GameSource *source, RecordPosition *position)
{
    if (source->index == source->files->count)
        return STEP_END;
    ErrorText error;
    bool at_end = false;
    Status status = STATUS_OK;
    if (source->reader == NULL)
        status = record_open(source->files->items[source->index], &source->reader, &error);
    if (status == STATUS_OK)
        status = record_next(source->reader, position, &at_end, &error);
    if (status == STATUS_OK && !at_end)
        return STEP_POSITION;
    gamesource_close(source);
    source->index++;
    if (status == STATUS_OK)
        return STEP_END_OF_FILE;
    fprintf(stderr, "ravelin-data: %s; going on with what is whole\n", error.text);
    source->damaged++;
    return STEP_DAMAGE;
}

bool gamesource_next_position(GameSource *source, RecordPosition *position)
{
    for (;;) {
        const Step step = take_step(source, position);
        if (step == STEP_POSITION || step == STEP_END)
            return step == STEP_POSITION;
    }
}

static void begin_game(GameSource *source, const RecordPosition *position)
{
    const bool is_white = position->board->side_to_move == WHITE;
    record_game_begin(&source->game, position->board);
    source->start = *position->board;
    source->white_result = is_white ? position->result : 2 - position->result;
    source->number = position->game;
    source->is_open = true;
    source->is_overlong = false;
}

static void add_position(GameSource *source, const RecordPosition *position)
{
    const bool is_white = position->board->side_to_move == WHITE;
    const int white_score = is_white ? position->score_cp : -position->score_cp;
    if (!record_game_add(&source->game, position->move, white_score))
        source->is_overlong = true;
}

// Hands the game in the making out, unless there is none or it is too long.
static bool finish_game(GameSource *source, int file, SourceGame *game)
{
    const bool is_whole = source->is_open && !source->is_overlong;
    source->overlong += source->is_open && source->is_overlong;
    source->is_open = false;
    if (!is_whole)
        return false;
    record_game_end(&source->game, source->white_result);
    *game = (SourceGame){&source->game, &source->start, source->white_result, file};
    return true;
}

bool gamesource_next_game(GameSource *source, SourceGame *game)
{
    if (source->is_ahead) {
        source->is_ahead = false;
        begin_game(source, &source->next);
        add_position(source, &source->next);
    }
    for (;;) {
        const int file = source->index;
        RecordPosition position;
        const Step step = take_step(source, &position);
        if (step == STEP_END)
            return false;
        if (step == STEP_DAMAGE) {
            source->is_open = false; // what is there of it is not whole
        } else if (step == STEP_END_OF_FILE) {
            if (finish_game(source, file, game))
                return true;
        } else if (source->is_open && position.game != source->number) {
            // The board stays where it is until the next step.
            source->next = position;
            source->is_ahead = true;
            if (finish_game(source, file, game))
                return true;
            source->is_ahead = false;
            begin_game(source, &position);
            add_position(source, &position);
        } else {
            if (!source->is_open)
                begin_game(source, &position);
            add_position(source, &position);
        }
    }
}
