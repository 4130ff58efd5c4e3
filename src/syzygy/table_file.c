// SPDX-License-Identifier: GPL-3.0-or-later
// The layout is that of Ronald de Man's generator (github.com/syzygy1/tb): magic number, flags, for
// each sub-table the order of the men, then the headers of the compressed streams, the map of the
// distances, all index tables, all block sizes, and the blocks, each part aligned. 16 bytes of
// checksum end the file.
#include "syzygy/table_file.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/endian.h"
#include "syzygy/table_index.h"

enum {
    WDL_MAGIC = 0x5d23e871,
    FLAG_SPLIT = 1,     // a stream for each side to move
    FLAG_HAS_PAWNS = 2, // a sub-table for each file a-d of the leading pawn
    STREAM_CONSTANT = 0x80,
    STREAM_MAPPED = 2, // DTZ values are numbers of a map
    STREAM_WIDE_MAP = 16,
    SUB_TABLES_MAX = 4,
    SYMBOLS_MAX = 4096, // libfathom's limit
    CODE_BITS_MAX = 32, // its decoder refills after 32 bits
    BLOCK_BITS_MAX = 20,
    DTZ_MAP_COUNT = 4,
    BLOCK_ALIGNMENT = 64,
    CHECKSUM_BYTES = 16,
};
static const uint32_t MAGIC[TABLE_KIND_COUNT] = {WDL_MAGIC, 0xa50c66d7u};

// A reader that never leaves the file: once something was beyond its end, all else is zero.
typedef struct Reader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    bool is_short;
} Reader;

const char *table_kind_ending(TableKind kind)
{
    return kind == TABLE_WDL ? ".rtbw" : ".rtbz";
}

// The next `count` bytes, or NULL.
static const uint8_t *take(Reader *reader, uint64_t count)
{
    if (reader->is_short || count > reader->length - reader->at) {
        reader->is_short = true;
        return NULL;
    }
    const uint8_t *const start = reader->bytes + reader->at;
    reader->at += (size_t)count;
    return start;
}

static void align(Reader *reader, size_t alignment)
{
    const size_t rest = reader->at % alignment;
    if (rest != 0)
        take(reader, alignment - rest);
}

static uint64_t binomial(int n, int k)
{
    uint64_t result = 1;
    for (int i = 0; i < k; i++)
        result = result * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return n < k ? 0 : result;
}

// Placements of `pawns` pawns of the leading colour whose first stands on file `file` (a-d after
// mirroring): with the first on its rank, 47 - 12 * file - 2 * rank squares remain for the others.
static uint64_t leading_pawn_placements(int pawns, int file)
{
    uint64_t sum = 0;
    for (int rank = 0; rank < 6; rank++)
        sum += binomial(47 - 12 * file - 2 * rank, pawns - 1);
    return sum;
}

// The groups into which the men of a sub-table fall, and what goes with them.
typedef struct Layout {
    int men;
    int leading;     // pawns of the leading colour; without pawns the first two or three men
    int other_pawns; // pawns of the other colour, if both have some
    bool has_pawns;
    bool kings_alone; // no man besides the kings is the only one of its kind
} Layout;

static Layout layout_of(const Material *material)
{
    Layout layout = {.men = material_men(material), .kings_alone = true};
    const int pawns[2] = {material->count[0][PAWN], material->count[1][PAWN]};
    layout.has_pawns = pawns[0] + pawns[1] > 0;
    for (int side = 0; side < 2; side++) {
        for (PieceType type = PAWN; type < KING; type++)
            layout.kings_alone = layout.kings_alone && material->count[side][type] != 1;
    }
    if (!layout.has_pawns) {
        layout.leading = layout.kings_alone ? 2 : 3;
        return layout;
    }
    // The side with fewer pawns leads, if it has any.
    const bool second_leads = pawns[1] > 0 && (pawns[0] == 0 || pawns[0] > pawns[1]);
    layout.leading = pawns[second_leads];
    layout.other_pawns = pawns[!second_leads];
    return layout;
}

