// SPDX-License-Identifier: GPL-3.0-or-later
#include "syzygy/tables.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LINE_BYTES = 512,
    BROKEN_TOLD_MAX = 16,  // broken files named one by one
    MISSING_TOLD_MAX = 12, // missing tables named
};
static const char SEPARATOR = ':';

static void tell(SyzygyTold *told, void *context, const char *format, ...) RAVELIN_PRINTF(3, 4);

static void tell(SyzygyTold *told, void *context, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (told != NULL)
        told(context, line);
}

// folder + '/' + name + ending, or NULL without memory; the caller frees it.
static char *join(const char *folder, size_t folder_length, const char *name, const char *ending)
{
    const size_t bytes = folder_length + strlen(name) + strlen(ending) + 2;
    char *const path = malloc(bytes);
    if (path != NULL)
        snprintf(path, bytes, "%.*s/%s%s", (int)folder_length, folder, name, ending);
    return path;
}

// True if the folder can be read and nothing in it with the name of a table would block or surprise
// whoever opens it (libfathom opens whatever has the name).
static bool folder_is_usable(const char *folder, size_t length, const char **fault)
{
    char *const path = join(folder, length, "", "");
    DIR *const dir = path != NULL ? opendir(path) : NULL;
    free(path);
    *fault = "is not there or cannot be read";
    if (dir == NULL)
        return false;
    bool is_usable = true;
    for (struct dirent *item; (item = readdir(dir)) != NULL;) {
        const char *const ending = strrchr(item->d_name, '.');
        struct stat facts;
        if (ending == NULL || strncmp(ending, ".rtb", 4) != 0 ||
            fstatat(dirfd(dir), item->d_name, &facts, 0) != 0)
            continue;
        if (!S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode)) {
            *fault = "has a pipe or device with the name of a table";
            is_usable = false;
        }
    }
    closedir(dir);
    return is_usable;
}

// Copies the usable parts of `path`.
static char *usable_folders(const char *path, SyzygyTold *told, void *context)
{
    char *const folders = malloc(strlen(path) + 1);
    if (folders == NULL)
        return NULL;
    size_t used = 0;
    for (const char *start = path; *start != '\0';) {
        const char *const end = strchr(start, SEPARATOR);
        const size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
        const char *fault;
        if (length > 0 && folder_is_usable(start, length, &fault)) {
            if (used > 0)
                folders[used++] = SEPARATOR;
            memcpy(folders + used, start, length);
            used += length;
        } else if (length > 0) {
            tell(told, context, "tablebase folder '%.*s' %s", length < 300 ? (int)length : 300,
                 start, fault);
        }
        start += length + (end != NULL);
    }
    folders[used] = '\0';
    return folders;
}

// Opens the first file of that name in the folders, which is the one that libfathom takes; -1 if
// there is none.
static int open_first(const Tables *tables, const char *name, const char *ending)
{
    int fd = -1;
    for (const char *start = tables->folders; *start != '\0' && fd < 0;) {
        const char *const end = strchr(start, SEPARATOR);
        const size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
        char *const path = join(start, length, name, ending);
        if (path != NULL)
            fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        free(path);
        start += length + (end != NULL);
    }
    return fd;
}

Status tables_check(const Tables *tables, const TableEntry *entry, TableKind kind, ErrorText *error)
{
    const int fd = open_first(tables, entry->name, table_kind_ending(kind));
    if (fd < 0)
        return status_fail(error, STATUS_IO, "it is gone");
    const Status status = table_file_check(fd, &entry->material, kind, NULL, error);
    close(fd);
    return status;
}

// Finds out the state of one file; false if it is broken, with the reason.
static bool examine(const Tables *tables, TableEntry *entry, TableKind kind, bool wide_maps,
                    ErrorText *error)
{
    const int fd = open_first(tables, entry->name, table_kind_ending(kind));
    if (fd < 0)
        return true;
    bool has_wide_map = false;
    Status status = table_file_check(fd, &entry->material, kind, &has_wide_map, error);
    close(fd);
    if (status == STATUS_OK && has_wide_map && !wide_maps)
        status = status_fail(error, STATUS_BAD_INPUT, "this libfathom misreads its long distances");
    entry->state[kind] = status == STATUS_OK ? TABLE_SOUND : TABLE_BROKEN;
    return status == STATUS_OK;
}

static void index_entries(Tables *tables)
{
    memset(tables->slots, -1, sizeof tables->slots);
    for (int i = 0; i < tables->count; i++) {
        uint32_t slot = tables->entries[i].key * 0x9e3779b1u >> 20;
        while (tables->slots[slot] >= 0)
            slot = (slot + 1) % TABLE_SLOT_COUNT;
        tables->slots[slot] = (int16_t)i;
    }
}

