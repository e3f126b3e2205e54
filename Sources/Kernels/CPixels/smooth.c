#include "CPixels.h"

#include <string.h>

// A guided filter whose guide is the picture itself: around each pixel the luma is taken for a line of itself, `keep * luma + rest`, with little kept
// where it varies little, and all at an edge; then the lines of all windows that hold the pixel are averaged. Both are sums over squares that slide,
// so that a pixel costs the same whatever their size. Integers, but for divisions that every processor rounds alike.

enum {
    radius = CPIXELS_SMOOTH_REACH / 2,
    side = 2 * radius + 1,
    area = side * side,
    // Columns that are made at once: their sums stay in the nearest cache.
    tile = 480,
    // With what their means need on both sides.
    line_columns = tile + 2 * radius,
    // With what the lines need.
    luma_columns = line_columns + 2 * radius,
    // Rows of lines that are needed at once, and one that leaves.
    ring = side + 1,
};
_Static_assert(side == 15, "boxes of 15");
_Static_assert(area * 255 < 1 << 16 && area * 256 < 1 << 16 && area * 255 * 256 < 1 << 24, "sums fit words, and weighted ones a float");

// About 75 KiB, on the stack.
struct work {
    // Of the window's rows, column by column: luma and its square, and the lines' parts.
    uint16_t lumas[luma_columns], keeps[line_columns];
    uint32_t squares[luma_columns], rests[line_columns];
    // Of the whole window.
    uint16_t narrow[line_columns];
    uint32_t wide[line_columns];
    // Sums of 2, 4 and 8 neighbours.
    uint16_t narrow_two[luma_columns], narrow_four[luma_columns], narrow_eight[luma_columns];
    uint32_t wide_two[luma_columns], wide_four[luma_columns], wide_eight[luma_columns];
    uint16_t keep[ring][line_columns], rest[ring][line_columns];
};

#define INLINE static inline __attribute__((always_inline))

INLINE int bounded(int value, int end) { return value < 0 ? 0 : value >= end ? end - 1 : value; }

// The sums of 15 neighbours, from each of `count` samples on.
INLINE void narrow_boxes(struct work *restrict w, const uint16_t *restrict sums, int count) {
    for (int x = 0; x < count + 13; x++) w->narrow_two[x] = sums[x] + sums[x + 1];
    for (int x = 0; x < count + 11; x++) w->narrow_four[x] = w->narrow_two[x] + w->narrow_two[x + 2];
    for (int x = 0; x < count; x++) w->narrow_eight[x] = w->narrow_four[x] + w->narrow_four[x + 4];
    for (int x = 0; x < count; x++) w->narrow[x] = w->narrow_eight[x] + w->narrow_four[x + 8] + w->narrow_two[x + 12] + sums[x + 14];
}

INLINE void wide_boxes(struct work *restrict w, const uint32_t *restrict sums, int count) {
    for (int x = 0; x < count + 13; x++) w->wide_two[x] = sums[x] + sums[x + 1];
    for (int x = 0; x < count + 11; x++) w->wide_four[x] = w->wide_two[x] + w->wide_two[x + 2];
    for (int x = 0; x < count; x++) w->wide_eight[x] = w->wide_four[x] + w->wide_four[x + 4];
    for (int x = 0; x < count; x++) w->wide[x] = w->wide_eight[x] + w->wide_four[x + 8] + w->wide_two[x + 12] + sums[x + 14];
}

// What is beyond the picture is as its edge.
#define REPEAT(array, first, last, end)                          \
    do {                                                         \
        for (int x = 0; x < (first); x++) array[x] = array[first]; \
        for (int x = (last); x < (end); x++) array[x] = array[(last) - 1]; \
    } while (0)

struct part {
    const uint8_t *luma;
    ptrdiff_t stride;
    int height;
    // Of the window's columns, those that the picture has.
    int first, last;
    // Of all.
    int count;
};

INLINE void add_luma(struct work *restrict w, const struct part *p, int row, int sign) {
    const uint8_t *luma = p->luma + bounded(row, p->height) * p->stride;
    if (sign > 0) {
        for (int x = p->first; x < p->last; x++) w->lumas[x] += luma[x], w->squares[x] += (uint32_t)luma[x] * luma[x];
    } else {
        for (int x = p->first; x < p->last; x++) w->lumas[x] -= luma[x], w->squares[x] -= (uint32_t)luma[x] * luma[x];
    }
}

// The lines of one row, from the sums of its window's rows.
INLINE void make_lines(struct work *restrict w, const struct part *p, int row, float noise) {
    REPEAT(w->lumas, p->first, p->last, p->count);
    REPEAT(w->squares, p->first, p->last, p->count);
    const int count = p->count - 2 * radius;
    narrow_boxes(w, w->lumas, count);
    wide_boxes(w, w->squares, count);
    uint16_t *restrict keep = w->keep[row % ring], *restrict rest = w->rest[row % ring];
    for (int x = 0; x < count; x++) {
        const uint32_t sum = w->narrow[x];
        // Of all pixels with each other.
        const float variance = (float)(int32_t)(area * w->wide[x] - sum * sum);
        const int32_t kept = (int32_t)(256 * (variance / (variance + noise)) + 0.5f);
        keep[x] = (uint16_t)kept;
        rest[x] = (uint16_t)(int32_t)((float)(int32_t)(sum * (uint32_t)(256 - kept)) * (1.0f / area) + 0.5f);
    }
}