// True if the nibbles of `men` are exactly the men of the table (1-6 pawn to king, plus 8 for the
// second side), equal ones side by side, in an order that libfathom can number positions by: the
// leading pawns and the others first, or the kings where no other man is the only one of its kind.
static bool men_agree(const Layout *layout, const uint8_t *men, int shift, const Material *material)
{
    int left[16] = {[KING + 1] = 1, [KING + 9] = 1};
    for (PieceType type = PAWN; type < KING; type++) {
        left[type + 1] = material->count[0][type];
        left[type + 9] = material->count[1][type];
    }
    int started = 0; // a bit for each kind met
    int previous = 0;
    for (int i = 0; i < layout->men; i++) {
        const int man = men[i] >> shift & 15;
        if (--left[man] < 0 || (man != previous && (started >> man & 1) != 0))
            return false;
        started |= 1 << man;
        previous = man;
        const int type = (man & 7) - 1;
        if (layout->has_pawns ? (i < layout->leading + layout->other_pawns) != (type == PAWN)
                              : layout->kings_alone && i < 2 && type != KING)
            return false;
    }
    return true;
}

// The number of positions of one sub-table as seen by one side, or 0 where the order of the men
// makes no sense. `orders` is one or two bytes, `men` one byte a man; `shift` picks the nibble.
static uint64_t count_positions(const Layout *layout, const uint8_t *orders, const uint8_t *men,
                                int shift, int file)
{
    const int order = orders[0] >> shift & 15;
    const int pawn_order = layout->other_pawns > 0 ? orders[1] >> shift & 15 : 15;
    int placed = layout->leading + layout->other_pawns;
    int squares = 64 - placed;
    uint64_t positions = 1;
    bool has_leading = false;
    bool has_pawns = layout->other_pawns == 0;
    for (int turn = 0; placed < layout->men || !has_leading || !has_pawns; turn++) {
        if (turn == order) {
            positions *= layout->has_pawns     ? leading_pawn_placements(layout->leading, file)
                         : layout->kings_alone ? 462
                                               : 31332;
            has_leading = true;
        } else if (turn == pawn_order) {
            positions *= binomial(48 - layout->leading, layout->other_pawns);
            has_pawns = true;
        } else if (placed < layout->men) {
            int group = 1;
            while (placed + group < layout->men &&
                   (men[placed + group] >> shift & 15) == (men[placed] >> shift & 15))
                group++;
            positions *= binomial(squares, group);
            placed += group;
            squares -= group;
        } else {
            return 0; // nothing is left and the pawns' turn never comes
        }
    }
    return positions;
}

// Every symbol is a leaf or stands for a pair of others, and the pairs end somewhere.
static bool symbols_are_sound(const uint8_t *patterns, int count)
{
    bool is_done[SYMBOLS_MAX] = {false};
    for (int left = count, before = -1; left != before;) {
        before = left;
        left = 0;
        for (int s = 0; s < count; s++) {
            if (is_done[s])
                continue;
            const uint8_t *const w = patterns + 3 * s;
            const int first = (w[1] & 15) << 8 | w[0];
            const int second = w[2] << 4 | w[1] >> 4;
            is_done[s] = second == 0xfff ||
                         (first < count && second < count && is_done[first] && is_done[second]);
            left += !is_done[s];
        }
        if (left == 0)
            return true;
    }
    return false;
}

// No code of any length decodes to a symbol that is not there. Codes are canonical: those of one
// length follow each other, shorter ones have the larger values; `offsets` has the first symbol of
// each length.
static bool codes_are_sound(const uint8_t *offsets, int shortest, int longest, int symbols)
{
    uint64_t base[CODE_BITS_MAX + 1] = {0};
    for (int bits = longest - 1; bits >= shortest; bits--) {
        const uint8_t *const at = offsets + 2 * (bits - shortest);
        base[bits] = (base[bits + 1] + read_le16(at) - read_le16(at + 2)) / 2;
    }
    for (int bits = shortest; bits <= longest; bits++) {
        const uint64_t end = bits == shortest ? (uint64_t)1 << bits : 2 * base[bits - 1];
        if (end > (uint64_t)1 << bits || base[bits] > (uint64_t)1 << bits)
            return false;
        const uint64_t first = read_le16(offsets + 2 * (bits - shortest));
        if (end > base[bits] && first + (end - base[bits]) > (uint64_t)symbols)
            return false;
    }
    return true;
}

