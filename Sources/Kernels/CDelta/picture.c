#include "CDelta.h"
#include "bits.h"
#include "cabac.h"
#include "levels.h"
#include <stdlib.h>

enum { LUMA = 0, MEANS = 1, REST = 2 }; // kinds of blocks
enum { MOST_BITS = 3200 };              // of a macroblock

// Exp-Golomb, from that order on (9.3.2.3).
static void code_golomb(struct coder *coder, int value, int order) {
    for (; value >= 1 << order; order++) {
        code_evenly(coder, 1);
        value -= 1 << order;
    }
    code_evenly(coder, 0);
    while (order-- > 0) code_evenly(coder, value >> order & 1);
}

// Coefficients of a block of that kind, `count` of them (7.3.5.3.3).
static void code_block(struct coder *coder, int kind, const int16_t *levels, int count) {
    static const uint8_t firsts[3] = {0, 15, 18}, level_firsts[3] = {0, 10, 19};
    int coefficients = COEFFICIENTS + firsts[kind], lasts = LAST + firsts[kind], sizes = LEVELS + level_firsts[kind];
    int found[16], number = 0, last = count - 1;
    while (levels[last] == 0) last--;
    for (int i = 0; i <= last; i++) {
        if (levels[i] != 0) found[number++] = levels[i];
        if (i == count - 1) break;
        int step = kind == MEANS && i > 2 ? 2 : i;
        code(coder, coefficients + step, levels[i] != 0);
        if (levels[i] != 0) code(coder, lasts + step, i == last);
    }
    int ones = 0, larger = 0, most = kind == MEANS ? 3 : 4;
    while (number-- > 0) {
        int rest = abs(found[number]) - 1;
        code(coder, sizes + (larger ? 0 : ones < 3 ? ones + 1 : 4), rest > 0);
        if (rest > 0) {
            int context = sizes + 5 + (larger < most ? larger : most), prefix = 1;
            for (; prefix < 14 && prefix < rest; prefix++) code(coder, context, 1);
            if (rest < 14) code(coder, context, 0);
            else code_golomb(coder, rest - 14, 0);
            larger++;
        } else {
            ones++;
        }
        code_evenly(coder, found[number] < 0);
    }
}

static void code_luma(
    struct coder *coder, const struct levels *levels, const struct cdelta_macroblock *left, const struct cdelta_macroblock *above) {
    const struct cdelta_macroblock *own = &levels->facts;
    for (int number = 0; number < 16; number++) {
        int part = number >> 2;
        if (!(own->luma_parts >> part & 1)) continue;
        int x = (part & 1) * 2 + (number & 1), y = (part & 2) + (number >> 1 & 1), block = 4 * y + x;
        int before = x > 0 ? own->luma >> (block - 1) & 1 : left->luma >> (block + 3) & 1;
        int over = y > 0 ? own->luma >> (block - 4) & 1 : above->luma >> (block + 12) & 1;
        int has = own->luma >> block & 1;
        code(coder, BLOCKS + before + 2 * over, has);
        if (has) code_block(coder, LUMA, levels->luma[block], 16);
    }
}

static void code_chroma(
    struct coder *coder, const struct levels *levels, const struct cdelta_macroblock *left, const struct cdelta_macroblock *above) {
    const struct cdelta_macroblock *own = &levels->facts;
    if (own->colour == 0) return;
    for (int colour = 0; colour < 2; colour++) {
        int has = own->means >> colour & 1;
        code(coder, BLOCKS + 4 + (left->means >> colour & 1) + 2 * (above->means >> colour & 1), has);
        if (has) code_block(coder, MEANS, levels->means[colour], 4);
    }
    if (own->colour == 1) return;
    for (int block = 0; block < 8; block++) {
        int before = block & 1 ? own->chroma >> (block - 1) & 1 : left->chroma >> (block + 1) & 1;
        int over = block & 2 ? own->chroma >> (block - 2) & 1 : above->chroma >> (block + 2) & 1;
        int has = own->chroma >> block & 1;
        code(coder, BLOCKS + 8 + before + 2 * over, has);
        if (has) code_block(coder, REST, levels->rest[block >> 2][block & 3] + 1, 15);
    }
}

// How far down the reference has what is predicted there, in rows, as the macroblocks around say (8.4.1.3). `right` is above on the right, or
// above on the left in the last column; NULL for what lies outside.
static int predict_motion(const struct cdelta_macroblock *left, const struct cdelta_macroblock *above, const struct cdelta_macroblock *right) {
    if (!above) return left ? left->motion : 0;
    if (!left && !right) return above->motion;
    int a = left ? left->motion : 0, b = above->motion, c = right ? right->motion : 0;
    return a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b);
}

// The motion of a macroblock that is skipped (8.4.1.1).
static int skipped_motion(const struct cdelta_macroblock *left, const struct cdelta_macroblock *above, int predicted) {
    return left && above && left->motion && above->motion ? predicted : 0;
}