static const TableEntry *find(const Tables *tables, const Material *material)
{
    const uint32_t key = material_key(material);
    for (uint32_t slot = key * 0x9e3779b1u >> 20; tables->slots[slot] >= 0;
         slot = (slot + 1) % TABLE_SLOT_COUNT) {
        const TableEntry *const entry = &tables->entries[tables->slots[slot]];
        if (entry->key == key)
            return entry;
    }
    return NULL;
}

TableEntry *tables_entry(Tables *tables, const Material *material)
{
    const TableEntry *const entry = find(tables, material);
    return entry == NULL ? NULL : &tables->entries[entry - tables->entries];
}

Tables *tables_find(const char *path, bool wide_maps, SyzygyTold *told, void *context)
{
    Tables *const tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->folders = usable_folders(path, told, context);
    Material *const materials = malloc(TABLE_COUNT_MAX * sizeof *materials);
    if (tables->folders == NULL || materials == NULL) {
        free(materials);
        tables_free(tables);
        return NULL;
    }
    if (tables->folders[0] != '\0')
        tables->count = material_list(TABLE_MEN_MAX, materials);
    int broken = 0;
    for (int i = 0; i < tables->count; i++) {
        TableEntry *const entry = &tables->entries[i];
        entry->material = materials[i];
        entry->key = material_key(&materials[i]);
        material_write_name(&materials[i], entry->name);
        for (TableKind kind = TABLE_WDL; kind < TABLE_KIND_COUNT; kind++) {
            ErrorText reason;
            if (!examine(tables, entry, kind, wide_maps, &reason) && broken++ < BROKEN_TOLD_MAX)
                tell(told, context, "tablebase file %s%s is left out: %s", entry->name,
                     table_kind_ending(kind), reason.text);
        }
    }
    if (broken > BROKEN_TOLD_MAX)
        tell(told, context, "%d more tablebase files are left out", broken - BROKEN_TOLD_MAX);
    free(materials);
    index_entries(tables);
    tables_settle(tables);
    return tables;
}

void tables_free(Tables *tables)
{
    if (tables == NULL)
        return;
    free(tables->folders);
    free(tables);
}

// True if the material without one man, or with a pawn promoted, is safe and not broken.
static bool leads_to_safety(const Tables *tables, Material material)
{
    const TableEntry *const entry = find(tables, &material);
    return entry == NULL || (entry->is_safe && entry->state[TABLE_WDL] != TABLE_BROKEN);
}

static bool all_lead_to_safety(const Tables *tables, const Material *material)
{
    for (int side = 0; side < COLOUR_COUNT; side++) {
        for (PieceType type = PAWN; type < KING; type++) {
            if (material->count[side][type] == 0)
                continue;
            Material next = *material;
            next.count[side][type]--;
            if (!leads_to_safety(tables, next))
                return false;
            if (type != PAWN)
                continue;
            for (PieceType promotion = KNIGHT; promotion < KING; promotion++) {
                Material promoted = next;
                promoted.count[side][promotion]++;
                if (!leads_to_safety(tables, promoted))
                    return false;
            }
        }
    }
    return true;
}

void tables_settle(Tables *tables)
{
    tables->largest = 0;
    // What captures and promotions lead to stands before, so it is settled already.
    for (int i = 0; i < tables->count; i++) {
        TableEntry *const entry = &tables->entries[i];
        entry->is_safe = all_lead_to_safety(tables, &entry->material);
        if (entry->state[TABLE_WDL] == TABLE_SOUND)
            tables->largest = material_men(&entry->material);
    }
}

void tables_tell(const Tables *tables, SyzygyTold *told, void *context)
{
    int sound[TABLE_KIND_COUNT] = {0};
    char names[LINE_BYTES / 2] = "";
    int missing = 0;
    size_t used = 0;
    for (int i = 0; i < tables->count; i++) {
        const TableEntry *const entry = &tables->entries[i];
        for (TableKind kind = TABLE_WDL; kind < TABLE_KIND_COUNT; kind++) {
            sound[kind] += entry->state[kind] == TABLE_SOUND;
            if (entry->state[kind] != TABLE_MISSING ||
                material_men(&entry->material) > tables->largest)
                continue;
            if (missing++ < MISSING_TOLD_MAX)
                used += (size_t)snprintf(names + used, sizeof names - used, " %s%s", entry->name,
                                         table_kind_ending(kind));
        }
    }
    if (tables->largest == 0) {
        tell(told, context, "tablebases: 0 tables found");
        return;
    }
    tell(told, context, "tablebases: %d WDL and %d DTZ tables found, up to %d men",
         sound[TABLE_WDL], sound[TABLE_DTZ], tables->largest);
    if (missing > 0)
        tell(told, context, "tablebases: %d files are missing for all of up to %d men:%s%s",
             missing, tables->largest, names, missing > MISSING_TOLD_MAX ? " ..." : "");
}
