#pragma once
// Pictures of H.264 between those of an encoder (ITU-T H.264; 8 bits, 4:2:0, frames, CABAC).
//
// cdelta_write makes the slice of a picture that differs little from the reference before it: what is unchanged is skipped, what is changed
// is predicted and corrected by 4x4 transforms, and what was scrolled moves up or down. No picture refers to it: what a decoder makes of it
// need not be known. What was scrolled, cdelta_find_scroll finds.
// cdelta_order gives the encoder's own slices the places in the order of pictures that leave room for them. cdelta_move puts a slice of a
// lower picture to its place in a higher one. cdelta_write_exact makes a picture that decoders have to the bit, to which others may refer.
//
// Nothing here allocates, keeps state or blocks. Sizes are in pixels, strides in bytes.
#include <stddef.h>
#include <stdint.h>

// What the parameter sets say about slices. Of frames only, with CABAC, with control of the deblocking filter, without slice groups and
// redundant pictures, pic_order_cnt_type 0.
struct cdelta_stream {
    int frame_number_bits;       // 4...16, of frame_num
    int order_bits;              // 4...16, of pic_order_cnt_lsb
    uint32_t picture_set;        // pic_parameter_set_id
    uint32_t references;         // 1...32, of a slice that does not say how many
    int is_weighted;             // weighted_pred_flag
    int quantiser;               // 26 + pic_init_qp_minus26
    int blue_offset, red_offset; // -12...12, of the quantiser of chroma
    int has_large_transforms;    // transform_8x8_mode_flag
};

// What a slice says about its picture.
struct cdelta_slice {
    uint32_t frame_number;
    int quantiser;
    int is_key; // of an IDR picture
};

// A row of macroblocks as those below need it; what is in it is of no use outside.
struct cdelta_macroblock {
    uint16_t luma;      // 4x4 blocks that have coefficients, row by row
    uint8_t chroma;     // the same of both colours, without the mean values
    uint8_t means;      // mean values of blue (1) and red (2)
    uint8_t luma_parts; // 8x8 blocks that are coded
    uint8_t colour;     // 0...2: nothing, mean values, all
    uint8_t is_coded;
    int16_t motion;      // how far down the reference has what is predicted there, in rows
    int16_t motion_step; // what of it is coded, in quarters of a row
};

struct cdelta_picture {
    // What shall be seen: width and height are even. Macroblocks that stand out repeat the last column and row.
    const uint8_t *luma, *blue, *red;
    ptrdiff_t luma_stride, chroma_stride;
    int width, height;
    // The reference, in whole macroblocks: luma, and blue beside red.
    const uint8_t *reference_luma, *reference_chroma;
    ptrdiff_t reference_luma_stride, reference_chroma_stride;
    // For each macroblock, row by row: other than 0 where it is as in the reference.
    const uint8_t *unchanged;
    // The same for how far down the reference has what is predicted there, in rows, within the reference; NULL for 0. What moves and is
    // `unchanged` has the same brightness there, for an even number of rows the same colour too.
    const int16_t *motion;
    struct cdelta_macroblock *above; // work memory, one for each column of macroblocks
    int quantiser;                   // 0...51
    uint32_t reference_number;       // frame_num of the reference
    uint32_t order;                  // its pic_order_cnt, less than half of what the bits hold behind that of the reference
};

// Writes the one slice of a picture, the whole unit behind its start code, with what keeps start codes out of it.
//
// scratch, unit: each has room for `capacity` bytes, at least 64.
// coded: gets the number of macroblocks that are not skipped; may be NULL.
// Returns the bytes of the unit; 0 where it would be longer than two thirds of the capacity, or where a macroblock came to more bits than
// allowed (A.3.1).
size_t cdelta_write(const struct cdelta_stream *stream, const struct cdelta_picture *picture, uint8_t *scratch, uint8_t *unit,
                    size_t capacity, int *coded);

enum { CDELTA_MOST_SCROLL = 240 };