// By how much the motion down differs from the prediction, in quarters of a row (7.3.5.1, 9.3.2.3).
static void code_motion(struct coder *coder, int value, int sum_around) {
    int size = abs(value), prefix = 0;
    for (; prefix < 9; prefix++) {
        int step = prefix == 0 ? (sum_around > 2) + (sum_around > 32) : prefix < 4 ? prefix + 2 : 6;
        code(coder, MOTION_DOWN + step, prefix < size);
        if (prefix == size) break;
    }
    if (size >= 9) code_golomb(coder, size - 9, 3);
    if (size > 0) code_evenly(coder, value < 0);
}

// A macroblock with one vector (7.3.5), behind the flag that says that it is not skipped.
static void code_macroblock(
    struct coder *coder, const struct levels *levels, const struct cdelta_macroblock *left, const struct cdelta_macroblock *above,
    int has_large_transforms) {
    const struct cdelta_macroblock *own = &levels->facts;
    for (int i = 0; i < 3; i++) code(coder, TYPE + i, 0);
    code(coder, MOTION, 0);
    code_motion(coder, own->motion_step, abs(left->motion_step) + abs(above->motion_step));
    for (int part = 0; part < 4; part++) {
        int before = part & 1 ? own->luma_parts >> (part - 1) & 1 : left->luma_parts >> (part + 1) & 1;
        int over = part & 2 ? own->luma_parts >> (part - 2) & 1 : above->luma_parts >> (part + 2) & 1;
        code(coder, PARTS + !before + 2 * !over, own->luma_parts >> part & 1);
    }
    code(coder, COLOUR + (left->colour != 0) + 2 * (above->colour != 0), own->colour != 0);
    if (own->colour != 0) code(coder, COLOUR + 4 + (left->colour == 2) + 2 * (above->colour == 2), own->colour == 2);
    if (own->luma_parts != 0 && has_large_transforms) code(coder, TRANSFORM, 0);
    if (own->luma_parts == 0 && own->colour == 0) return;
    code(coder, STEP, 0);
    code_luma(coder, levels, left, above);
    code_chroma(coder, levels, left, above);
}

// What a slice of ours says about its picture.
struct header {
    int is_reference; // others may refer to it
    int quantiser;
    uint32_t reference_number, order;
};

// The slice's header (7.3.3) in whole bytes; returns how many.
static size_t write_header(const struct cdelta_stream *stream, const struct header *picture, uint8_t *bytes) {
    struct writer writer = {.bytes = bytes};
    // It begins with macroblock 0, and all of it is predicted.
    write_bits(&writer, picture->is_reference ? 0x41 : 1, 8);
    write_golomb(&writer, 0);
    write_golomb(&writer, 5);
    write_golomb(&writer, stream->picture_set);
    write_bits(&writer, (picture->reference_number + 1) & ((1u << stream->frame_number_bits) - 1), stream->frame_number_bits);
    write_bits(&writer, picture->order & ((1u << stream->order_bits) - 1), stream->order_bits);
    // One reference, the last picture.
    write_bits(&writer, stream->references != 1, 1);
    if (stream->references != 1) write_golomb(&writer, 0);
    write_bits(&writer, 0, 1);
    if (stream->is_weighted) {
        write_golomb(&writer, 0);
        write_golomb(&writer, 0);
        write_bits(&writer, 0, 2);
    }
    if (picture->is_reference) write_bits(&writer, 0, 1); // the oldest reference goes
    write_golomb(&writer, 0);                             // cabac_init_idc
    write_signed(&writer, picture->quantiser - stream->quantiser);
    write_golomb(&writer, 1); // no deblocking
    write_ones(&writer);
    return writer.position >> 3;
}

// Puts bytes into a unit, with what keeps start codes out; returns how many it came to.
static size_t escape(const uint8_t *bytes, const uint8_t *end, uint8_t *unit) {
    uint8_t *next = unit;
    int zeros = 0;
    while (bytes < end) next = put_escaped(next, &zeros, *bytes++);
    return (size_t)(next - unit);
}