// A tile of at most `tile` columns. `x` and what follows is of the whole picture.
INLINE void smooth(struct work *restrict w, const uint8_t *luma, ptrdiff_t stride, int width, int height, int x, int y, int count, int rows,
                   float noise, uint8_t *smoothed, ptrdiff_t smoothed_stride) {
    // The lines' columns are those of the picture; where they end with it, the last one is repeated.
    const int lines_from = x < radius ? 0 : x - radius, lines_to = x + count + radius > width ? width : x + count + radius;
    const int from = lines_from - radius, to = lines_to + radius;
    const struct part p = {
        .luma = luma + from, .stride = stride, .height = height,
        .first = from < 0 ? -from : 0, .last = (to > width ? width : to) - from, .count = to - from,
    };
    const int line_first = lines_from - (x - radius), line_last = lines_to - (x - radius), line_count = count + 2 * radius;
    const int top = y < radius ? 0 : y - radius, bottom = y + rows + radius > height ? height : y + rows + radius;
    memset(w->lumas, 0, sizeof w->lumas);
    memset(w->squares, 0, sizeof w->squares);
    memset(w->keeps, 0, sizeof w->keeps);
    memset(w->rests, 0, sizeof w->rests);
    for (int row = top - radius; row < top + radius; row++) add_luma(w, &p, row, 1);
    int made = top;
    for (int wanted = y - radius; wanted < y + rows + radius; wanted++) {
        // A row of lines enters.
        const int row = bounded(wanted, height);
        if (row == made && made < bottom) {
            add_luma(w, &p, row + radius, 1);
            make_lines(w, &p, row, noise);
            add_luma(w, &p, row - radius, -1);
            made++;
        }
        const uint16_t *restrict keep = w->keep[row % ring], *restrict rest = w->rest[row % ring];
        const int lines = line_last - line_first;
        for (int i = 0; i < lines; i++) w->keeps[line_first + i] += keep[i], w->rests[line_first + i] += rest[i];
        const int at = wanted - radius;
        if (at < y) continue;
        REPEAT(w->keeps, line_first, line_last, line_count);
        REPEAT(w->rests, line_first, line_last, line_count);
        narrow_boxes(w, w->keeps, count);
        wide_boxes(w, w->rests, count);
        const uint8_t *restrict given = luma + at * stride + x;
        uint8_t *restrict into = smoothed + (at - y) * smoothed_stride;
        for (int i = 0; i < count; i++) {
            into[i] = (uint8_t)(int32_t)((float)(int32_t)(w->narrow[i] * (uint32_t)given[i] + w->wide[i]) * (1.0f / (area * 256)) + 0.5f);
        }
        // The first one leaves.
        const int leaving = bounded(at - radius, height);
        const uint16_t *restrict old_keep = w->keep[leaving % ring], *restrict old_rest = w->rest[leaving % ring];
        for (int i = 0; i < lines; i++) w->keeps[line_first + i] -= old_keep[i], w->rests[line_first + i] -= old_rest[i];
    }
}

INLINE void smooth_tiles(const uint8_t *luma, ptrdiff_t stride, int width, int height, int x, int y, int columns, int rows, int amount,
                         uint8_t *smoothed, ptrdiff_t smoothed_stride) {
    struct work work;
    const float noise = (float)amount * area * area;
    for (int done = 0; done < columns; done += tile) {
        const int count = columns - done < tile ? columns - done : tile;
        smooth(&work, luma, stride, width, height, x + done, y, count, rows, noise, smoothed + done, smoothed_stride);
    }
}

#if defined(__x86_64__)
static __attribute__((target("avx2"), noinline)) void smooth_avx2(const uint8_t *luma, ptrdiff_t stride, int width, int height, int x, int y,
                                                                  int columns, int rows, int amount, uint8_t *smoothed,
                                                                  ptrdiff_t smoothed_stride) {
    smooth_tiles(luma, stride, width, height, x, y, columns, rows, amount, smoothed, smoothed_stride);
}
#endif

void cpixels_smooth(const uint8_t *luma, ptrdiff_t stride, int width, int height, int x, int y, int columns, int rows, int amount,
                    uint8_t *smoothed, ptrdiff_t smoothed_stride, int avx2) {
#if defined(__x86_64__)
    if (avx2) return smooth_avx2(luma, stride, width, height, x, y, columns, rows, amount, smoothed, smoothed_stride);
#endif
    smooth_tiles(luma, stride, width, height, x, y, columns, rows, amount, smoothed, smoothed_stride);
}
