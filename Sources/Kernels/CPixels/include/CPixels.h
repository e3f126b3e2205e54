#pragma once
// Pixel kernels that libyuv does not have: BT.709, scaling of any part without seams, a pointer blended in I420.
//
// Every kernel exists in portable C; those on the per-frame path also in AVX2. The two give identical bytes: all
// arithmetic is integer and rounds the same way. `avx2` chooses; pass 1 only where cpixels_has_avx2() is 1.
// Nothing here allocates, keeps state or blocks. Sizes are in pixels, strides in bytes.
#include <stddef.h>
#include <stdint.h>

// 1 when this processor (and its operating system) runs AVX2 code.
int cpixels_has_avx2(void);

// BGRx to I420, BT.709 limited range; chroma is the mean of each 2x2 block (rows, then columns,
// each rounded up at a half).
// width and height are 1 or more. The planes receive whole 2x2 blocks: where width or height is odd, the last
// column or row is repeated. The fourth byte of a pixel is ignored. Reads width pixels of height rows, no byte more.
void cpixels_convert(const uint8_t *bgrx, ptrdiff_t stride, int width, int height,
                     uint8_t *luma, ptrdiff_t luma_stride,
                     uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int avx2);

// BGRx to chroma alone, with a sample for each pixel (4:4:4), in the same range and with the same rounding: where the pixels of
// a block are of one colour, the same bytes. Edges, and what is read, as in cpixels_convert.
void cpixels_convert_chroma(const uint8_t *bgrx, ptrdiff_t stride, int width, int height,
                            uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int avx2);

// One axis of a separable filter: result i is the sum over k < taps of weights[i * taps + k] * sample[first[i] + k].
// taps is even; the weights of one result sum to 16384 and none is negative.

// Mixes `taps` rows into one: mixed[j] = (sum of weights[k] * rows[k * stride + j] + 128) >> 8, for j < bytes.
// Rows from `valid` on do not exist and are not read: their weights are zero. valid is 1 or more.
void cpixels_mix_rows(const uint8_t *rows, ptrdiff_t stride, int valid, const int16_t *weights, int taps,
                      uint16_t *mixed, size_t bytes, int avx2);

// Filters a mixed row of 4-byte pixels into `count` pixels (rounded back to bytes). first[i] counts pixels of `mixed`,
// which must be readable up to first[i] + taps pixels.
void cpixels_mix_columns(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                         uint8_t *bgrx, int count, int avx2);

// Halves two rows of 4-byte pixels into one of `count` pixels: 2x2 means as in cpixels_convert. Reads 2 * count pixels of
// both rows. What a filter of (8192, 8192) gives to within one step, at a third of the time.
void cpixels_halve(const uint8_t *rows, ptrdiff_t stride, uint8_t *halved, int count, int avx2);

// The same for one channel: filters a mixed row of single samples into `count` bytes. The words must come from
// cpixels_mix_rows. first[i] counts words of `mixed`, which must be readable up to first[i] + taps.
void cpixels_mix_plane_columns(const uint16_t *mixed, const int32_t *first, const int16_t *weights, int taps,
                               uint8_t *plane, int count, int avx2);

// Halves two rows of one channel into one of `count` bytes. A sample stands in every `step`th byte (1 or 2), from byte `phase` on.
// Reads 2 * count * step bytes of both rows. What cpixels_mix_rows and cpixels_mix_plane_columns give with weights of
// (8192, 8192), to the byte.
void cpixels_halve_plane(const uint8_t *rows, ptrdiff_t stride, int step, int phase, uint8_t *halved, int count, int avx2);

// Takes one channel out of a mixed row of interleaved ones: picked[i] = mixed[i * step], for i < count. step is 2 or 4.
void cpixels_pick_words(const uint16_t *mixed, int step, uint16_t *picked, int count);

// From one matrix and range of YUV to another, in 14 fractional bits. With u and v the chroma less 128:
// luma = (luma_luma * luma + luma_blue * u + luma_red * v + luma_bias) >> 14, chroma = the sums of its rows, rounded, and 128.
// Luma has no part in chroma: grey stays grey.
struct cpixels_colours {
    int32_t luma_luma, luma_blue, luma_red;
    int32_t luma_bias; // offsets of both ranges, and the half for rounding
    int32_t blue_blue, blue_red, red_blue, red_red;
};

// Changes the colours of an I420 picture in place; its sizes are even.
void cpixels_recolour(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride, int width,
                      int height, const struct cpixels_colours *colours, int avx2);

// What cpixels_recolour does to chroma, where it has a sample for each pixel.
void cpixels_recolour_chroma(uint8_t *blue, uint8_t *red, ptrdiff_t stride, int width, int height,
                             const struct cpixels_colours *colours, int avx2);

