#pragma once
// Takes out what the echo canceller may have left: a gain for every bin, applied as a short filter of linear phase, so that it
// delays by 128 samples, always.
#include "CVoice.h"
#include "fft.h"

typedef struct {
    float gains[fft_stride];
    float heard[fft_stride], leftover[fft_stride];
    float window[fft_size];
    fft_spectrum filter;
    bool is_flat;
} postfilter;

void postfilter_clear(postfilter *post);
// Works out `gains` from the spectra of what is left and of the echo expected, the filter's doubt, and how much is wanted (0...1).
void postfilter_estimate(postfilter *post, const fft_spectrum *left, const fft_spectrum *expected, const float *doubt, float amount);
// Filters a quantum in place, moving from the last gains to these; NULL is 1 everywhere. Returns the sum of squares.
float postfilter_process(postfilter *post, const float *gains, float *samples);
