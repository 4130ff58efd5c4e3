// SPDX-License-Identifier: GPL-3.0-or-later
// The check of table files: the reference files are sound, and whatever is done to their headers or
// their length is either found or harmless.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "syzygy/table_file.h"

enum { PATH_BYTES = 4096, REFERENCE_MEN = 4 };

typedef struct File {
    uint8_t *bytes;
    size_t length;
} File;

static bool read_file(const Material *material, TableKind kind, File *file)
{
    const char *const shared = getenv("RAVELIN_SHARED");
    char name[TABLE_NAME_BYTES];
    material_write_name(material, name);
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/data/syzygy/%s%s", shared != NULL ? shared : ".", name,
             table_kind_ending(kind));
    FILE *const in = fopen(path, "rb");
    if (in == NULL)
        return false;
    fseek(in, 0, SEEK_END);
    file->length = (size_t)ftell(in);
    rewind(in);
    file->bytes = malloc(file->length + 1);
    cr_assert_eq(fread(file->bytes, 1, file->length, in), file->length);
    fclose(in);
    return true;
}

// A copy of exactly that length, so that the address sanitizer sees each byte too far.
static Status check(const uint8_t *bytes, size_t length, const Material *material, TableKind kind)
{
    uint8_t *const copy = calloc(length > 0 ? length : 1, 1);
    memcpy(copy, bytes, length);
    ErrorText error = {""};
    const Status status = table_file_check_bytes(copy, length, material, kind, NULL, &error);
    cr_assert_eq(status != STATUS_OK, error.text[0] != '\0');
    free(copy);
    return status;
}

typedef void Visit(const Material *material, TableKind kind, const File *file);

static void visit_reference(Visit *visit)
{
    static Material list[TABLE_COUNT_MAX];
    const int count = material_list(REFERENCE_MEN, list);
    int files = 0;
    for (int i = 0; i < count; i++) {
        for (TableKind kind = TABLE_WDL; kind < TABLE_KIND_COUNT; kind++) {
            File file;
            if (!read_file(&list[i], kind, &file))
                continue;
            visit(&list[i], kind, &file);
            free(file.bytes);
            files++;
        }
    }
    if (files == 0)
        cr_skip_test("no tablebases beside the checkout");
    cr_assert_eq(files, 2 * count, "%d of %d files", files, 2 * count);
}

static void is_sound(const Material *material, TableKind kind, const File *file)
{
    ErrorText error = {""};
    bool is_wide = true;
    cr_assert_eq(
        table_file_check_bytes(file->bytes, file->length, material, kind, &is_wide, &error),
        STATUS_OK, "%s", error.text);
    cr_assert_not(is_wide);
    cr_assert_neq(check(file->bytes, file->length, material, kind ^ 1), STATUS_OK);
}

Test(table_file, reference_files_are_sound)
{
    visit_reference(is_sound);
}

static void is_refused_at_other_lengths(const Material *material, TableKind kind, const File *file)
{
    for (size_t length = 0; length < file->length; length += length < 200 ? 1 : 4999)
        cr_assert_neq(check(file->bytes, length, material, kind), STATUS_OK, "%zu", length);
    // The length modulo 64 is all that libfathom looks at.
    for (size_t cut = 64; cut < file->length && cut < 1024; cut += 64)
        cr_assert_neq(check(file->bytes, file->length - cut, material, kind), STATUS_OK, "%zu",
                      cut);
    uint8_t *const longer = calloc(1, file->length + 64);
    memcpy(longer, file->bytes, file->length);
    cr_assert_neq(check(longer, file->length + 64, material, kind), STATUS_OK);
    cr_assert_neq(check(longer, file->length + 1, material, kind), STATUS_OK);
    free(longer);
}

Test(table_file, every_other_length_is_refused)
{
    visit_reference(is_refused_at_other_lengths);
}

static void is_refused_by_another_name(const Material *material, TableKind kind, const File *file)
{
    static Material list[TABLE_COUNT_MAX];
    const int count = material_list(REFERENCE_MEN + 1, list);
    for (int i = 0; i < count; i++) {
        const bool own = material_key(&list[i]) == material_key(material);
        char name[TABLE_NAME_BYTES];
        material_write_name(&list[i], name);
        cr_assert_eq(check(file->bytes, file->length, &list[i], kind) == STATUS_OK, own, "%s",
                     name);
    }
}

Test(table_file, a_table_by_another_name_is_refused)
{
    visit_reference(is_refused_by_another_name);
}

static int damaged_count, refused_count;

// Random damage to the first bytes, where the headers are: what is not refused is another sound
// header or damage to the data, and no read leaves the file (run this with the address sanitizer).
static void survives_damage(const Material *material, TableKind kind, const File *file)
{
    Rng rng = rng_seeded(file->length);
    const uint32_t reach = file->length < 200 ? (uint32_t)file->length : 200;
    uint8_t *const damaged = malloc(file->length);
    for (int i = 0; i < 60; i++) {
        memcpy(damaged, file->bytes, file->length);
        for (uint32_t k = 1 + rng_below(&rng, 4); k > 0; k--)
            damaged[rng_below(&rng, reach)] ^= (uint8_t)(1 + rng_below(&rng, 255));
        damaged_count++;
        refused_count += check(damaged, file->length, material, kind) != STATUS_OK;
    }
    free(damaged);
}

Test(table_file, damaged_headers)
{
    visit_reference(survives_damage);
    cr_assert(refused_count > damaged_count / 3, "%d of %d refused", refused_count, damaged_count);
}

Test(table_file, what_is_no_table_at_all)
{
    const Material queen = {{{[QUEEN] = 1}}};
    uint8_t zeros[80] = {0};
    cr_assert_neq(check(zeros, 0, &queen, TABLE_WDL), STATUS_OK);
    cr_assert_neq(check(zeros, sizeof zeros, &queen, TABLE_WDL), STATUS_OK);
    zeros[0] = 0x71, zeros[1] = 0xe8, zeros[2] = 0x23, zeros[3] = 0x5d;
    cr_assert_neq(check(zeros, sizeof zeros, &queen, TABLE_WDL), STATUS_OK);
    cr_assert_neq(check(zeros, sizeof zeros, &queen, TABLE_DTZ), STATUS_OK);
}
