#include "CPixels.h"
#include "weights.h"

// Mixed rows keep 6 fractional bits: 255 << 6 still fits a signed word, as the column step wants it.
#define ROW_SHIFT 8
#define ROW_HALF 128
#define COLUMN_SHIFT 20
#define COLUMN_HALF (1 << 19)

static inline const uint8_t *row_at(const uint8_t *rows, ptrdiff_t stride, int valid, int k) {
    return rows + (k < valid ? k : valid - 1) * stride;
}

static void rows_portable(const uint8_t *rows, ptrdiff_t stride, int valid, const int16_t *weights, int taps,
                          uint16_t *mixed, size_t from, size_t bytes) {
    for (size_t j = from; j < bytes; j++) {
        int sum = ROW_HALF;
        for (int k = 0; k < taps; k++) sum += weights[k] * row_at(rows, stride, valid, k)[j];
        mixed[j] = (uint16_t)(sum >> ROW_SHIFT);
    }
}

static void columns_portable(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                             uint8_t *bgrx, int from, int count) {
    for (int i = from; i < count; i++) {
        int sum[4] = {COLUMN_HALF, COLUMN_HALF, COLUMN_HALF, COLUMN_HALF};
        const uint16_t *pixel = mixed + 4 * (ptrdiff_t)first[i];
        const int16_t *weight = weights + (ptrdiff_t)i * taps;
        for (int k = 0; k < taps; k++)
            for (int c = 0; c < 4; c++) sum[c] += weight[k] * pixel[4 * k + c];
        for (int c = 0; c < 4; c++) bgrx[4 * i + c] = (uint8_t)(sum[c] >> COLUMN_SHIFT);
    }
}

static inline int mean(int a, int b) { return (a + b + 1) >> 1; }

static void halve_portable(const uint8_t *upper, const uint8_t *lower, uint8_t *halved, int from, int count) {
    for (int i = from; i < count; i++)
        for (int c = 0; c < 4; c++) {
            int left = 8 * i + c, right = left + 4;
            halved[4 * i + c] = (uint8_t)mean(mean(upper[left], lower[left]), mean(upper[right], lower[right]));
        }
}

#ifdef CPIXELS_AVX2
#include <immintrin.h>
#include <string.h>

// Two neighbouring weights as one 32-bit lane, for pmaddwd.
static inline int weight_pair(const int16_t *weights) {
    int pair;
    memcpy(&pair, weights, sizeof pair);
    return pair;
}

#define AVX2 static inline __attribute__((target("avx2"), always_inline))

// Inlined twice: with taps known to be 2, which most screens need, the addresses leave the loop.
AVX2 size_t rows_by(const uint8_t *rows, ptrdiff_t stride, int valid, const int16_t *weights, const int taps,
                    uint16_t *mixed, size_t bytes) {
    const __m256i zero = _mm256_setzero_si256();
    size_t j = 0;
    for (; j + 32 <= bytes; j += 32) {
        __m256i sum[4];
        for (int i = 0; i < 4; i++) sum[i] = _mm256_set1_epi32(ROW_HALF);
        for (int k = 0; k < taps; k += 2) {
            __m256i a = _mm256_loadu_si256((const __m256i *)(row_at(rows, stride, valid, k) + j));
            __m256i b = _mm256_loadu_si256((const __m256i *)(row_at(rows, stride, valid, k + 1) + j));
            __m256i weight = _mm256_set1_epi32(weight_pair(weights + k));
            __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
            sum[0] = _mm256_add_epi32(sum[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weight));
            sum[1] = _mm256_add_epi32(sum[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weight));
            sum[2] = _mm256_add_epi32(sum[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weight));
            sum[3] = _mm256_add_epi32(sum[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weight));
        }
        for (int i = 0; i < 4; i++) sum[i] = _mm256_srli_epi32(sum[i], ROW_SHIFT);
        __m256i low = _mm256_packs_epi32(sum[0], sum[1]), high = _mm256_packs_epi32(sum[2], sum[3]);
        _mm256_storeu_si256((__m256i *)(mixed + j), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(mixed + j + 16), _mm256_permute2x128_si256(low, high, 0x31));
    }
    return j;
}

static __attribute__((target("avx2"))) size_t rows_avx2(
    const uint8_t *rows, ptrdiff_t stride, int valid, const int16_t *weights, int taps, uint16_t *mixed, size_t bytes) {
    return taps == 2 ? rows_by(rows, stride, valid, weights, 2, mixed, bytes)
                     : rows_by(rows, stride, valid, weights, taps, mixed, bytes);
}

