#include "CPixels.h"
#include "weights.h"

static void row_portable(const uint8_t *upper, const uint8_t *lower, uint8_t *mixed, int from, int width, int weight) {
    for (int x = from; x < width; x++) mixed[x] = (uint8_t)((lower[x] * (256 - weight) + upper[x] * weight + 128) >> 8);
}

#ifdef CPIXELS_AVX2
#include <immintrin.h>

#define AVX2 static inline __attribute__((target("avx2"), always_inline))

// Sixteen words; sums stay below 1 << 16.
AVX2 __m256i mixed_words(__m256i upper, __m256i lower, __m256i over, __m256i under) {
    __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(upper, over), _mm256_mullo_epi16(lower, under));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
}

// Returns how many samples were done: a multiple of 32.
static __attribute__((target("avx2"))) int row_avx2(const uint8_t *upper, const uint8_t *lower, uint8_t *mixed, int width,
                                                    int weight) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i over = _mm256_set1_epi16((short)weight), under = _mm256_set1_epi16((short)(256 - weight));
    int x = 0;
    for (; x + 32 <= width; x += 32) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(upper + x)), b = _mm256_loadu_si256((const __m256i *)(lower + x));
        __m256i low = mixed_words(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(b, zero), over, under);
        __m256i high = mixed_words(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(b, zero), over, under);
        _mm256_storeu_si256((__m256i *)(mixed + x), _mm256_packus_epi16(low, high));
    }
    return x;
}
#endif

void cpixels_blend_plane(const uint8_t *upper, ptrdiff_t upper_stride, const uint8_t *lower, ptrdiff_t lower_stride,
                         uint8_t *mixed, ptrdiff_t mixed_stride, int width, int height, int weight, int avx2) {
    for (int y = 0; y < height; y++) {
        int done = 0;
#ifdef CPIXELS_AVX2
        if (avx2) done = row_avx2(upper, lower, mixed, width, weight);
#endif
        row_portable(upper, lower, mixed, done, width, weight);
        upper += upper_stride;
        lower += lower_stride;
        mixed += mixed_stride;
    }
}
