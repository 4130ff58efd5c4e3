// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/endian.h"
#include "position/fen.h"
#include "position/position.h"
#include "tools/train/checkpoint.h"
#include "tools/train/quantise.h"
#include "tools/train/trainer.h"

enum { LINE_BYTES = 256 };

static Status join(char out[EXPORT_PATH_BYTES], const char *directory, const char *name,
                   ErrorText *error)
{
    const int length = snprintf(out, EXPORT_PATH_BYTES, "%s/%s", directory, name);
    if (length < 0 || length >= EXPORT_PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", directory);
    return STATUS_OK;
}

static Status write_container(const NetShape *shape, const NetWeights *weights,
                              const ExportPaths *paths, char net_path[EXPORT_PATH_BYTES],
                              ErrorText *error)
{
    const size_t bytes = container_bytes(shape);
    uint8_t *data = malloc(bytes);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for the net file");
    container_write(data, shape, weights);
    NetShape checked;
    Status status = container_check(data, bytes, &checked, error);
    if (status == STATUS_OK) {
        char name[64];
        const uint32_t tag = (uint32_t)(read_le64(data + CONTAINER_CRC_OFFSET) >> 32);
        (void)snprintf(name, sizeof name, "ravelin-%08" PRIx32 ".nnue", tag);
        status = join(net_path, paths->directory, paths->net_name != NULL ? paths->net_name : name,
                      error);
    }
    if (status == STATUS_OK)
        status = checkpoint_replace_file(net_path, data, bytes, error);
    free(data);
    return status;
}

// The sample as a FEN: the side to move plays White, or Black with the board turned round.
static Status sample_fen(const uint8_t mailbox[SQUARE_COUNT], bool is_black, char fen[FEN_BYTES],
                         ErrorText *error)
{
    Board board;
    memset(&board, 0, sizeof board);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = mailbox[sq];
        const Square target = is_black ? square_flip_rank(sq) : sq;
        board.mailbox[target] = (uint8_t)(pc == NO_PIECE || !is_black ? pc : pc ^ BLACK_PIECE_BIT);
    }
    board.side_to_move = is_black ? BLACK : WHITE;
    memset(board.castling_rook, NO_SQUARE, sizeof board.castling_rook);
    board.en_passant = NO_SQUARE;
    board.fullmove_number = 1;
    const Status status = position_complete(&board, error);
    if (status == STATUS_OK)
        fen_write(&board, false, fen);
    return status;
}

static Status write_vectors(const Model *model, const NetWeights *weights, const Sample *samples,
                            size_t count, const char *path, ErrorText *error)
{
    const size_t lines = count < EXPORT_VECTORS ? count : EXPORT_VECTORS;
    char *text = malloc(lines * LINE_BYTES + 1);
    if (text == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    size_t used = 0;
    Status status = STATUS_OK;
    for (size_t i = 0; i < lines && status == STATUS_OK; i++) {
        const Sample *sample = &samples[i * count / lines];
        uint8_t mailbox[SQUARE_COUNT];
        sample_mailbox(sample, mailbox);
        char fen[FEN_BYTES];
        status = sample_fen(mailbox, i % 2 == 1, fen, error);
        if (status != STATUS_OK)
            break;
        const int64_t value = quantise_reference(&model->shape, weights, mailbox);
        const int length = snprintf(text + used, LINE_BYTES, "%s;%.2f;%" PRId64 "\n", fen,
                                    trainer_output(model, sample) * NNUE_EVAL_SCALE, value);
        used += length < 0 ? 0 : (size_t)length;
    }
    if (status == STATUS_OK)
        status = checkpoint_replace_file(path, text, used, error);
    free(text);
    return status;
}

Status export_net(const Model *model, const Sample *samples, size_t count, const ExportPaths *paths,
                  char net_path[EXPORT_PATH_BYTES], ErrorText *error)
{
    NetWeights weights;
    Status status = quantise_create(&model->shape, &weights, error);
    if (status != STATUS_OK)
        return status;
    quantise_model(model, &weights);
    char vectors_path[EXPORT_PATH_BYTES];
    status = write_container(&model->shape, &weights, paths, net_path, error);
    if (status == STATUS_OK)
        status = join(vectors_path, paths->directory, paths->vectors_name, error);
    if (status == STATUS_OK)
        status = write_vectors(model, &weights, samples, count, vectors_path, error);
    quantise_destroy(&weights);
    return status;
}