// Pixels `first[0]` and its right neighbour in the low lane, `first[1]` and its own in the high one, channel beside channel.
AVX2 __m256i pixel_pairs(const uint16_t *mixed, const int32_t *first) {
    const __m256i neighbours = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
                                                0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    const __m128i *left = (const __m128i *)(mixed + 4 * (ptrdiff_t)first[0]);
    const __m128i *right = (const __m128i *)(mixed + 4 * (ptrdiff_t)first[1]);
    return _mm256_shuffle_epi8(
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(left)), _mm_loadu_si128(right), 1), neighbours);
}

// Two results side by side, one per lane: dwords b g r x each.
AVX2 __m256i two_columns(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps) {
    __m256i sum = _mm256_set1_epi32(COLUMN_HALF);
    for (int k = 0; k < taps; k += 2) {
        __m256i weight = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_set1_epi32(weight_pair(weights + k))),
            _mm_set1_epi32(weight_pair(weights + taps + k)), 1);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pixel_pairs(mixed + 4 * k, first), weight));
    }
    return _mm256_srli_epi32(sum, COLUMN_SHIFT);
}

// The same for two taps, where the weights of all four results lie side by side.
AVX2 __m256i two_columns_of_two(const uint16_t *mixed, const int32_t *first, __m256i weights, __m256i which) {
    __m256i weight = _mm256_permutevar8x32_epi32(weights, which);
    __m256i sum = _mm256_madd_epi16(pixel_pairs(mixed, first), weight);
    return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(COLUMN_HALF)), COLUMN_SHIFT);
}

// Four results from two registers of two.
AVX2 void store_four(uint8_t *bgrx, __m256i a, __m256i b) {
    __m256i words = _mm256_packs_epi32(a, b); // lanes: results 0 and 2, 1 and 3
    __m256i pixels = _mm256_packus_epi16(words, words);
    __m128i even = _mm256_castsi256_si128(pixels), odd = _mm256_extracti128_si256(pixels, 1);
    _mm_storeu_si128((__m128i *)bgrx, _mm_unpacklo_epi32(even, odd));
}

static __attribute__((target("avx2"))) int columns_avx2(
    const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps, uint8_t *bgrx, int count) {
    const __m256i low = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), high = _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
    int i = 0;
    if (taps == 2) {
        for (; i + 4 <= count; i += 4) {
            __m256i four = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(weights + 2 * i)));
            store_four(bgrx + 4 * i, two_columns_of_two(mixed, first + i, four, low),
                       two_columns_of_two(mixed, first + i + 2, four, high));
        }
        return i;
    }
    for (; i + 4 <= count; i += 4) {
        const int16_t *weight = weights + (ptrdiff_t)i * taps;
        store_four(bgrx + 4 * i, two_columns(mixed, first + i, weight, taps),
                   two_columns(mixed, first + i + 2, weight + 2 * taps, taps));
    }
    return i;
}

static __attribute__((target("avx2"))) int halve_avx2(const uint8_t *upper, const uint8_t *lower, uint8_t *halved, int count) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i *a = (const __m256i *)(upper + 8 * (ptrdiff_t)i), *b = (const __m256i *)(lower + 8 * (ptrdiff_t)i);
        __m256 left = _mm256_castsi256_ps(_mm256_avg_epu8(_mm256_loadu_si256(a), _mm256_loadu_si256(b)));
        __m256 right = _mm256_castsi256_ps(_mm256_avg_epu8(_mm256_loadu_si256(a + 1), _mm256_loadu_si256(b + 1)));
        __m256i means = _mm256_avg_epu8(_mm256_castps_si256(_mm256_shuffle_ps(left, right, 0x88)),
                                        _mm256_castps_si256(_mm256_shuffle_ps(left, right, 0xDD)));
        _mm256_storeu_si256((__m256i *)(halved + 4 * (ptrdiff_t)i), _mm256_permute4x64_epi64(means, 0xD8));
    }
    return i;
}
#endif

void cpixels_halve(const uint8_t *rows, ptrdiff_t stride, uint8_t *halved, int count, int avx2) {
    int done = 0;
#ifdef CPIXELS_AVX2
    if (avx2) done = halve_avx2(rows, rows + stride, halved, count);
#endif
    halve_portable(rows, rows + stride, halved, done, count);
}

void cpixels_mix_rows(const uint8_t *rows, ptrdiff_t stride, int valid, const int16_t *weights, int taps,
                      uint16_t *mixed, size_t bytes, int avx2) {
    size_t done = 0;
#ifdef CPIXELS_AVX2
    if (avx2) done = rows_avx2(rows, stride, valid, weights, taps, mixed, bytes);
#endif
    rows_portable(rows, stride, valid, weights, taps, mixed, done, bytes);
}

void cpixels_mix_columns(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                         uint8_t *bgrx, int count, int avx2) {
    int done = 0;
#ifdef CPIXELS_AVX2
    if (avx2) done = columns_avx2(mixed, first, weights, taps, bgrx, count);
#endif
    columns_portable(mixed, first, weights, taps, bgrx, done, count);
}
