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
        default: memcpy(target, source, width * 4); break;
        }
    }
}
