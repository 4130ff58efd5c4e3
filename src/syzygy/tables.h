// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which table files there are, and which of them can be trusted. Knows
// nothing of libfathom. The Syzygy owns the Tables; looking up is for any thread once they are
// found.
#ifndef RAVELIN_SYZYGY_TABLES_H
#define RAVELIN_SYZYGY_TABLES_H

#include "base/status.h"
#include "syzygy/material.h"
#include "syzygy/syzygy.h"
#include "syzygy/table_file.h"

typedef enum TableState { TABLE_MISSING, TABLE_BROKEN, TABLE_SOUND } TableState;

// What is known of one material.
typedef struct TableEntry {
    Material material;
    uint32_t key;
    char name[TABLE_NAME_BYTES];
    TableState state[TABLE_KIND_COUNT];
    bool is_safe; // no capture or promotion leads to a material whose WDL file is broken
} TableEntry;

enum { TABLE_SLOT_COUNT = 4096 }; // a power of two, well above TABLE_COUNT_MAX

typedef struct Tables {
    char *folders; // those that are there, separated by ':' without empty parts
    int largest;   // men of the largest sound WDL table, 0 without any
    int count;
    TableEntry entries[TABLE_COUNT_MAX]; // as material_list sorts them
    int16_t slots[TABLE_SLOT_COUNT];     // hash by key: index into entries, or -1
} Tables;

// Looks for tables in the folders of `path` (separated by ':') and checks each. `wide_maps` says
// whether DTZ tables with 16-bit distances can be used. What a user should know is told. NULL when
// memory is short.
Tables *tables_find(const char *path, bool wide_maps, SyzygyTold *told, void *context);
void tables_free(Tables *tables);

// The entry of a material, or NULL.
TableEntry *tables_entry(Tables *tables, const Material *material);

// Checks the file of an entry again, as it is now.
Status tables_check(const Tables *tables, const TableEntry *entry, TableKind kind,
                    ErrorText *error);

// To be called once the states are final: fills is_safe and largest.
void tables_settle(Tables *tables);

// Tells how many tables there are and which are missing beside others of their size.
void tables_tell(const Tables *tables, SyzygyTold *told, void *context);

#endif