size_t cdelta_write(
    const struct cdelta_stream *stream, const struct cdelta_picture *picture, uint8_t *scratch, uint8_t *unit, size_t capacity, int *coded) {
    // What lies outside: nothing of it is coded, and its parts count as if they were.
    static const struct cdelta_macroblock outside = {.luma_parts = 15};
    int columns = (picture->width + 15) / 16, rows = (picture->height + 15) / 16, count = 0;
    // Escaped it may be half as long again.
    size_t room = capacity * 2 / 3;
    memset(scratch, 0, 40);
    struct header header = {0, picture->quantiser, picture->reference_number, picture->order};
    size_t header_bytes = write_header(stream, &header, scratch);
    struct quantisers quantisers;
    start_quantisers(&quantisers, picture->quantiser, stream->blue_offset, stream->red_offset);
    struct coder coder;
    coder_start(&coder, scratch + header_bytes, scratch + room, picture->quantiser);
    struct levels levels;
    for (int row = 0; row < rows; row++) {
        const struct cdelta_macroblock *left = &outside;
        struct cdelta_macroblock corner = outside;
        for (int column = 0; column < columns; column++) {
            struct cdelta_macroblock *own = picture->above + column;
            const struct cdelta_macroblock *above = row > 0 ? own : &outside;
            find_levels(picture, &quantisers, column, row, &levels);
            const struct cdelta_macroblock *beside = column > 0 ? left : NULL, *over = row > 0 ? own : NULL;
            const struct cdelta_macroblock *right = row == 0 ? NULL : column + 1 < columns ? own + 1 : column > 0 ? &corner : NULL;
            int predicted = predict_motion(beside, over, right);
            if (levels.facts.is_coded || levels.facts.motion != skipped_motion(beside, over, predicted)) {
                levels.facts.is_coded = 1;
                levels.facts.motion_step = (int16_t)(4 * (levels.facts.motion - predicted));
            }
            code(&coder, SKIP + left->is_coded + above->is_coded, !levels.facts.is_coded);
            if (levels.facts.is_coded) {
                uint8_t *before = coder.next;
                int waiting = coder.waiting;
                code_macroblock(&coder, &levels, left, above, stream->has_large_transforms);
                if (8 * (coder.next - before + coder.waiting - waiting + 1) > MOST_BITS) return 0;
                count++;
            }
            if (row + 1 < rows || column + 1 < columns) code_more(&coder);
            corner = *own;
            *own = levels.facts;
            left = own;
        }
        if (coder_is_full(&coder)) return 0;
    }
    uint8_t *end = coder_end(&coder);
    if (coder_is_full(&coder)) return 0;
    if (coded) *coded = count;
    return escape(scratch, end, unit);
}

int cdelta_compare(const struct cdelta_planes *one, const struct cdelta_planes *other, int columns, int rows, uint8_t *same) {
    int count = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int is_same = 1;
            for (int y = 16 * row; y < 16 * row + 16 && is_same; y++)
                is_same = !memcmp(one->luma + y * one->luma_stride + 16 * column, other->luma + y * other->luma_stride + 16 * column, 16);
            for (int y = 8 * row; y < 8 * row + 8 && is_same; y++)
                is_same = !memcmp(
                    one->chroma + y * one->chroma_stride + 16 * column, other->chroma + y * other->chroma_stride + 16 * column, 16);
            same[row * columns + column] = (uint8_t)is_same;
            count += !is_same;
        }
    }
    return count;
}

// The pixels of a macroblock (7.3.5, pcm_sample_luma and the rest).
static uint8_t *put_pixels(uint8_t *next, const struct cdelta_planes *planes, int column, int row) {
    for (int y = 16 * row; y < 16 * row + 16; y++, next += 16) memcpy(next, planes->luma + y * planes->luma_stride + 16 * column, 16);
    for (int colour = 0; colour < 2; colour++)
        for (int y = 8 * row; y < 8 * row + 8; y++)
            for (int x = 0; x < 8; x++) *next++ = planes->chroma[y * planes->chroma_stride + 16 * column + 2 * x + colour];
    return next;
}

size_t cdelta_write_exact(
    const struct cdelta_stream *stream, const struct cdelta_exact *picture, uint8_t *scratch, uint8_t *unit, size_t capacity) {
    size_t room = capacity * 2 / 3;
    memset(scratch, 0, 40);
    struct header header = {1, stream->quantiser, picture->reference_number, picture->order};
    size_t header_bytes = write_header(stream, &header, scratch);
    struct coder coder;
    coder_start(&coder, scratch + header_bytes, scratch + room, header.quantiser);
    for (int row = 0; row < picture->rows; row++) {
        for (int column = 0; column < picture->columns; column++) {
            const uint8_t *same = picture->same + row * picture->columns + column;
            int before = column > 0 && !same[-1], above = row > 0 && !same[-picture->columns];
            code(&coder, SKIP + before + above, *same != 0);
            if (!*same) {
                code(&coder, TYPE, 1);
                code(&coder, INTRA_TYPE, 1);
                uint8_t *next = coder_end(&coder);
                if (coder.end - next < 400) return 0;
                coder_restart(&coder, put_pixels(next, &picture->planes, column, row));
            }
            if (row + 1 < picture->rows || column + 1 < picture->columns) code_more(&coder);
        }
        if (coder_is_full(&coder)) return 0;
    }
    uint8_t *end = coder_end(&coder);
    return coder_is_full(&coder) ? 0 : escape(scratch, end, unit);
}
