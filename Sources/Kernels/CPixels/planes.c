// What YUV frames need: scaling of single planes, and another matrix or range. The bodies are written once; the compiler makes
// vectors of them, for AVX2 where it is asked to.
#include "CPixels.h"
#include "weights.h"

#define COLUMN_SHIFT 20
#define COLUMN_HALF (1 << 19)
#define INLINED static inline __attribute__((always_inline))

INLINED uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

INLINED void pick(const uint16_t *restrict mixed, const int step, uint16_t *restrict picked, int count) {
    for (int i = 0; i < count; i++) picked[i] = mixed[i * step];
}

void cpixels_pick_words(const uint16_t *mixed, int step, uint16_t *picked, int count) {
    if (step == 2) pick(mixed, 2, picked, count);
    else pick(mixed, 4, picked, count);
}

static void plane_columns_portable(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                                   uint8_t *plane, int from, int count) {
    for (int i = from; i < count; i++) {
        int sum = COLUMN_HALF;
        for (int k = 0; k < taps; k++) sum += weights[i * taps + k] * mixed[first[i] + k];
        plane[i] = (uint8_t)(sum >> COLUMN_SHIFT);
    }
}

static void halve_plane_portable(const uint8_t *upper, const uint8_t *lower, int step, uint8_t *halved, int from, int count) {
    for (int i = from; i < count; i++) {
        ptrdiff_t left = 2 * (ptrdiff_t)i * step, right = left + step;
        halved[i] = (uint8_t)((upper[left] + upper[right] + lower[left] + lower[right] + 2) >> 2);
    }
}

// As many columns at once as fit the stack's share of the cache.
enum { CHUNK = 512, SHIFT = 14, HALF = 1 << 13 };

// Columns from..<to (even, at most CHUNK of them) of two rows of luma and their row of chroma.
INLINED void recolour_block(uint8_t *restrict luma0, uint8_t *restrict luma1, uint8_t *restrict blue, uint8_t *restrict red,
                            int columns, const struct cpixels_colours *c) {
    int32_t tint[CHUNK];
    for (int i = 0; i < columns / 2; i++) {
        int u = blue[i] - 128, v = red[i] - 128;
        int sum = c->luma_blue * u + c->luma_red * v + c->luma_bias;
        tint[2 * i] = sum;
        tint[2 * i + 1] = sum;
        blue[i] = clamped(((c->blue_blue * u + c->blue_red * v + HALF) >> SHIFT) + 128);
        red[i] = clamped(((c->red_blue * u + c->red_red * v + HALF) >> SHIFT) + 128);
    }
    for (int i = 0; i < columns; i++) luma0[i] = clamped((c->luma_luma * luma0[i] + tint[i]) >> SHIFT);
    for (int i = 0; i < columns; i++) luma1[i] = clamped((c->luma_luma * luma1[i] + tint[i]) >> SHIFT);
}

INLINED void recolour(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int width,
                      int height, const struct cpixels_colours *colours) {
    for (int y = 0; y < height; y += 2)
        for (int x = 0; x < width; x += CHUNK) {
            uint8_t *at = luma + y * luma_stride + x;
            ptrdiff_t chroma = y / 2 * chroma_stride + x / 2;
            recolour_block(at, at + luma_stride, blue + chroma, red + chroma, width - x < CHUNK ? width - x : CHUNK, colours);
        }
}

// The chroma of recolour_block, where it has a sample for each pixel.
INLINED void recolour_chroma(uint8_t *restrict blue, uint8_t *restrict red, ptrdiff_t stride, int width, int height,
                             const struct cpixels_colours *c) {
    for (int y = 0; y < height; y++, blue += stride, red += stride)
        for (int x = 0; x < width; x++) {
            int u = blue[x] - 128, v = red[x] - 128;
            blue[x] = clamped(((c->blue_blue * u + c->blue_red * v + HALF) >> SHIFT) + 128);
            red[x] = clamped(((c->red_blue * u + c->red_red * v + HALF) >> SHIFT) + 128);
        }
}

#ifdef CPIXELS_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

// Two words as one 32-bit lane, for pmaddwd.
static inline int pair(const void *words) {
    int both;
    memcpy(&both, words, sizeof both);
    return both;
}

// Eight pairs. Loaded one by one: gathering took twice as long on the machine where this was measured.
static inline AVX2 __m256i pairs_at(const uint16_t *row, const int32_t *first) {
    return _mm256_setr_epi32(pair(row + first[0]), pair(row + first[1]), pair(row + first[2]), pair(row + first[3]),
                             pair(row + first[4]), pair(row + first[5]), pair(row + first[6]), pair(row + first[7]));
}

static inline AVX2 __m256i pairs_every(const int16_t *weights, ptrdiff_t step) {
    return _mm256_setr_epi32(pair(weights), pair(weights + step), pair(weights + 2 * step), pair(weights + 3 * step),
                             pair(weights + 4 * step), pair(weights + 5 * step), pair(weights + 6 * step), pair(weights + 7 * step));
}

