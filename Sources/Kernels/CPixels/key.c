#include "CPixels.h"

enum {
    // Chroma samples of a row that are done at once.
    tile = 480,
    // Distances are in 4095ths of the largest that there is.
    longest = CPIXELS_KEY_WHOLE / 16,
};

// With one more on either side. On the stack.
struct work {
    uint16_t distances[3][tile + 2], mixed[tile + 2];
    uint8_t even[tile], odd[tile];
};

#define INLINE static inline __attribute__((always_inline))

INLINE int bounded(int value, int end) { return value < 0 ? 0 : value >= end ? end - 1 : value; }

// How far the colours of a row are from the key's, from `from` on; beyond the picture they are as at its edge.
INLINE void measure(uint16_t *restrict distances, const uint8_t *restrict blue, const uint8_t *restrict red, int from, int count, int width,
                    const struct cpixels_key *key) {
    const int first = from < 0 ? -from : 0, last = from + count > width ? width - from : count;
    const float scale = longest / (255 * 1.41421356f);
    for (int x = first; x < last; x++) {
        const int u = blue[from + x] - key->blue, v = red[from + x] - key->red;
        distances[x] = (uint16_t)(int32_t)(__builtin_sqrtf((float)(u * u + v * v)) * scale + 0.5f);
    }
    for (int x = 0; x < first; x++) distances[x] = distances[first];
    for (int x = last; x < count; x++) distances[x] = distances[last - 1];
}

// One row of the matte between this row of chroma, and the one beside it that is a third as near.
INLINE void write_row(struct work *restrict w, const uint16_t *restrict near, const uint16_t *restrict far, int count,
                      const struct cpixels_key *key, uint8_t *restrict matte) {
    const uint32_t least = (uint32_t)key->least, span = (uint32_t)key->span, slope = (255 * 65536 + span - 1) / span;
    for (int x = 0; x < count + 2; x++) w->mixed[x] = (uint16_t)(3 * near[x] + far[x]);
    for (int side = 0; side < 2; side++) {
        uint8_t *restrict seen = side ? w->odd : w->even;
        for (int x = 0; x < count; x++) {
            const uint32_t distance = 3u * w->mixed[x + 1] + w->mixed[x + 2 * side];
            const uint32_t above = distance > least ? distance - least : 0;
            seen[x] = (uint8_t)((above < span ? above : span) * slope >> 16);
        }
    }
    for (int x = 0; x < count; x++) matte[2 * x] = w->even[x], matte[2 * x + 1] = w->odd[x];
}

// Takes what is of the key's hue out of colours.
INLINE void suppress(const uint8_t *restrict blue, const uint8_t *restrict red, int count, const struct cpixels_key *key,
                     uint8_t *restrict new_blue, uint8_t *restrict new_red) {
    const float u = key->hue_blue, v = key->hue_red, spill = key->spill;
    for (int x = 0; x < count; x++) {
        const float b = (float)(blue[x] - 128), r = (float)(red[x] - 128);
        const float along = b * u + r * v, across = __builtin_fabsf(b * v - r * u);
        const float excess = along > across ? (along - across) * spill : 0;
        new_blue[x] = (uint8_t)(int32_t)(b - excess * u + 128.5f);
        new_red[x] = (uint8_t)(int32_t)(r - excess * v + 128.5f);
    }
}

INLINE void apply(const struct cpixels_key *key, const uint8_t *blue, const uint8_t *red, ptrdiff_t stride, int width, int height, int x, int y,
                  int columns, int rows, uint8_t *new_blue, uint8_t *new_red, ptrdiff_t new_stride, uint8_t *matte, ptrdiff_t matte_stride) {
    struct work w;
    for (int done = 0; done < columns; done += tile) {
        const int count = columns - done < tile ? columns - done : tile, from = x + done;
        for (int row = y - 1; row < y + 1; row++) {
            const ptrdiff_t at = bounded(row, height) * stride;
            measure(w.distances[(row + 3) % 3], blue + at, red + at, from - 1, count + 2, width, key);
        }
        for (int row = y; row < y + rows; row++) {
            const ptrdiff_t below = bounded(row + 1, height) * stride, at = row * stride + from, into = (row - y) * new_stride + done;
            measure(w.distances[(row + 4) % 3], blue + below, red + below, from - 1, count + 2, width, key);
            uint8_t *seen = matte + 2 * (row - y) * matte_stride + 2 * done;
            write_row(&w, w.distances[row % 3], w.distances[(row + 2) % 3], count, key, seen);
            write_row(&w, w.distances[row % 3], w.distances[(row + 1) % 3], count, key, seen + matte_stride);
            suppress(blue + at, red + at, count, key, new_blue + into, new_red + into);
        }
    }
}

#if defined(__x86_64__)
static __attribute__((target("avx2"), noinline)) void apply_avx2(const struct cpixels_key *key, const uint8_t *blue, const uint8_t *red,
                                                                 ptrdiff_t stride, int width, int height, int x, int y, int columns, int rows,
                                                                 uint8_t *new_blue, uint8_t *new_red, ptrdiff_t new_stride, uint8_t *matte,
                                                                 ptrdiff_t matte_stride) {
    apply(key, blue, red, stride, width, height, x, y, columns, rows, new_blue, new_red, new_stride, matte, matte_stride);
}
#endif

void cpixels_apply_key(const struct cpixels_key *key, const uint8_t *blue, const uint8_t *red, ptrdiff_t stride, int width, int height, int x,
                       int y, int columns, int rows, uint8_t *new_blue, uint8_t *new_red, ptrdiff_t new_stride, uint8_t *matte,
                       ptrdiff_t matte_stride, int avx2) {
#if defined(__x86_64__)
    if (avx2) return apply_avx2(key, blue, red, stride, width, height, x, y, columns, rows, new_blue, new_red, new_stride, matte, matte_stride);
#endif
    apply(key, blue, red, stride, width, height, x, y, columns, rows, new_blue, new_red, new_stride, matte, matte_stride);
}
