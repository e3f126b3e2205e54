#pragma once
// From pixels to what is coded of a macroblock (ITU-T H.264, 8.5, the other way round).
#include "CDelta.h"

// How coefficients become levels.
struct quantiser {
    int shift;
    uint32_t half;  // what is rounded up
    uint16_t scales[16];
};

// What of a macroblock is coded, in levels and in the order of the scan.
struct levels {
    int16_t luma[16][16];   // by blocks, row by row
    int16_t means[2][4];
    int16_t rest[2][4][16]; // the first of each is left out
    struct cdelta_macroblock facts;
};

struct quantisers {
    struct quantiser luma, chroma[2];
};

// quantiser: 0...51; the offsets are those of blue and red.
void start_quantisers(struct quantisers *quantisers, int quantiser, int blue_offset, int red_offset);

// What is to be coded of a macroblock; `facts` say nothing where it can be skipped.
void find_levels(
    const struct cdelta_picture *picture, const struct quantisers *quantisers, int column, int row, struct levels *levels);
