#include "levels.h"
#include <stdlib.h>
#include <string.h>

// The quantiser of chroma for those of 30 and more (table 8-15).
static const uint8_t chroma_quantisers[22] = {29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39};

// 4x4 blocks in the order of frames (figure 8-8), as indices of rows of four.
static const uint8_t zigzag[16] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

// What the forward transform is multiplied by for a quantiser modulo 6, in 15 fractional bits: the inverse of the decoder's scale with
// the norms of the transform (8.5.9). At both even, both odd and other positions.
static const uint16_t scales[6][3] = {
    {13107, 5243, 8066}, {11916, 4660, 7490}, {10082, 4194, 6554}, {9362, 3647, 5825}, {8192, 3355, 5243}, {7282, 2893, 4559},
};

#define INLINED static inline __attribute__((always_inline))

static void quantiser_start(struct quantiser *quantiser, int value) {
    quantiser->shift = 15 + value / 6;
    quantiser->half = (1u << quantiser->shift) / 4;
    for (int i = 0; i < 16; i++) {
        int odd = (i & 1) + (i >> 2 & 1);
        quantiser->scales[i] = scales[value % 6][odd == 0 ? 0 : odd == 2 ? 1 : 2];
    }
}

// The forward transform of a 4x4 block of differences, its rows 16 words apart.
INLINED void transform(const int16_t *block, int16_t *out) {
    int rows[16];
    for (int i = 0; i < 4; i++) {
        int a = block[16 * i] + block[16 * i + 3], b = block[16 * i + 1] + block[16 * i + 2];
        int c = block[16 * i + 1] - block[16 * i + 2], d = block[16 * i] - block[16 * i + 3];
        rows[i * 4] = a + b, rows[i * 4 + 1] = 2 * d + c, rows[i * 4 + 2] = a - b, rows[i * 4 + 3] = d - 2 * c;
    }
    for (int i = 0; i < 4; i++) {
        int a = rows[i] + rows[12 + i], b = rows[4 + i] + rows[8 + i], c = rows[4 + i] - rows[8 + i], d = rows[i] - rows[12 + i];
        out[i] = (int16_t)(a + b), out[4 + i] = (int16_t)(2 * d + c), out[8 + i] = (int16_t)(a - b), out[12 + i] = (int16_t)(d - 2 * c);
    }
}

INLINED int16_t level(int coefficient, uint32_t scale, uint32_t half, int shift) {
    uint32_t magnitude = ((uint32_t)abs(coefficient) * scale + half) >> shift;
    return (int16_t)(coefficient < 0 ? -(int)magnitude : (int)magnitude);
}

// Levels in the order of the scan, from coefficient `first` on; returns whether one of them is not 0.
INLINED int quantise(const int16_t *coefficients, const struct quantiser *quantiser, int first, int16_t *out) {
    int16_t plain[16];
    int any = 0;
    for (int i = 0; i < 16; i++) plain[i] = level(coefficients[i], quantiser->scales[i], quantiser->half, quantiser->shift);
    for (int i = first; i < 16; i++) any |= out[i] = plain[zigzag[i]];
    return any != 0;
}

static void luma_levels(const int16_t *differences, const struct quantiser *quantiser, struct levels *levels) {
    for (int block = 0; block < 16; block++) {
        int16_t coefficients[16];
        int x = block & 3, y = block >> 2;
        transform(differences + 64 * y + 4 * x, coefficients);
        if (!quantise(coefficients, quantiser, 0, levels->luma[block])) continue;
        levels->facts.luma |= (uint16_t)(1 << block);
        levels->facts.luma_parts |= (uint8_t)(1 << ((y & 2) + (x >> 1)));
    }
}

static void chroma_levels(const int16_t *differences, const struct quantiser *quantiser, int colour, struct levels *levels) {
    int means[4], any = 0;
    for (int block = 0; block < 4; block++) {
        int16_t coefficients[16];
        transform(differences + 64 * (block >> 1) + 4 * (block & 1), coefficients);
        means[block] = coefficients[0];
        if (quantise(coefficients, quantiser, 1, levels->rest[colour][block])) levels->facts.chroma |= (uint8_t)(1 << (4 * colour + block));
    }
    int a = means[0] + means[1], b = means[0] - means[1], c = means[2] + means[3], d = means[2] - means[3];
    int sums[4] = {a + c, b + d, a - c, b - d};
    for (int i = 0; i < 4; i++)
        any |= levels->means[colour][i] = level(sums[i], quantiser->scales[0], 2 * quantiser->half, quantiser->shift + 1);
    if (any) levels->facts.means |= (uint8_t)(1 << colour);
}