// What stands in each row of each column of macroblocks, column by column, as far as it lies in whole macroblocks; two pictures with the same
// have the same there, but for one in four thousand million.
struct cdelta_hashes {
    uint32_t *luma;   // width / 16 times height
    uint32_t *chroma; // width / 16 times height / 2: of both colours
};

// Of these, a picture has luma, blue and red, their strides, width, height and what is unchanged; nothing else is read.

// Puts down what stands in a picture where `unchanged` is 0; everywhere where it is NULL.
void cdelta_hash(const struct cdelta_picture *picture, const uint8_t *unchanged, struct cdelta_hashes *hashes);

// Finds by how much most of what changed was scrolled.
//
// picture: says what changed since `before`.
// now: of the picture, where it changed.
// most: rows; more than CDELTA_MOST_SCROLL are as many as that.
// Returns how many rows further down it stood before; 0 where nothing was scrolled.
int cdelta_find_scroll(
    const struct cdelta_picture *picture, const struct cdelta_hashes *now, const struct cdelta_hashes *before, int most);

// Says of each macroblock, row by row, what became of it, for cdelta_write: what stood `rows` further down before is unchanged and has motion,
// what half of it did has motion. Returns how many have to be corrected.
int cdelta_mark_scroll(
    const struct cdelta_picture *picture, const struct cdelta_hashes *now, const struct cdelta_hashes *before, int rows, uint8_t *unchanged,
    int16_t *motion);

// Writes an encoder's slice, whose stream had pic_order_cnt_type 2, with its place in the order of pictures.
//
// key_number: 0 or 1, other than that of the key frame before: the slice's idr_pic_id (7.4.3), in place of the encoder's own. No matter for other
// pictures.
// number_offset: how far the encoder's frame_num is above the stream's.
// slice: the unit behind its start code, with what keeps start codes out of it.
// unit: has room for count + 16 bytes.
// facts: get what the slice says in the end.
// Returns the bytes of the unit; 0 for what is no I or P slice of such a stream.
size_t cdelta_order(const struct cdelta_stream *stream, uint32_t order, int key_number, uint32_t number_offset, const uint8_t *slice,
                    size_t count, uint8_t *unit, struct cdelta_slice *facts);

// Writes a slice of an encoder of a part of the picture as one of the encoder of all of it would be, still to be ordered.
//
// part: what the parameter sets of the slice say. Of what is coded behind the header nothing may depend on where both differ: the offsets of
// chroma and the large transforms are the same.
// first: the number of its first macroblock in the whole picture.
// slice: a unit of a key frame, as for cdelta_order.
// unit: has room for count + 16 bytes.
// Returns the bytes of the unit; 0 for what is no I slice of a key frame.
size_t cdelta_move(const struct cdelta_stream *stream, const struct cdelta_stream *part, uint32_t first, const uint8_t *slice, size_t count,
                   uint8_t *unit);

// A picture as a decoder has it, in whole macroblocks: luma, and blue beside red.
struct cdelta_planes {
    const uint8_t *luma, *chroma;
    ptrdiff_t luma_stride, chroma_stride;
};

// Says of each macroblock, row by row, whether both pictures have the same: 1, else 0. Returns how many differ.
int cdelta_compare(const struct cdelta_planes *one, const struct cdelta_planes *other, int columns, int rows, uint8_t *same);

struct cdelta_exact {
    struct cdelta_planes planes; // what decoders shall have
    int columns, rows;           // macroblocks
    const uint8_t *same;         // for each macroblock, row by row: other than 0 where the reference has it already
    uint32_t reference_number;   // frame_num of the reference
    uint32_t order;              // its pic_order_cnt
};

// Writes the one slice of such a picture, the whole unit behind its start code: what is the same is skipped, the rest stands there pixel by
// pixel (I_PCM). It is not deblocked.
//
// scratch, unit: as those of cdelta_write; 600 bytes for each macroblock that is not the same, and 4096, are enough.
// Returns the bytes of the unit; 0 where the capacity is not enough.
size_t cdelta_write_exact(
    const struct cdelta_stream *stream, const struct cdelta_exact *picture, uint8_t *scratch, uint8_t *unit, size_t capacity);
