// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/game.h"

#include <string.h>

#include "base/endian.h"

void record_game_begin(RecordGame *game, const Board *start)
{
    uint8_t *out = game->bytes;
    memset(out, 0, VIRIFORMAT_START_BYTES);
    write_le64(out, board_occupied(start));
    unsigned index = 0;
    for (Bitboard rest = board_occupied(start); rest != 0; index++) {
        const Square sq = bits_pop_lowest(&rest);
        unsigned code = start->mailbox[sq];
        for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
            if (start->castling_rook[right] == sq)
                code = (code & BLACK_PIECE_BIT) | VIRIFORMAT_UNMOVED_ROOK;
        }
        out[8 + index / 2] = (uint8_t)(out[8 + index / 2] | code << 4 * (index % 2));
    }
    out[24] = (uint8_t)(start->en_passant | start->side_to_move << 7);
    out[25] = (uint8_t)(start->halfmove_clock < 255 ? start->halfmove_clock : 255);
    write_le16(out + 26, start->fullmove_number);
    game->count = VIRIFORMAT_START_BYTES;
    game->plies = 0;
}

bool record_game_add(RecordGame *game, Move move, int white_score)
{
    if (game->plies == RECORD_GAME_PLIES_MAX)
        return false;
    const int score = white_score > RECORD_SCORE_MAX    ? RECORD_SCORE_MAX
                      : white_score < -RECORD_SCORE_MAX ? -RECORD_SCORE_MAX
                                                        : white_score;
    write_le16(game->bytes + game->count, move);
    write_le16(game->bytes + game->count + 2, (uint16_t)score);
    game->count += VIRIFORMAT_PAIR_BYTES;
    game->plies++;
    return true;
}

void record_game_end(RecordGame *game, int white_result)
{
    game->bytes[30] = (uint8_t)white_result;
    memset(game->bytes + game->count, 0, VIRIFORMAT_PAIR_BYTES);
    game->count += VIRIFORMAT_PAIR_BYTES;
}
