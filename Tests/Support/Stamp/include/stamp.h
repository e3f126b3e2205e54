// A stamp is a machine-readable mark in the picture: frame number, time and a check, as a block of black and
// white cells that survives encoding and scaling. StampReader.swift reads it back.
#pragma once
#include <stdint.h>

enum {
    STAMP_CELL = 16,    // pixels on a side
    STAMP_COLUMNS = 16, // bits a row, most significant first
    STAMP_ROWS = 5,     // two of frame number, two of milliseconds, one of check
    STAMP_WIDTH = STAMP_CELL * STAMP_COLUMNS,
    STAMP_HEIGHT = STAMP_CELL * STAMP_ROWS,
};

// The five rows of one stamp.
struct stamp {
    uint16_t rows[STAMP_ROWS];
};

struct stamp stamp_make(uint32_t number, uint32_t milliseconds);

// Draws it at the top left of a picture of 32 bits a pixel; stride in pixels.
void stamp_draw(const struct stamp *stamp, uint32_t *pixels, int stride);