// Reads the header of one stream of `positions` values; NULL, or what is wrong.
static const char *read_stream(Reader *reader, uint64_t positions, Stream *out, uint8_t *flags)
{
    static const char SHORT[] = "it ends within its header";
    *out = (Stream){0};
    const uint8_t *const head = take(reader, 2);
    if (head == NULL)
        return SHORT;
    *flags = head[0];
    if ((head[0] & STREAM_CONSTANT) != 0)
        return NULL;
    const uint8_t *const rest = take(reader, 8);
    if (rest == NULL)
        return SHORT;
    const int block_bits = head[1];
    const int index_bits = rest[0];
    const uint64_t padding = rest[1];
    const uint64_t blocks = read_le32(rest + 2);
    const int longest = rest[6];
    const int shortest = rest[7];
    if (shortest < 1 || longest < shortest || longest > CODE_BITS_MAX || index_bits < 1 ||
        index_bits > 31 || block_bits > BLOCK_BITS_MAX || blocks == 0)
        return "its header makes no sense";
    const int lengths = longest - shortest + 1;
    const uint8_t *const offsets = take(reader, 2 * (uint64_t)lengths);
    const uint8_t *const count = take(reader, 2);
    if (offsets == NULL || count == NULL)
        return SHORT;
    const int symbols = read_le16(count);
    if (symbols == 0 || symbols >= SYMBOLS_MAX)
        return "its header makes no sense";
    const uint8_t *const patterns = take(reader, 3 * (uint64_t)symbols + (symbols & 1));
    if (patterns == NULL)
        return SHORT;
    if (!symbols_are_sound(patterns, symbols) ||
        !codes_are_sound(offsets, shortest, longest, symbols))
        return "its decoder makes no sense";
    *out = (Stream){
        .positions = positions,
        .entries = (positions + ((uint64_t)1 << index_bits) - 1) >> index_bits,
        .index_bits = index_bits,
        .blocks = blocks,
        .padding = padding,
        .block_bits = block_bits,
    };
    return NULL;
}

// The maps from stored numbers to distances; true if a sub-table has one of 16 bits.
static bool skip_maps(Reader *reader, const uint8_t *flags, int sub_tables)
{
    bool is_wide = false;
    for (int t = 0; t < sub_tables; t++) {
        if ((flags[t] & STREAM_MAPPED) == 0)
            continue;
        const bool wide = (flags[t] & STREAM_WIDE_MAP) != 0;
        if (wide)
            align(reader, 2);
        for (int i = 0; i < DTZ_MAP_COUNT; i++) {
            const uint8_t *const count = take(reader, wide ? 2 : 1);
            if (count != NULL)
                take(reader, wide ? 2 * (uint64_t)read_le16(count) : count[0]);
        }
        is_wide = is_wide || wide;
    }
    align(reader, 2);
    return is_wide;
}

// Goes through the index tables, the block sizes and the blocks; NULL, or what is wrong.
static const char *read_streams(Reader *reader, Stream streams[][2], int sub_tables, int sides)
{
    const uint8_t *indices[SUB_TABLES_MAX][2];
    for (int t = 0; t < sub_tables; t++) {
        for (int side = 0; side < sides; side++)
            indices[t][side] = take(reader, 6 * streams[t][side].entries);
    }
    for (int t = 0; t < sub_tables; t++) {
        for (int side = 0; side < sides; side++) {
            const Stream *const stream = &streams[t][side];
            const uint8_t *const sizes = take(reader, 2 * (stream->blocks + stream->padding));
            if (sizes != NULL && stream->blocks != 0 &&
                !table_index_is_sound(stream, indices[t][side], sizes))
                return "its index makes no sense";
        }
    }
    for (int t = 0; t < sub_tables; t++) {
        for (int side = 0; side < sides; side++) {
            align(reader, BLOCK_ALIGNMENT);
            take(reader, streams[t][side].blocks << streams[t][side].block_bits);
        }
    }
    align(reader, BLOCK_ALIGNMENT);
    take(reader, CHECKSUM_BYTES);
    return NULL;
}

