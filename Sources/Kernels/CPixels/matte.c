#include "CPixels.h"

// Of 0...65025, to the nearest.
static inline int by_255(int product) { return (product + 128 + ((product + 128) >> 8)) >> 8; }

static inline uint8_t mixed(int upper, int lower, int share) { return (uint8_t)by_255(upper * share + lower * (255 - share)); }

void cpixels_blend_matte(const uint8_t *upper, ptrdiff_t upper_stride, const uint8_t *matte, ptrdiff_t matte_stride, int step, int weight,
                         uint8_t *lower, ptrdiff_t lower_stride, int width, int height) {
    for (int y = 0; y < height; y++) {
        if (step == 1) {
            for (int x = 0; x < width; x++) lower[x] = mixed(upper[x], lower[x], (matte[x] * weight + 128) >> 8);
        } else {
            const uint8_t *next = matte + matte_stride;
            for (int x = 0; x < width; x++) {
                const int mean = (matte[2 * x] + matte[2 * x + 1] + next[2 * x] + next[2 * x + 1] + 2) >> 2;
                lower[x] = mixed(upper[x], lower[x], (mean * weight + 128) >> 8);
            }
        }
        upper += upper_stride;
        lower += lower_stride;
        matte += step * matte_stride;
    }
}

void cpixels_multiply_matte(const uint8_t *matte, ptrdiff_t matte_stride, uint8_t *product, ptrdiff_t product_stride, int width, int height) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) product[x] = (uint8_t)by_255(product[x] * matte[x]);
        matte += matte_stride;
        product += product_stride;
    }
}
