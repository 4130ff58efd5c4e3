// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the training kernels written once over vector words. The including file
// defines Vec, VEC_LANES, vec_load, vec_store, vec_set, vec_add, vec_mul, vec_fma (a * b + c),
// vec_min, vec_max, vec_sqrt, vec_div, vec_sum and vec_keep_below_one(x, y): y where x < 1, else 0.
// Contracts: tile.h. No include guard: included once by each tile_<isa>.c.

enum { VECS = TILE_WIDTH / VEC_LANES };

// clamp(bias + rows, 0, 1) of one perspective.
RAVELIN_INLINE void sum_rows(const uint16_t *features, int count, const float *parameters,
                             const float *biases, Vec acc[VECS])
{
    for (int k = 0; k < VECS; k++)
        acc[k] = vec_load(biases + k * VEC_LANES);
    for (int i = 0; i < count; i++) {
        const float *row = parameters + (size_t)features[i] * TILE_WIDTH;
        for (int k = 0; k < VECS; k++)
            acc[k] = vec_add(acc[k], vec_load(row + k * VEC_LANES));
    }
    for (int k = 0; k < VECS; k++)
        acc[k] = vec_min(vec_max(acc[k], vec_set(0.0F)), vec_set(1.0F));
}

// What a neuron's sum has for a slope goes to the gradient of every weight in that sum.
RAVELIN_INLINE void add_to_rows(const uint16_t *features, int count, const Vec delta[VECS],
                                float *gradients)
{
    for (int i = 0; i < count; i++) {
        float *row = gradients + (size_t)features[i] * TILE_WIDTH;
        for (int k = 0; k < VECS; k++)
            vec_store(row + k * VEC_LANES, vec_add(vec_load(row + k * VEC_LANES), delta[k]));
    }
}

static void forward(const TileBatch *batch, size_t inputs, const float *parameters,
                    float *activations, float *partial)
{
    const float *biases = parameters + inputs * TILE_WIDTH;
    const float *output_weights = biases + TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const float *head = output_weights + (size_t)batch->heads[p] * 2 * TILE_WIDTH;
        float *out = activations + (size_t)p * 2 * TILE_WIDTH;
        Vec total = vec_set(0.0F);
        for (int half = 0; half < 2; half++) {
            Vec acc[VECS];
            sum_rows(batch->features[p][half], batch->counts[p], parameters, biases, acc);
            for (int k = 0; k < VECS; k++) {
                const int at = half * TILE_WIDTH + k * VEC_LANES;
                vec_store(out + at, acc[k]);
                total = vec_fma(vec_mul(acc[k], acc[k]), vec_load(head + at), total);
            }
        }
        partial[p] = vec_sum(total);
    }
}

static void backward(const TileBatch *batch, size_t inputs, const float *parameters,
                     const float *activations, const float *slopes, float *gradients)
{
    const float *output_weights = parameters + (inputs + 1) * TILE_WIDTH;
    float *bias_gradients = gradients + inputs * TILE_WIDTH;
    Vec bias_sum[VECS];
    for (int k = 0; k < VECS; k++)
        bias_sum[k] = vec_load(bias_gradients + k * VEC_LANES);
    for (int p = 0; p < batch->positions; p++) {
        const size_t head = (size_t)batch->heads[p] * 2 * TILE_WIDTH;
        const float *weights = output_weights + head;
        float *output_gradients = bias_gradients + TILE_WIDTH + head;
        const float *in = activations + (size_t)p * 2 * TILE_WIDTH;
        const Vec slope = vec_set(slopes[p]);
        const Vec twice = vec_add(slope, slope);
        for (int half = 0; half < 2; half++) {
            Vec delta[VECS];
            for (int k = 0; k < VECS; k++) {
                const int at = half * TILE_WIDTH + k * VEC_LANES;
                const Vec act = vec_load(in + at);
                const Vec sum = vec_fma(vec_mul(act, act), slope, vec_load(output_gradients + at));
                vec_store(output_gradients + at, sum);
                // The slope of clamp(x, 0, 1)^2 is 2x inside and 0 outside; at 0 both agree.
                delta[k] = vec_mul(vec_mul(act, twice), vec_load(weights + at));
                delta[k] = vec_keep_below_one(act, delta[k]);
                bias_sum[k] = vec_add(bias_sum[k], delta[k]);
            }
            add_to_rows(batch->features[p][half], batch->counts[p], delta, gradients);
        }
    }
    for (int k = 0; k < VECS; k++)
        vec_store(bias_gradients + k * VEC_LANES, bias_sum[k]);
}

static void adamw(float *parameters, const float *gradients, float *moment1, float *moment2,
                  size_t count, const AdamStep *step)
{
    const Vec low = vec_set(-step->clip);
    const Vec high = vec_set(step->clip);
    for (size_t i = 0; i < count; i += VEC_LANES) {
        const Vec g = vec_load(gradients + i);
        const Vec m = vec_fma(vec_set(step->beta1), vec_load(moment1 + i),
                              vec_mul(vec_set(1.0F - step->beta1), g));
        const Vec v = vec_fma(vec_set(step->beta2), vec_load(moment2 + i),
                              vec_mul(vec_mul(vec_set(1.0F - step->beta2), g), g));
        const Vec root = vec_sqrt(vec_mul(v, vec_set(step->fix2)));
        const Vec move =
            vec_div(vec_mul(m, vec_set(step->fix1)), vec_add(root, vec_set(step->epsilon)));
        const Vec kept = vec_mul(vec_load(parameters + i), vec_set(step->keep));
        const Vec w = vec_fma(vec_set(-step->rate), move, kept);
        vec_store(parameters + i, vec_min(vec_max(w, low), high));
        vec_store(moment1 + i, m);
        vec_store(moment2 + i, v);
    }
}
