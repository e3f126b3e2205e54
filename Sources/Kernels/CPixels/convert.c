#include "CPixels.h"
#include "weights.h"

int cpixels_has_avx2(void) {
#ifdef CPIXELS_AVX2
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

static inline uint8_t luma_of(const uint8_t *pixel) {
    return (uint8_t)(((LUMA_B * pixel[0] + LUMA_G * pixel[1] + LUMA_R * pixel[2] + 128) >> 8) + 16);
}

static inline int mean(int a, int b) { return (a + b + 1) >> 1; }

// Two means, as pavgb gives: rows first, then columns.
static inline int block_mean(const uint8_t *upper, const uint8_t *lower, int next) {
    return mean(mean(upper[0], lower[0]), mean(upper[next], lower[next]));
}

static inline uint8_t chroma_of(int weighted, int scale) { return (uint8_t)(((weighted * scale + 0x4000) >> 15) + 128); }

static inline void block(const uint8_t *upper, const uint8_t *lower, int next, uint8_t *luma0, uint8_t *luma1,
                         uint8_t *blue, uint8_t *red) {
    luma0[0] = luma_of(upper);
    luma0[1] = luma_of(upper + next);
    luma1[0] = luma_of(lower);
    luma1[1] = luma_of(lower + next);
    int b = block_mean(upper, lower, next);
    int g = block_mean(upper + 1, lower + 1, next);
    int r = block_mean(upper + 2, lower + 2, next);
    *blue = chroma_of(BLUE_B * b + BLUE_G * g + BLUE_R * r, BLUE_SCALE);
    *red = chroma_of(RED_B * b + RED_G * g + RED_R * r, RED_SCALE);
}

// One row from column `from` on, a sample for each pixel.
static void chroma_portable(const uint8_t *row, int from, int width, uint8_t *restrict blue, uint8_t *restrict red) {
    for (int x = from; x < width; x++) {
        int b = row[4 * x], g = row[4 * x + 1], r = row[4 * x + 2];
        blue[x] = chroma_of(BLUE_B * b + BLUE_G * g + BLUE_R * r, BLUE_SCALE);
        red[x] = chroma_of(RED_B * b + RED_G * g + RED_R * r, RED_SCALE);
    }
}

// Two rows from column `from` (even) on, a 2x2 block at a time.
static void pair_portable(const uint8_t *upper, const uint8_t *lower, int from, int width,
                          uint8_t *restrict luma0, uint8_t *restrict luma1, uint8_t *restrict blue, uint8_t *restrict red) {
    int x = from;
    for (; x + 2 <= width; x += 2)
        block(upper + 4 * x, lower + 4 * x, 4, luma0 + x, luma1 + x, blue + x / 2, red + x / 2);
    if (x < width) block(upper + 4 * x, lower + 4 * x, 0, luma0 + x, luma1 + x, blue + x / 2, red + x / 2);
}

#ifdef CPIXELS_AVX2
#include <immintrin.h>

#define AVX2 static inline __attribute__((target("avx2"), always_inline))

// 32 pixels to 32 luma bytes. Pixels are made signed (p - 128) because the green weight only fits an unsigned byte;
// the bias puts 128 * 220 back, with the rounding and the offset of 16.
AVX2 void luma32(const __m256i p[4], uint8_t *luma) {
    const __m256i weights = _mm256_set1_epi32(LUMA_B | LUMA_G << 8 | LUMA_R << 16);
    const __m256i sign = _mm256_set1_epi8((char)0x80);
    const __m256i ones = _mm256_set1_epi16(1);
    const __m256i bias = _mm256_set1_epi16((short)(128 * (LUMA_B + LUMA_G + LUMA_R) + 128 + 16 * 256));
    __m256i sum[4];
    for (int i = 0; i < 4; i++)
        sum[i] = _mm256_madd_epi16(_mm256_maddubs_epi16(weights, _mm256_xor_si256(p[i], sign)), ones);
    __m256i left = _mm256_srli_epi16(_mm256_add_epi16(_mm256_packs_epi32(sum[0], sum[1]), bias), 8);
    __m256i right = _mm256_srli_epi16(_mm256_add_epi16(_mm256_packs_epi32(sum[2], sum[3]), bias), 8);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256((__m256i *)luma, _mm256_permutevar8x32_epi32(_mm256_packus_epi16(left, right), order));
}

// Means of 2x2 blocks as pixels, eight from sixteen columns; the order is that of shufps, put right at the end.
AVX2 __m256i block_means(const __m256i upper[2], const __m256i lower[2]) {
    __m256 left = _mm256_castsi256_ps(_mm256_avg_epu8(upper[0], lower[0]));
    __m256 right = _mm256_castsi256_ps(_mm256_avg_epu8(upper[1], lower[1]));
    return _mm256_avg_epu8(_mm256_castps_si256(_mm256_shuffle_ps(left, right, 0x88)),
                           _mm256_castps_si256(_mm256_shuffle_ps(left, right, 0xDD)));
}

// Sixteen words of signed chroma.
AVX2 __m256i chroma16(__m256i left, __m256i right, int b, int g, int r, short scale) {
    const __m256i weights = _mm256_set1_epi32((b & 0xFF) | (g & 0xFF) << 8 | (r & 0xFF) << 16);
    const __m256i ones = _mm256_set1_epi16(1);
    left = _mm256_madd_epi16(_mm256_maddubs_epi16(left, weights), ones);
    right = _mm256_madd_epi16(_mm256_maddubs_epi16(right, weights), ones);
    return _mm256_mulhrs_epi16(_mm256_packs_epi32(left, right), _mm256_set1_epi16(scale));
}

// Returns how many columns were done: a multiple of 32.
static __attribute__((target("avx2"))) int pair_avx2(const uint8_t *upper, const uint8_t *lower, int width,
                                                     uint8_t *luma0, uint8_t *luma1, uint8_t *blue, uint8_t *red) {
    int x = 0;
    for (; x + 32 <= width; x += 32) {
        __m256i a[4], b[4];
        for (int i = 0; i < 4; i++) {
            a[i] = _mm256_loadu_si256((const __m256i *)(upper + 4 * x) + i);
            b[i] = _mm256_loadu_si256((const __m256i *)(lower + 4 * x) + i);
        }
        luma32(a, luma0 + x);
        luma32(b, luma1 + x);
        __m256i left = block_means(a, b), right = block_means(a + 2, b + 2);
        __m256i both = _mm256_packs_epi16(chroma16(left, right, BLUE_B, BLUE_G, BLUE_R, BLUE_SCALE),
                                          chroma16(left, right, RED_B, RED_G, RED_R, RED_SCALE));
        both = _mm256_xor_si256(both, _mm256_set1_epi8((char)0x80));
        // Each lane of `both`: 8 bytes of blue, 8 of red, two neighbours from each register in turn.
        __m128i low = _mm256_castsi256_si128(both), high = _mm256_extracti128_si256(both, 1);
        _mm_storeu_si128((__m128i *)(blue + x / 2), _mm_unpacklo_epi16(low, high));
        _mm_storeu_si128((__m128i *)(red + x / 2), _mm_unpackhi_epi16(low, high));
    }
    return x;
}

// 32 pixels to 32 bytes of one chroma.
AVX2 void chroma32(const __m256i p[4], int b, int g, int r, short scale, uint8_t *chroma) {
    __m256i both = _mm256_packs_epi16(chroma16(p[0], p[1], b, g, r, scale), chroma16(p[2], p[3], b, g, r, scale));
    both = _mm256_xor_si256(both, _mm256_set1_epi8((char)0x80));
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256((__m256i *)chroma, _mm256_permutevar8x32_epi32(both, order));
}

// Returns how many columns were done: a multiple of 32.
static __attribute__((target("avx2"))) int chroma_avx2(const uint8_t *row, int width, uint8_t *blue, uint8_t *red) {
    int x = 0;
    for (; x + 32 <= width; x += 32) {
        __m256i p[4];
        for (int i = 0; i < 4; i++) p[i] = _mm256_loadu_si256((const __m256i *)(row + 4 * x) + i);
        chroma32(p, BLUE_B, BLUE_G, BLUE_R, BLUE_SCALE, blue + x);
        chroma32(p, RED_B, RED_G, RED_R, RED_SCALE, red + x);
    }
    return x;
}
#endif

void cpixels_convert_chroma(const uint8_t *bgrx, ptrdiff_t stride, int width, int height,
                            uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int avx2) {
    const int even = (width + 1) & ~1;
    for (int y = 0; y < ((height + 1) & ~1); y++) {
        // Of an odd height the last row is repeated.
        const uint8_t *row = bgrx + (y < height ? y : height - 1) * stride;
        uint8_t *blue_row = blue + y * chroma_stride, *red_row = red + y * chroma_stride;
        int done = 0;
#ifdef CPIXELS_AVX2
        if (avx2) done = chroma_avx2(row, width, blue_row, red_row);
#endif
        chroma_portable(row, done, width, blue_row, red_row);
        if (width < even) {
            blue_row[width] = blue_row[width - 1];
            red_row[width] = red_row[width - 1];
        }
    }
}

void cpixels_convert(const uint8_t *bgrx, ptrdiff_t stride, int width, int height,
                     uint8_t *luma, ptrdiff_t luma_stride,
                     uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int avx2) {
    for (int y = 0; y < height; y += 2) {
        const uint8_t *upper = bgrx + y * stride;
        const uint8_t *lower = y + 1 < height ? upper + stride : upper;
        uint8_t *luma0 = luma + y * luma_stride, *luma1 = luma0 + luma_stride;
        uint8_t *blue_row = blue + y / 2 * chroma_stride, *red_row = red + y / 2 * chroma_stride;
        int done = 0;
#ifdef CPIXELS_AVX2
        if (avx2) done = pair_avx2(upper, lower, width, luma0, luma1, blue_row, red_row);
#endif
        pair_portable(upper, lower, done, width, luma0, luma1, blue_row, red_row);
    }
}
