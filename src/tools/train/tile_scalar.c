// SPDX-License-Identifier: GPL-3.0-or-later
// The plain version: what the vector versions are tested against. Built without contraction into
// fused multiply-adds, so that every compiler gives the same bits.
#include <math.h>

#include "tools/train/tile_rows.h"

static void forward(const TileBatch *batch, size_t inputs, const float *parameters,
                    float *activations, float *partial)
{
    const float *biases = parameters + inputs * TILE_WIDTH;
    const float *output_weights = biases + TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const float *head = output_weights + (size_t)batch->heads[p] * 2 * TILE_WIDTH;
        float *out = activations + (size_t)p * 2 * TILE_WIDTH;
        float sum = 0.0F;
        for (int half = 0; half < 2; half++) {
            const uint16_t *features = batch->features[p][half];
            for (int n = 0; n < TILE_WIDTH; n++) {
                float acc = biases[n];
                for (int i = 0; i < batch->counts[p]; i++)
                    acc += parameters[(size_t)features[i] * TILE_WIDTH + (size_t)n];
                acc = acc < 0.0F ? 0.0F : acc > 1.0F ? 1.0F : acc;
                out[half * TILE_WIDTH + n] = acc;
                sum += acc * acc * head[half * TILE_WIDTH + n];
            }
        }
        partial[p] = sum;
    }
}

static void backward(const TileBatch *batch, size_t inputs, const float *parameters,
                     const float *activations, const float *slopes, float *gradients)
{
    const float *output_weights = parameters + (inputs + 1) * TILE_WIDTH;
    float *bias_gradients = gradients + inputs * TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const size_t head = (size_t)batch->heads[p] * 2 * TILE_WIDTH;
        const float *weights = output_weights + head;
        float *output_gradients = bias_gradients + TILE_WIDTH + head;
        const float *in = activations + (size_t)p * 2 * TILE_WIDTH;
        for (int half = 0; half < 2; half++) {
            const uint16_t *features = batch->features[p][half];
            for (int n = 0; n < TILE_WIDTH; n++) {
                const float act = in[half * TILE_WIDTH + n];
                output_gradients[half * TILE_WIDTH + n] += slopes[p] * act * act;
                // The slope of clamp(x, 0, 1)^2 is 2x inside and 0 outside; at 0 both agree.
                if (act >= 1.0F)
                    continue;
                const float delta = 2.0F * slopes[p] * weights[half * TILE_WIDTH + n] * act;
                bias_gradients[n] += delta;
                for (int i = 0; i < batch->counts[p]; i++)
                    gradients[(size_t)features[i] * TILE_WIDTH + (size_t)n] += delta;
            }
        }
    }
}

static void forward_pairs(const TileBatch *batch, size_t inputs, int first, const float *parameters,
                          float *activations, float *partial)
{
    const float *biases = parameters + inputs * TILE_WIDTH;
    const float *weights = biases + TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const float *head = weights + (size_t)batch->heads[p] * TILE_WIDTH * (size_t)first;
        float *out = activations + (size_t)p * 2 * TILE_WIDTH;
        float *sums = partial + (size_t)p * (size_t)first;
        for (int o = 0; o < first; o++)
            sums[o] = 0.0F;
        for (int half = 0; half < 2; half++) {
            const uint16_t *features = batch->features[p][half];
            float *act = out + half * TILE_WIDTH;
            for (int n = 0; n < TILE_WIDTH; n++) {
                float acc = biases[n];
                for (int i = 0; i < batch->counts[p]; i++)
                    acc += parameters[(size_t)features[i] * TILE_WIDTH + (size_t)n];
                act[n] = acc < 0.0F ? 0.0F : acc > 1.0F ? 1.0F : acc;
            }
            for (int n = 0; n < TILE_PAIRS; n++) {
                const float *row = head + (size_t)(half * TILE_PAIRS + n) * (size_t)first;
                for (int o = 0; o < first; o++)
                    sums[o] += act[n] * act[n + TILE_PAIRS] * row[o];
            }
        }
    }
}

static void backward_pairs(const TileBatch *batch, size_t inputs, int first,
                           const float *parameters, const float *activations, const float *slopes,
                           float *gradients)
{
    const float *weights = parameters + (inputs + 1) * TILE_WIDTH;
    float *bias_gradients = gradients + inputs * TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const size_t head = (size_t)batch->heads[p] * TILE_WIDTH * (size_t)first;
        const float *slope = slopes + (size_t)p * (size_t)first;
        for (int half = 0; half < 2; half++) {
            const uint16_t *features = batch->features[p][half];
            const float *act = activations + ((size_t)p * 2 + (size_t)half) * TILE_WIDTH;
            for (int n = 0; n < TILE_WIDTH; n++) {
                const int pair = half * TILE_PAIRS + n % TILE_PAIRS;
                const size_t row = head + (size_t)pair * (size_t)first;
                const float other = act[(n + TILE_PAIRS) % TILE_WIDTH];
                float delta = 0.0F;
                for (int o = 0; o < first; o++) {
                    delta += slope[o] * weights[row + (size_t)o];
                    if (n < TILE_PAIRS)
                        bias_gradients[TILE_WIDTH + row + (size_t)o] += slope[o] * act[n] * other;
                }
                if (act[n] <= 0.0F || act[n] >= 1.0F)
                    continue;
                delta *= other;
                bias_gradients[n] += delta;
                for (int i = 0; i < batch->counts[p]; i++)
                    gradients[(size_t)features[i] * TILE_WIDTH + (size_t)n] += delta;
            }
        }
    }
}

static void adamw(float *parameters, const float *gradients, float *moment1, float *moment2,
                  size_t count, const AdamStep *step)
{
    for (size_t i = 0; i < count; i++) {
        const float g = gradients[i];
        const float m = step->beta1 * moment1[i] + (1.0F - step->beta1) * g;
        const float v = step->beta2 * moment2[i] + (1.0F - step->beta2) * g * g;
        const float move = m * step->fix1 / (sqrtf(v * step->fix2) + step->epsilon);
        const float w = parameters[i] * step->keep - step->rate * move;
        parameters[i] = w < -step->clip ? -step->clip : w > step->clip ? step->clip : w;
        moment1[i] = m;
        moment2[i] = v;
    }
}

const TileKernels tile_kernels_scalar = {"scalar",      forward,        backward,
                                         forward_pairs, backward_pairs, adamw};
