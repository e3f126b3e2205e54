#include "stamp.h"

struct stamp stamp_make(uint32_t number, uint32_t milliseconds)
{
    struct stamp stamp = { { number >> 16, number & 0xffff, milliseconds >> 16, milliseconds & 0xffff, 0 } };
    // Rotated and inverted, so that neither a black picture nor a shifted row passes.
    uint16_t check = 0x5aa5;
    for (int row = 0; row < 4; row++)
        check = (uint16_t)((check << 3 | check >> 13) ^ stamp.rows[row]);
    stamp.rows[4] = (uint16_t)~check;
    return stamp;
}

void stamp_draw(const struct stamp *stamp, uint32_t *pixels, int stride)
{
    for (int y = 0; y < STAMP_HEIGHT; y++)
        for (int x = 0; x < STAMP_WIDTH; x++) {
            int bit = stamp->rows[y / STAMP_CELL] >> (STAMP_COLUMNS - 1 - x / STAMP_CELL) & 1;
            pixels[y * stride + x] = bit ? 0xffffff : 0;
        }
}
