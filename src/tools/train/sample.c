// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/sample.h"

#include <string.h>

Sample sample_pack(const Board *board, int score_cp, int result)
{
    const Colour us = board->side_to_move;
    Sample sample;
    memset(&sample, 0, sizeof sample);
    const Bitboard occupied = board_occupied(board);
    sample.occupied = us == WHITE ? occupied : bits_swap_bytes(occupied);
    sample.score_cp = (int16_t)score_cp;
    sample.result = (uint8_t)result;
    unsigned index = 0;
    for (Bitboard rest = sample.occupied; rest != 0; index++) {
        const Square sq = square_relative(us, bits_pop_lowest(&rest));
        const Piece pc = board->mailbox[sq];
        const unsigned code = (unsigned)piece_type(pc) | (piece_colour(pc) == us ? 0U : 8U);
        sample.men[index / 2] = (uint8_t)(sample.men[index / 2] | code << 4 * (index % 2));
    }
    return sample;
}

static unsigned man_code(const Sample *sample, unsigned index)
{
    return (unsigned)(sample->men[index / 2] >> 4 * (index % 2)) & 15U;
}

void sample_mailbox(const Sample *sample, uint8_t mailbox[SQUARE_COUNT])
{
    memset(mailbox, NO_PIECE, SQUARE_COUNT);
    unsigned index = 0;
    for (uint64_t rest = sample->occupied; rest != 0; index++) {
        const Square sq = bits_pop_lowest(&rest);
        mailbox[sq] = (uint8_t)man_code(sample, index);
    }
}

int sample_features(const Sample *sample, const NetShape *shape,
                    uint16_t features[2][SAMPLE_MEN_MAX])
{
    uint8_t codes[SAMPLE_MEN_MAX];
    uint8_t squares[SAMPLE_MEN_MAX];
    Square kings[2] = {0, 0};
    int count = 0;
    for (uint64_t rest = sample->occupied; rest != 0 && count < SAMPLE_MEN_MAX; count++) {
        const Square sq = bits_pop_lowest(&rest);
        const unsigned code = man_code(sample, (unsigned)count);
        codes[count] = (uint8_t)code;
        squares[count] = (uint8_t)sq;
        if ((code & 7U) == KING)
            kings[code >> 3] = sq;
    }
    // Each perspective flips squares with one exclusive-or: ranks for the side not to move, files
    // when the net is mirrored and the own king stands on files e-h.
    for (int side = 0; side < 2; side++) {
        const int rank_flip = side == 0 ? 0 : 56;
        const Square king = kings[side] ^ rank_flip;
        const int flip = rank_flip | (shape->mirrored != 0 && square_file(king) >= 4 ? 7 : 0);
        const int base = shape->king_bucket_map[king] * NNUE_INPUTS;
        for (int i = 0; i < count; i++) {
            const int enemy = (codes[i] >> 3) ^ side;
            const int type = codes[i] & 7;
            features[side][i] = (uint16_t)(base + enemy * 384 + type * 64 + (squares[i] ^ flip));
        }
    }
    return count;
}

int sample_head(int men, int heads)
{
    return (men - 2) * heads / 32;
}
