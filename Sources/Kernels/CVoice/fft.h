#pragma once
// The transform of 1024 real samples into 513 bins and back, with real and imaginary parts apart, as loops like them.

enum { fft_size = 1024, fft_half = fft_size / 2, fft_bins = fft_half + 1, fft_stride = 520 };

typedef struct {
    float re[fft_stride], im[fft_stride];
} fft_spectrum;

// Makes the tables; call before anything else. Any thread, any number of times.
void fft_prepare(void);
void fft_forward(const float *samples, fft_spectrum *spectrum);
// Scaled so that it undoes `fft_forward`.
void fft_inverse(const fft_spectrum *spectrum, float *samples);