// Reads the men of each sub-table and the headers of its streams; NULL, or what is wrong.
static const char *read_headers(Reader *reader, const Material *material, int sides,
                                Stream streams[SUB_TABLES_MAX][2], uint8_t flags[SUB_TABLES_MAX])
{
    const Layout layout = layout_of(material);
    const int sub_tables = layout.has_pawns ? SUB_TABLES_MAX : 1;
    const int order_bytes = layout.other_pawns > 0 ? 2 : 1;
    uint64_t positions[SUB_TABLES_MAX][2] = {{0}};
    for (int t = 0; t < sub_tables; t++) {
        const uint8_t *const orders = take(reader, (uint64_t)order_bytes + (uint64_t)layout.men);
        if (orders == NULL)
            return "it ends within its header";
        const uint8_t *const men = orders + order_bytes;
        for (int side = 0; side < sides; side++) {
            if (!men_agree(&layout, men, 4 * side, material))
                return "it is about other men than its name says";
            positions[t][side] = count_positions(&layout, orders, men, 4 * side, t);
            if (positions[t][side] == 0)
                return "its header makes no sense";
        }
    }
    // A table of one man more may differ from this one in the byte of padding alone.
    if (reader->at % 2 != 0 && reader->at < reader->length && reader->bytes[reader->at] != 0)
        return "it is about other men than its name says";
    align(reader, 2);
    for (int t = 0; t < sub_tables; t++) {
        for (int side = 0; side < sides; side++) {
            const char *const fault =
                read_stream(reader, positions[t][side], &streams[t][side], &flags[t]);
            if (fault != NULL)
                return fault;
        }
    }
    return NULL;
}

Status table_file_check_bytes(const uint8_t *bytes, size_t length, const Material *material,
                              TableKind kind, bool *has_wide_map, ErrorText *error)
{
    Reader reader = {.bytes = bytes, .length = length};
    const uint8_t *const head = take(&reader, 5);
    if (head == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "it is too short for a table");
    if (read_le32(head) != MAGIC[kind])
        return status_fail(error, STATUS_BAD_INPUT, "it does not begin like a %s table",
                           kind == TABLE_WDL ? "WDL" : "DTZ");
    const bool has_pawns = material->count[0][PAWN] + material->count[1][PAWN] > 0;
    if (((head[4] & FLAG_HAS_PAWNS) != 0) != has_pawns)
        return status_fail(error, STATUS_BAD_INPUT, "it is about other men than its name says");
    const int sides = kind == TABLE_WDL && (head[4] & FLAG_SPLIT) != 0 ? 2 : 1;
    const int sub_tables = has_pawns ? SUB_TABLES_MAX : 1;

    Stream streams[SUB_TABLES_MAX][2];
    uint8_t flags[SUB_TABLES_MAX];
    const char *const fault = read_headers(&reader, material, sides, streams, flags);
    if (fault != NULL)
        return status_fail(error, STATUS_BAD_INPUT, "%s", fault);
    const bool is_wide = kind == TABLE_DTZ && skip_maps(&reader, flags, sub_tables);
    if (has_wide_map != NULL)
        *has_wide_map = is_wide;
    const char *const index_fault = read_streams(&reader, streams, sub_tables, sides);
    if (reader.is_short)
        return status_fail(error, STATUS_BAD_INPUT, "it is cut off, %zu bytes are too few", length);
    if (index_fault != NULL)
        return status_fail(error, STATUS_BAD_INPUT, "%s", index_fault);
    if (reader.at != length)
        return status_fail(error, STATUS_BAD_INPUT, "it has %zu bytes too many",
                           length - reader.at);
    return STATUS_OK;
}

Status table_file_check(int fd, const Material *material, TableKind kind, bool *has_wide_map,
                        ErrorText *error)
{
    struct stat facts;
    if (fstat(fd, &facts) != 0)
        return status_fail(error, STATUS_IO, "it cannot be read");
    if (!S_ISREG(facts.st_mode))
        return status_fail(error, STATUS_IO, "it is no plain file");
    if (facts.st_size == 0)
        return status_fail(error, STATUS_BAD_INPUT, "it is empty");
    const size_t length = (size_t)facts.st_size;
    void *const bytes = (uintmax_t)facts.st_size <= SIZE_MAX
                            ? mmap(NULL, length, PROT_READ, MAP_SHARED, fd, 0)
                            : MAP_FAILED;
    if (bytes == MAP_FAILED)
        return status_fail(error, STATUS_IO, "it cannot be mapped into memory");
    const Status status =
        table_file_check_bytes(bytes, length, material, kind, has_wide_map, error);
    munmap(bytes, length);
    return status;
}