// Blends premultiplied BGRA over an I420 picture (BT.709 limited range).
// The planes point at the 2x2 block that holds the image's first pixel; inset_x and inset_y (0 or 1) say where in it.
// Chroma sees the mean of the block: image pixels that are not there count as transparent.
void cpixels_blend_pointer(const uint8_t *bgra, ptrdiff_t stride, int width, int height, int inset_x, int inset_y,
                           uint8_t *luma, ptrdiff_t luma_stride,
                           uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride);

// The same for chroma that has a sample for each pixel. The planes point at the image's first pixel.
void cpixels_blend_chroma(const uint8_t *bgra, ptrdiff_t stride, int width, int height,
                          uint8_t *blue, uint8_t *red, ptrdiff_t chroma_stride);

// Mixes two planes: mixed = (lower * (256 - weight) + upper * weight + 128) >> 8, for weight 0 (the lower one alone) to 256
// (the upper one alone). mixed may be one of the two; otherwise they do not overlap.
void cpixels_blend_plane(const uint8_t *upper, ptrdiff_t upper_stride, const uint8_t *lower, ptrdiff_t lower_stride,
                         uint8_t *mixed, ptrdiff_t mixed_stride, int width, int height, int weight, int avx2);

// A table of colours over red, green and blue.
struct cpixels_cube {
    // 2 or more along each axis.
    int size;
    // Four floats a point, 16-byte aligned: red, green and blue of 0...1, and nothing. Red changes fastest, then green.
    const float *points;
    // Of each channel: what the first point is for, and how many points a step of 1 is.
    float least[3], scale[3];
};

// Looks the colours of an I420 picture up (BT.709 limited range; sizes are even), between the table's points by tetrahedra. Chroma comes from the
// mean of each block's four colours. The two pictures may be one.
void cpixels_apply_cube(const struct cpixels_cube *cube, const uint8_t *luma, ptrdiff_t luma_stride, const uint8_t *blue, const uint8_t *red,
                        ptrdiff_t chroma_stride, uint8_t *new_luma, ptrdiff_t new_luma_stride, uint8_t *new_blue, uint8_t *new_red,
                        ptrdiff_t new_chroma_stride, int width, int height);

// Blends a plane over another by a matte of 0 (the lower one alone) to 255, of which weight / 256 count. `step` is 1, or 2 where the matte has a
// sample for each pixel and the planes one for each block.
void cpixels_blend_matte(const uint8_t *upper, ptrdiff_t upper_stride, const uint8_t *matte, ptrdiff_t matte_stride, int step, int weight,
                         uint8_t *lower, ptrdiff_t lower_stride, int width, int height);

// product = product * matte / 255.
void cpixels_multiply_matte(const uint8_t *matte, ptrdiff_t matte_stride, uint8_t *product, ptrdiff_t product_stride, int width, int height);

// How far a pixel of cpixels_smooth reaches.
enum { CPIXELS_SMOOTH_REACH = 14 };

// Evens out luma that varies little, and leaves edges: a guided filter over squares of 15x15 pixels, whose `amount` (1 or more) is the variance of
// which half stays. Makes the part of a picture that begins at (x, y), which is inside: `smoothed` points at its first pixel; what it makes is what
// it would be of the whole. Beyond the picture the luma is as at its edge. The two pictures do not overlap. Takes 75 KiB of the stack.
void cpixels_smooth(const uint8_t *luma, ptrdiff_t stride, int width, int height, int x, int y, int columns, int rows, int amount,
                    uint8_t *smoothed, ptrdiff_t smoothed_stride, int avx2);

// The distance between colours that have nothing in common, 0 and 255 of both blue and red.
enum { CPIXELS_KEY_WHOLE = 65520 };

// A colour that becomes transparent, in blue and red alone: its shadows are of it, too.
struct cpixels_key {
    int blue, red;
    // What is no farther than `least` is not seen at all; what is farther by `span` (256 to CPIXELS_KEY_WHOLE) is wholly.
    int least, span;
    // Its direction from grey, of length 1, or 0 and 0 where it has none.
    float hue_blue, hue_red;
    // How much of its hue is taken out of what is left, 0...1: of what is more of it than of the hue at a right angle to it.
    float spill;
};

// Takes a colour out of a part of an I420 picture. All sizes and places are of its chroma, of which the part begins at (x, y); new_blue, new_red and
// matte point at what is made of the part. The matte (0 is not seen, 255 is) has twice the sizes of chroma, between whose samples it is
// interpolated; beyond the picture colours are as at its edge. The two pictures do not overlap.
void cpixels_apply_key(const struct cpixels_key *key, const uint8_t *blue, const uint8_t *red, ptrdiff_t stride, int width, int height, int x,
                       int y, int columns, int rows, uint8_t *new_blue, uint8_t *new_red, ptrdiff_t new_stride, uint8_t *matte,
                       ptrdiff_t matte_stride, int avx2);
