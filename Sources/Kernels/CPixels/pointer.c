#include "CPixels.h"
#include "weights.h"

// Chroma weights with 18 fractional bits, for the sum of a block's four pixels.
static const int blue_weights[3] = {28784, -22188, -6596}, red_weights[3] = {-2639, -26145, 28784};

static inline int weighted(const int weights[3], const int sums[3]) {
    return (weights[0] * sums[0] + weights[1] * sums[1] + weights[2] * sums[2] + (1 << 17)) >> 18;
}

static inline uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

void cpixels_blend_pointer(const uint8_t *bgra, ptrdiff_t stride, int width, int height, int inset_x, int inset_y,
                           uint8_t *luma, ptrdiff_t luma_stride,
                           uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride) {
    for (int y = 0; y < inset_y + height; y += 2) {
        for (int x = 0; x < inset_x + width; x += 2) {
            int alpha = 0, sums[3] = {0, 0, 0};
            for (int dy = 0; dy < 2; dy++) {
                for (int dx = 0; dx < 2; dx++) {
                    int row = y + dy - inset_y, column = x + dx - inset_x;
                    if (row < 0 || row >= height || column < 0 || column >= width) continue;
                    const uint8_t *pixel = bgra + row * stride + 4 * column;
                    if (pixel[3] == 0) continue;
                    uint8_t *under = luma + (y + dy) * luma_stride + x + dx;
                    int over = (LUMA_B * pixel[0] + LUMA_G * pixel[1] + LUMA_R * pixel[2] + 128) >> 8;
                    *under = clamped((*under * (255 - pixel[3]) + 16 * pixel[3] + 127) / 255 + over);
                    alpha += pixel[3];
                    for (int c = 0; c < 3; c++) sums[c] += pixel[c];
                }
            }
            if (alpha == 0) continue;
            uint8_t *blue_at = blue + y / 2 * chroma_stride + x / 2, *red_at = red + y / 2 * chroma_stride + x / 2;
            *blue_at = clamped((*blue_at * (1020 - alpha) + 128 * alpha + 510) / 1020 + weighted(blue_weights, sums));
            *red_at = clamped((*red_at * (1020 - alpha) + 128 * alpha + 510) / 1020 + weighted(red_weights, sums));
        }
    }
}

// The same weights for one pixel: two fractional bits less.
static inline int weighted_one(const int weights[3], const uint8_t *pixel) {
    return (weights[0] * pixel[0] + weights[1] * pixel[1] + weights[2] * pixel[2] + (1 << 15)) >> 16;
}

void cpixels_blend_chroma(const uint8_t *bgra, ptrdiff_t stride, int width, int height,
                          uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint8_t *pixel = bgra + y * stride + 4 * x;
            int alpha = pixel[3];
            if (alpha == 0) continue;
            uint8_t *blue_at = blue + y * chroma_stride + x, *red_at = red + y * chroma_stride + x;
            *blue_at = clamped((*blue_at * (255 - alpha) + 128 * alpha + 127) / 255 + weighted_one(blue_weights, pixel));
            *red_at = clamped((*red_at * (255 - alpha) + 128 * alpha + 127) / 255 + weighted_one(red_weights, pixel));
        }
    }
}