// Eight results at a time. A mixed row's words stay below 1 << 14, so that they are positive for pmaddwd.
static AVX2 int plane_columns_avx2(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                                   uint8_t *plane, int count) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256i sum = _mm256_set1_epi32(COLUMN_HALF);
        const int16_t *weight = weights + (ptrdiff_t)i * taps;
        for (int k = 0; k < taps; k += 2) {
            __m256i own = taps == 2 ? _mm256_loadu_si256((const __m256i *)weight) : pairs_every(weight + k, taps);
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs_at(mixed + k, first + i), own));
        }
        __m256i words = _mm256_srli_epi32(sum, COLUMN_SHIFT);
        __m256i bytes = _mm256_packus_epi16(_mm256_packus_epi32(words, words), words);
        int low = _mm_cvtsi128_si32(_mm256_castsi256_si128(bytes));
        int high = _mm_cvtsi128_si32(_mm256_extracti128_si256(bytes, 1));
        memcpy(plane + i, &low, 4);
        memcpy(plane + i + 4, &high, 4);
    }
    return i;
}

// Sums of neighbouring bytes, as words.
static AVX2 inline __m256i byte_pairs(const uint8_t *bytes) {
    return _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)bytes), _mm256_set1_epi8(1));
}

// Every other byte, as words.
static AVX2 inline __m256i every_other(const uint8_t *bytes, int phase) {
    __m256i both = _mm256_loadu_si256((const __m256i *)bytes);
    return phase ? _mm256_srli_epi16(both, 8) : _mm256_and_si256(both, _mm256_set1_epi16(0xFF));
}

static AVX2 inline __m256i quarter(__m256i sums) { return _mm256_srli_epi16(_mm256_add_epi16(sums, _mm256_set1_epi16(2)), 2); }

static AVX2 int halve_plane_avx2(const uint8_t *upper, const uint8_t *lower, uint8_t *halved, int count) {
    int i = 0;
    for (; i + 32 <= count; i += 32) {
        const uint8_t *a = upper + 2 * (ptrdiff_t)i, *b = lower + 2 * (ptrdiff_t)i;
        __m256i left = quarter(_mm256_add_epi16(byte_pairs(a), byte_pairs(b)));
        __m256i right = quarter(_mm256_add_epi16(byte_pairs(a + 32), byte_pairs(b + 32)));
        _mm256_storeu_si256((__m256i *)(halved + i), _mm256_permute4x64_epi64(_mm256_packus_epi16(left, right), 0xD8));
    }
    return i;
}

// Of two channels that stand in turn: sixteen samples of one at a time.
static AVX2 int halve_pairs_avx2(const uint8_t *upper, const uint8_t *lower, int phase, uint8_t *halved, int count) {
    const __m256i ones = _mm256_set1_epi16(1);
    int i = 0;
    for (; i + 16 <= count; i += 16) {
        const uint8_t *a = upper + 4 * (ptrdiff_t)i, *b = lower + 4 * (ptrdiff_t)i;
        __m256i left = _mm256_madd_epi16(_mm256_add_epi16(every_other(a, phase), every_other(b, phase)), ones);
        __m256i right = _mm256_madd_epi16(_mm256_add_epi16(every_other(a + 32, phase), every_other(b + 32, phase)), ones);
        __m256i words = _mm256_permute4x64_epi64(quarter(_mm256_packus_epi32(left, right)), 0xD8);
        __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
        _mm_storeu_si128((__m128i *)(halved + i), bytes);
    }
    return i;
}

static AVX2 void recolour_avx2(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride,
                               int width, int height, const struct cpixels_colours *colours) {
    recolour(luma, luma_stride, blue, red, chroma_stride, width, height, colours);
}

static AVX2 void recolour_chroma_avx2(uint8_t *blue, uint8_t *red, ptrdiff_t stride, int width, int height,
                                      const struct cpixels_colours *colours) {
    recolour_chroma(blue, red, stride, width, height, colours);
}
#endif

void cpixels_mix_plane_columns(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                               uint8_t *plane, int count, int avx2) {
    int done = 0;
#ifdef CPIXELS_AVX2
    if (avx2) done = plane_columns_avx2(mixed, first, weights, taps, plane, count);
#endif
    plane_columns_portable(mixed, first, weights, taps, plane, done, count);
}

void cpixels_halve_plane(const uint8_t *rows, ptrdiff_t stride, int step, int phase, uint8_t *halved, int count, int avx2) {
    int done = 0;
#ifdef CPIXELS_AVX2
    if (avx2) done = step == 1 ? halve_plane_avx2(rows, rows + stride, halved, count) : halve_pairs_avx2(rows, rows + stride, phase, halved, count);
#endif
    halve_plane_portable(rows + phase, rows + stride + phase, step, halved, done, count);
}

void cpixels_recolour(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int width,
                      int height, const struct cpixels_colours *colours, int avx2) {
#ifdef CPIXELS_AVX2
    if (avx2) {
        recolour_avx2(luma, luma_stride, blue, red, chroma_stride, width, height, colours);
        return;
    }
#endif
    recolour(luma, luma_stride, blue, red, chroma_stride, width, height, colours);
}

void cpixels_recolour_chroma(uint8_t *blue, uint8_t *red, ptrdiff_t stride, int width, int height,
                             const struct cpixels_colours *colours, int avx2) {
#ifdef CPIXELS_AVX2
    if (avx2) {
        recolour_chroma_avx2(blue, red, stride, width, height, colours);
        return;
    }
#endif
    recolour_chroma(blue, red, stride, width, height, colours);
}
