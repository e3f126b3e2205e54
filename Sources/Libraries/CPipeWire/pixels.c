#include "CPipeWire.h"
#include <string.h>

// A word of four bytes, the first the lowest: this is for little-endian machines, as the protocol of frames is.
typedef uint32_t word;

static void swap_outer(word *restrict to, const word *restrict from, size_t count) { // R G B x
    for (size_t i = 0; i < count; i++)
        to[i] = (from[i] & 0xFF00FF00) | (from[i] & 0xFF) << 16 | (from[i] >> 16 & 0xFF);
}

static void shift_down(word *restrict to, const word *restrict from, size_t count) { // x B G R
    for (size_t i = 0; i < count; i++)
        to[i] = from[i] >> 8 | from[i] << 24;
}

static void reverse(word *restrict to, const word *restrict from, size_t count) { // x R G B
    for (size_t i = 0; i < count; i++)
        to[i] = __builtin_bswap32(from[i]);
}

static void widen(uint8_t *restrict to, const uint8_t *restrict from, size_t count, size_t red) {
    for (size_t i = 0; i < count; i++) {
        to[4 * i] = from[3 * i + 2 - red];
        to[4 * i + 1] = from[3 * i + 1];
        to[4 * i + 2] = from[3 * i + red];
        to[4 * i + 3] = 0xFF;
    }
}

void cpw_copy_rows(
    uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t width, size_t rows, uint32_t pixels) {
    if (pixels == CPW_BGRX && to_stride == from_stride && width * 4 == to_stride) {
        memcpy(to, from, to_stride * rows);
        return;
    }
    for (size_t row = 0; row < rows; row++) {
        word *restrict target = (word *)(void *)(to + row * to_stride);
        const word *restrict source = (const word *)(const void *)(from + row * from_stride);
        switch (pixels) {
        case CPW_RGBX: swap_outer(target, source, width); break;
        case CPW_XBGR: shift_down(target, source, width); break;
        case CPW_XRGB: reverse(target, source, width); break;
        case CPW_RGB: widen(to + row * to_stride, from + row * from_stride, width, 0); break;
        case CPW_BGR: widen(to + row * to_stride, from + row * from_stride, width, 2); break;
        default: memcpy(target, source, width * 4); break;
        }
    }
}

static void swap(uint8_t *restrict to, const uint8_t *restrict from, size_t bytes) {
    for (size_t i = 0; i + 1 < bytes; i += 2) {
        to[i] = from[i + 1];
        to[i + 1] = from[i];
    }
}

static void exchange(uint8_t *restrict to, const uint8_t *restrict from, size_t bytes) {
    for (size_t i = 0; i + 3 < bytes; i += 4) {
        to[i] = from[i];
        to[i + 1] = from[i + 3];
        to[i + 2] = from[i + 2];
        to[i + 3] = from[i + 1];
    }
}

static void take_upper(uint8_t *restrict to, const uint8_t *restrict from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[2 * i + 1];
}

void cpw_copy_plane(
    uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t bytes, size_t rows, uint32_t order) {
    for (size_t row = 0; row < rows; row++, to += to_stride, from += from_stride) {
        switch (order) {
        case CPW_SWAPPED: swap(to, from, bytes); break;
        case CPW_EXCHANGED: exchange(to, from, bytes); break;
        case CPW_UPPER: take_upper(to, from, bytes); break;
        default: memcpy(to, from, bytes); break;
        }
    }
}

static void weave(
    uint8_t *restrict to, const uint8_t *restrict luma, const uint8_t *restrict blue, const uint8_t *restrict red,
    size_t pairs) {
    for (size_t i = 0; i < pairs; i++) {
        to[4 * i] = luma[2 * i];
        to[4 * i + 1] = blue[i];
        to[4 * i + 2] = luma[2 * i + 1];
        to[4 * i + 3] = red[i];
    }
}

void cpw_weave_rows(uint8_t *to, size_t to_stride, const struct cpw_plane planes[CPW_PLANES], size_t width, size_t rows) {
    size_t pairs = width / 2;
    for (size_t row = 0; row < rows; row++, to += to_stride) {
        const uint8_t *luma = planes[0].pixels + row * planes[0].stride;
        const uint8_t *blue = planes[1].pixels + row * planes[1].stride, *red = planes[2].pixels + row * planes[2].stride;
        weave(to, luma, blue, red, pairs);
        if (width % 2 == 0)
            continue;
        to[4 * pairs] = to[4 * pairs + 2] = luma[2 * pairs];
        to[4 * pairs + 1] = blue[pairs];
        to[4 * pairs + 3] = red[pairs];
    }
}