static int chroma_quantiser(int quantiser, int offset) {
    int value = quantiser + offset;
    value = value < 0 ? 0 : value > 51 ? 51 : value;
    return value < 30 ? value : chroma_quantisers[value - 30];
}

void start_quantisers(struct quantisers *quantisers, int quantiser, int blue_offset, int red_offset) {
    quantiser_start(&quantisers->luma, quantiser);
    quantiser_start(&quantisers->chroma[0], chroma_quantiser(quantiser, blue_offset));
    quantiser_start(&quantisers->chroma[1], chroma_quantiser(quantiser, red_offset));
}

// What differs in a macroblock of a plane; rows of the result are 16 words apart, those outside of the picture repeat the last. `step` is the
// distance of the reference's samples. Returns whether anything differs.
INLINED int subtract(
    const uint8_t *plane, ptrdiff_t stride, int columns, int rows, const uint8_t *reference, ptrdiff_t reference_stride, const int step,
    const int side, int16_t *differences) {
    int any = 0;
    for (int y = 0; y < side; y++) {
        const uint8_t *row = plane + (y < rows ? y : rows - 1) * stride, *old = reference + y * reference_stride;
        uint8_t repeated[16];
        if (columns < side) {
            for (int x = 0; x < side; x++) repeated[x] = row[x < columns ? x : columns - 1];
            row = repeated;
        }
        for (int x = 0; x < side; x++) any |= differences[16 * y + x] = (int16_t)(row[x] - old[x * step]);
    }
    return any != 0;
}

// Chroma half a row further down (8.4.2.2.2).
static void blend_rows(const uint8_t *chroma, ptrdiff_t stride, uint8_t *out) {
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++) out[16 * y + x] = (uint8_t)((chroma[y * stride + x] + chroma[(y + 1) * stride + x] + 1) >> 1);
}

void find_levels(
    const struct cdelta_picture *picture, const struct quantisers *quantisers, int column, int row, struct levels *levels) {
    int16_t differences[256];
    int columns = picture->width - 16 * column, rows = picture->height - 16 * row;
    int index = row * ((picture->width + 15) / 16) + column, motion = picture->motion ? picture->motion[index] : 0;
    memset(&levels->facts, 0, sizeof levels->facts);
    levels->facts.motion = (int16_t)motion;
    // What moved by an odd number of rows has other chroma than there.
    if (picture->unchanged[index] && !(motion & 1)) return;
    ptrdiff_t stride = picture->reference_luma_stride;
    if (!picture->unchanged[index]
        && subtract(
            picture->luma + 16 * row * picture->luma_stride + 16 * column, picture->luma_stride, columns, rows,
            picture->reference_luma + (16 * row + motion) * stride + 16 * column, stride, 1, 16, differences))
        luma_levels(differences, &quantisers->luma, levels);
    uint8_t between[128];
    stride = picture->reference_chroma_stride;
    const uint8_t *chroma = picture->reference_chroma + (8 * row + (motion >> 1)) * stride + 16 * column;
    if (motion & 1) {
        blend_rows(chroma, stride, between);
        chroma = between, stride = 16;
    }
    for (int colour = 0; colour < 2; colour++) {
        const uint8_t *plane = colour ? picture->red : picture->blue;
        if (subtract(
                plane + 8 * row * picture->chroma_stride + 8 * column, picture->chroma_stride, columns / 2, rows / 2, chroma + colour,
                stride, 2, 8, differences))
            chroma_levels(differences, &quantisers->chroma[colour], colour, levels);
    }
    levels->facts.colour = levels->facts.chroma ? 2 : levels->facts.means ? 1 : 0;
    levels->facts.is_coded = levels->facts.luma_parts || levels->facts.colour;
}
