// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the training kernels of nets with hidden layers, written once over the
// vector words of tile_tmpl.h and vec_keep_inside(x, y): y where 0 < x < 1, else 0.
// Contracts: tile.h. No include guard: included once by each tile_<isa>.c, behind tile_tmpl.h.

enum { PAIR_VECS = TILE_PAIRS / VEC_LANES };

// The products of pairs of one perspective's activations.
RAVELIN_INLINE void multiply_pairs(const Vec act[VECS], float *products)
{
    for (int k = 0; k < PAIR_VECS; k++)
        vec_store(products + k * VEC_LANES, vec_mul(act[k], act[k + PAIR_VECS]));
}

// forward of tile_tmpl.h for nets with layers: `partial` is what the products of this tile give to
// the sums of the first layer.
static void forward_pairs(const TileBatch *batch, size_t inputs, int first, const float *parameters,
                          float *activations, float *partial)
{
    const float *biases = parameters + inputs * TILE_WIDTH;
    const float *weights = biases + TILE_WIDTH;
    for (int p = 0; p < batch->positions; p++) {
        const float *head = weights + (size_t)batch->heads[p] * TILE_WIDTH * (size_t)first;
        float *out = activations + (size_t)p * 2 * TILE_WIDTH;
        _Alignas(64) float products[TILE_WIDTH];
        for (int half = 0; half < 2; half++) {
            Vec acc[VECS];
            sum_rows(batch->features[p][half], batch->counts[p], parameters, biases, acc);
            for (int k = 0; k < VECS; k++)
                vec_store(out + half * TILE_WIDTH + k * VEC_LANES, acc[k]);
            multiply_pairs(acc, products + half * TILE_PAIRS);
        }
        for (int o = 0; o < first; o += VEC_LANES) {
            Vec sums[4];
            for (int j = 0; j < 4; j++)
                sums[j] = vec_set(0.0F);
            for (int i = 0; i < TILE_WIDTH; i += 4) {
                const float *rows = head + (size_t)i * (size_t)first + o;
                for (int j = 0; j < 4; j++)
                    sums[j] =
                        vec_fma(vec_set(products[i + j]), vec_load(rows + j * first), sums[j]);
            }
            vec_store(partial + (size_t)p * (size_t)first + o,
                      vec_add(vec_add(sums[0], sums[1]), vec_add(sums[2], sums[3])));
        }
    }
}

// turned[head][o][product]: the weights with products side by side.
static void turn_weights(const float *weights, int heads, int first, float *turned)
{
    for (int head = 0; head < heads; head++) {
        for (int i = 0; i < TILE_WIDTH; i++) {
            for (int o = 0; o < first; o++)
                turned[(head * first + o) * TILE_WIDTH + i] =
                    weights[(head * TILE_WIDTH + i) * first + o];
        }
    }
}

// The gradients of one head's weights: products times slopes.
RAVELIN_INLINE void add_pair_gradients(const float *products, const float *slopes, int first,
                                       float *gradients)
{
    for (int o = 0; o < first; o += VEC_LANES) {
        const Vec slope = vec_load(slopes + o);
        for (int i = 0; i < TILE_WIDTH; i++) {
            float *row = gradients + i * first + o;
            vec_store(row, vec_fma(vec_set(products[i]), slope, vec_load(row)));
        }
    }
}

// From the slope of each product of one perspective to those of its neurons.
RAVELIN_INLINE void split_pairs(const Vec act[VECS], const Vec product_slopes[PAIR_VECS],
                                Vec delta[VECS])
{
    for (int k = 0; k < PAIR_VECS; k++) {
        const Vec a = act[k];
        const Vec b = act[k + PAIR_VECS];
        delta[k] = vec_keep_inside(a, vec_mul(product_slopes[k], b));
        delta[k + PAIR_VECS] = vec_keep_inside(b, vec_mul(product_slopes[k], a));
    }
}

// backward for them: from the slopes of those sums to the gradients of the tile.
static void backward_pairs(const TileBatch *batch, size_t inputs, int first,
                           const float *parameters, const float *activations, const float *slopes,
                           float *gradients)
{
    _Alignas(64) float turned[NNUE_HEADS_MAX * NNUE_HIDDEN_MAX * TILE_WIDTH];
    turn_weights(parameters + (inputs + 1) * TILE_WIDTH, batch->head_count, first, turned);
    float *bias_gradients = gradients + inputs * TILE_WIDTH;
    Vec bias_sum[VECS];
    for (int k = 0; k < VECS; k++)
        bias_sum[k] = vec_load(bias_gradients + k * VEC_LANES);
    for (int p = 0; p < batch->positions; p++) {
        const float *slope = slopes + (size_t)p * (size_t)first;
        const float *columns = turned + (size_t)batch->heads[p] * (size_t)first * TILE_WIDTH;
        const float *in = activations + (size_t)p * 2 * TILE_WIDTH;
        _Alignas(64) float products[TILE_WIDTH];
        for (int half = 0; half < 2; half++) {
            Vec act[VECS];
            for (int k = 0; k < VECS; k++)
                act[k] = vec_load(in + half * TILE_WIDTH + k * VEC_LANES);
            multiply_pairs(act, products + half * TILE_PAIRS);
            Vec product_slopes[PAIR_VECS];
            for (int k = 0; k < PAIR_VECS; k++)
                product_slopes[k] = vec_set(0.0F);
            for (int o = 0; o < first; o++) {
                const float *column = columns + o * TILE_WIDTH + half * TILE_PAIRS;
                for (int k = 0; k < PAIR_VECS; k++)
                    product_slopes[k] = vec_fma(vec_set(slope[o]), vec_load(column + k * VEC_LANES),
                                                product_slopes[k]);
            }
            Vec delta[VECS];
            split_pairs(act, product_slopes, delta);
            for (int k = 0; k < VECS; k++)
                bias_sum[k] = vec_add(bias_sum[k], delta[k]);
            add_to_rows(batch->features[p][half], batch->counts[p], delta, gradients);
        }
        add_pair_gradients(products, slope, first,
                           bias_gradients + TILE_WIDTH +
                               (size_t)batch->heads[p] * TILE_WIDTH * (size_t)first);
    }
    for (int k = 0; k < VECS; k++)
        vec_store(bias_gradients + k * VEC_LANES, bias_sum[k]);
}
