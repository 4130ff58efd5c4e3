// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/settings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "tools/gendata/commit.h"

typedef struct Writer {
    char *out;
    size_t used;
    bool is_full;
} Writer;

static void put(Writer *writer, const char *format, ...) RAVELIN_PRINTF(2, 3);

static void put(Writer *writer, const char *format, ...)
{
    if (writer->is_full)
        return;
    const size_t room = ARCHIVE_HEADER_BYTES_MAX - writer->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(writer->out + writer->used, room, format, arguments);
    va_end(arguments);
    writer->is_full = length < 0 || (size_t)length >= room;
    if (!writer->is_full)
        writer->used += (size_t)length;
}

// A JSON string: quotes and backslashes escaped, control bytes replaced.
static void put_string(Writer *writer, const char *text)
{
    put(writer, "\"");
    for (; *text != '\0'; text++) {
        const char *escape = *text == '"' || *text == '\\' ? "\\" : "";
        put(writer, "%s%c", escape, (unsigned char)*text < 0x20 ? '?' : *text);
    }
    put(writer, "\"");
}

static void put_starts(Writer *writer, const Starts *starts)
{
    static const char *const names[] = {"standard", "chess960", "dfrc", "endgame", "file"};
    put(writer, " \"starts\": [");
    for (int i = 0; i < starts->count; i++) {
        const StartSource *source = &starts->sources[i];
        put(writer, "%s{\"kind\": \"%s\", \"share\": %d", i > 0 ? ", " : "", names[source->kind],
            source->share);
        if (source->kind != START_ENDGAME)
            put(writer, ", \"random_plies\": \"%d-%d\"", source->least_plies,
                source->least_plies + 1);
        if (source->kind == START_FILE) {
            const char *slash = strrchr(source->path, '/');
            put(writer, ", \"file\": ");
            put_string(writer, slash != NULL ? slash + 1 : source->path);
            put(writer, ", \"crc64\": \"%016" PRIx64 "\"", source->crc);
        }
        put(writer, "}");
    }
    put(writer, "],\n");
}

static void put_player(Writer *writer, const Settings *settings)
{
    const TeacherSettings *teacher = &settings->teacher;
    if (teacher->command == NULL) {
        put(writer, " \"net\": \"%016" PRIx64 "\",\n", settings->network->hash);
        put(writer,
            " \"soft_nodes\": %" PRIu64 ", \"hard_nodes\": %" PRIu64 ", \"hash_mib\": %d,\n",
            settings->rules.nodes, settings->rules.nodes * (uint64_t)settings->hard_factor,
            settings->hash_mib);
        return;
    }
    put(writer, " \"teacher\": ");
    put_string(writer, teacher->name);
    put(writer, ", \"teacher_options\": [");
    for (int i = 0; i < teacher->option_count; i++) {
        put(writer, "%s", i > 0 ? ", " : "");
        put_string(writer, teacher->options[i]);
    }
    put(writer, "],\n \"nodes\": %" PRIu64 ", \"hash_mib\": %d, \"score_permille\": %d,\n",
        settings->rules.nodes, settings->hash_mib, teacher->score_permille);
}

Status settings_header(const Settings *settings, int worker, char out[ARCHIVE_HEADER_BYTES_MAX],
                       ErrorText *error)
{
    const PlayRules *rules = &settings->rules;
    Writer writer = {.out = out};
    put(&writer, "{\"format\": \"viriformat\", \"program\": \"ravelin-gendata\",\n");
    put(&writer, " \"engine\": \"%s\", \"commit\": \"" GENDATA_COMMIT "\",\n", VERSION_NUMBER);
    put_player(&writer, settings);
    put(&writer, " \"seed\": %" PRIu64 ", \"shard\": %d, \"worker\": %d,\n", settings->seed,
        settings->shard, worker);
    put_starts(&writer, &settings->starts);
    put(&writer, " \"check_nodes\": %" PRIu64 ", \"band_cp\": %d,\n", rules->check_nodes,
        rules->band_cp);
    put(&writer, " \"win\": \"%d cp, %d plies\", ", rules->win_cp, rules->win_plies);
    put(&writer, "\"draw\": \"%d cp, %d plies from ply %d\", \"max_plies\": %d,\n", rules->draw_cp,
        rules->draw_plies, rules->draw_from_ply, rules->max_plies);
    put(&writer, " \"tablebase_men\": %d}\n",
        settings->tables != NULL ? syzygy_largest(settings->tables) : 0);
    return writer.is_full ? status_fail(error, STATUS_BAD_INPUT, "too many starts and options")
                          : STATUS_OK;
}

Status settings_make_player(const Settings *settings, Player **player, ErrorText *error)
{
    if (settings->teacher.command != NULL)
        return teacher_create(&settings->teacher, settings->hash_mib, player, error);
    return player_create(settings->kernels, settings->network, settings->hash_mib,
                         settings->hard_factor, player, error);
}

Rng settings_rng(const Settings *settings, int worker, uint64_t game)
{
    // Each number goes through the generator once, so that near places have unlike streams.
    const uint64_t places[3] = {(uint64_t)settings->shard, (uint64_t)worker, game};
    Rng rng = rng_seeded(settings->seed);
    for (int i = 0; i < 3; i++)
        rng = rng_seeded(rng_next(&rng) ^ places[i]);
    return rng_seeded(rng_next(&rng));
}
