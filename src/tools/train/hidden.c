// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/hidden.h"

#include <math.h>

bool hidden_is_used(const NetShape *shape)
{
    return shape->hidden[0] != 0;
}

static size_t head_floats(const NetShape *shape)
{
    const size_t first = (size_t)shape->hidden[0];
    const size_t second = (size_t)shape->hidden[1];
    return first + first * second + 2 * second + 16; // the output bias and padding
}

size_t hidden_floats(const NetShape *shape)
{
    const size_t floats = (size_t)shape->heads * head_floats(shape);
    return (floats + 63) / 64 * 64;
}

HiddenHead hidden_head(const NetShape *shape, float *block, int head)
{
    const size_t first = (size_t)shape->hidden[0];
    const size_t second = (size_t)shape->hidden[1];
    float *at = block + (size_t)head * head_floats(shape);
    HiddenHead parts = {.biases1 = at, .weights2 = at + first};
    parts.biases2 = parts.weights2 + first * second;
    parts.weights3 = parts.biases2 + second;
    parts.bias3 = parts.weights3 + second;
    return parts;
}

static float clamp_unit(float x)
{
    return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x;
}

// The slope of clamp(x, 0, 1)^2 for the clamped value; at both bends it is 0 or meets it.
static float bend(float clamped)
{
    return clamped >= 1.0F ? 0.0F : 2.0F * clamped;
}

float hidden_pass(const NetShape *shape, const HiddenHead *head, const HiddenHead *gradients,
                  const float *sums, const HiddenTarget *target, float *slopes)
{
    const int first = shape->hidden[0];
    const int second = shape->hidden[1];
    float act1[NNUE_HIDDEN_MAX];
    float act2[NNUE_HIDDEN_MAX];
    for (int j = 0; j < second; j++)
        act2[j] = head->biases2[j];
    for (int i = 0; i < first; i++) {
        act1[i] = clamp_unit(sums[i] + head->biases1[i]);
        const float squared = act1[i] * act1[i];
        for (int j = 0; j < second; j++)
            act2[j] += squared * head->weights2[i * second + j];
    }
    float output = *head->bias3;
    for (int j = 0; j < second; j++) {
        act2[j] = clamp_unit(act2[j]);
        output += act2[j] * act2[j] * head->weights3[j];
    }
    const float expected = 1.0F / (1.0F + expf(-output));
    const float miss = expected - target->target;
    const float slope = 2.0F * miss * expected * (1.0F - expected) * target->weight;
    *gradients->bias3 += slope;
    float slopes2[NNUE_HIDDEN_MAX] = {0};
    for (int j = 0; j < second; j++) {
        gradients->weights3[j] += slope * act2[j] * act2[j];
        slopes2[j] = slope * head->weights3[j] * bend(act2[j]);
        gradients->biases2[j] += slopes2[j];
    }
    for (int i = 0; i < first; i++) {
        const float squared = act1[i] * act1[i];
        const float *weights = head->weights2 + i * second;
        float *sink = gradients->weights2 + i * second;
        float sums4[4] = {0};
        for (int j = 0; j < second; j += 4) {
            for (int k = 0; k < 4; k++)
                sums4[k] += weights[j + k] * slopes2[j + k];
        }
        for (int j = 0; j < second; j++)
            sink[j] += squared * slopes2[j];
        slopes[i] = (sums4[0] + sums4[1] + (sums4[2] + sums4[3])) * bend(act1[i]);
        gradients->biases1[i] += slopes[i];
    }
    return miss * miss;
}

static double squared_unit(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x * x;
}

double hidden_output(const NetShape *shape, const HiddenHead *head, const double *sums)
{
    double output = (double)*head->bias3;
    for (int j = 0; j < shape->hidden[1]; j++) {
        double sum = (double)head->biases2[j];
        for (int i = 0; i < shape->hidden[0]; i++)
            sum += squared_unit(sums[i] + (double)head->biases1[i]) *
                   (double)head->weights2[i * shape->hidden[1] + j];
        output += squared_unit(sum) * (double)head->weights3[j];
    }
    return output;
}
