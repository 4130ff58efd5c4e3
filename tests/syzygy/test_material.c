// SPDX-License-Identifier: GPL-3.0-or-later
#include <criterion/criterion.h>
#include <string.h>

#include "syzygy/material.h"

static Material material_named(const char *name)
{
    Material material = {{{0}}};
    int side = -1;
    for (const char *c = name; *c != '\0'; c++) {
        static const char LETTERS[] = "PNBRQ";
        const char *const found = strchr(LETTERS, *c);
        side += *c == 'K';
        if (found != NULL)
            material.count[side][found - LETTERS]++;
    }
    return material;
}

static Material exchanged(const Material *material)
{
    Material other;
    memcpy(other.count[0], material->count[1], sizeof other.count[0]);
    memcpy(other.count[1], material->count[0], sizeof other.count[1]);
    return other;
}

// 5, 30, 110, 365 and 1001 tables have 3 to 7 men (www.tablebase.lichess.ovh counts them so).
Test(material, as_many_names_as_there_are_tables)
{
    static Material list[TABLE_COUNT_MAX];
    static const int UP_TO[] = {5, 35, 145, 510, 1511};
    for (int men = TABLE_MEN_MIN; men <= TABLE_MEN_MAX; men++)
        cr_assert_eq(material_list(men, list), UP_TO[men - TABLE_MEN_MIN], "%d men", men);
}

Test(material, names_keys_and_order_of_the_whole_list)
{
    static Material list[TABLE_COUNT_MAX];
    const int count = material_list(TABLE_MEN_MAX, list);
    for (int i = 0; i < count; i++) {
        char name[TABLE_NAME_BYTES], other_name[TABLE_NAME_BYTES];
        const Material other = exchanged(&list[i]);
        material_write_name(&list[i], name);
        material_write_name(&other, other_name);
        const Material read = material_named(name);
        cr_assert_eq(memcmp(&read, &list[i], sizeof read), 0, "%s", name);
        cr_assert_str_eq(name, other_name);
        cr_assert_eq(material_key(&list[i]), material_key(&other), "%s", name);
        for (int k = 0; k < i; k++)
            cr_assert_neq(material_key(&list[i]), material_key(&list[k]), "%s", name);
        if (i == 0)
            continue;
        const int men = material_men(&list[i]), men_before = material_men(&list[i - 1]);
        const int pawns = list[i].count[0][PAWN] + list[i].count[1][PAWN];
        const int pawns_before = list[i - 1].count[0][PAWN] + list[i - 1].count[1][PAWN];
        cr_assert(men > men_before || (men == men_before && pawns >= pawns_before), "%s", name);
    }
}

Test(material, names_as_the_files_have_them)
{
    static const char *const NAMES[] = {"KQvK",   "KRvKP",   "KBvKN",    "KQPvKRR",  "KRPvKBB",
                                        "KBNvKP", "KPPvKNN", "KQQQQQvK", "KBPPvKRB", "KPvKP"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        const Material material = material_named(NAMES[i]);
        const bool weaker_side_first = strcmp(NAMES[i], "KPPvKNN") == 0;
        char name[TABLE_NAME_BYTES];
        material_write_name(&material, name);
        cr_assert_str_eq(name, weaker_side_first ? "KNNvKPP" : NAMES[i]);
    }
    const Material kings = material_named("KvK");
    cr_assert_eq(material_key(&kings), 0);
    cr_assert_eq(material_men(&kings), 2);
}
