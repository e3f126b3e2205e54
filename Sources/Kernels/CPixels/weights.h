#pragma once
// BT.709, limited range. Luma in 8 fractional bits (219/255 * Kr, Kg, Kb); they sum to 220, so that white is 235.
#define LUMA_B 16
#define LUMA_G 157
#define LUMA_R 47

// Chroma: (weights * pixel) * SCALE / 32768. Weights fit a signed byte and a row sums to zero, so that grey has no
// colour. The odd scales are those at which all three weights are nearly whole: no chroma is off by more than 0.4
// before rounding (with a power of two it would be 0.7, and the chart would leave its +-3).
#define BLUE_B 126
#define BLUE_G (-97)
#define BLUE_R (-29)
#define BLUE_SCALE 114
#define RED_B (-11)
#define RED_G (-113)
#define RED_R 124
#define RED_SCALE 116

#if defined(__x86_64__)
#define CPIXELS_AVX2 1
#endif
