#include "postfilter.h"

#include <math.h>
#include <string.h>

enum { reach = cvoice_echo_delay, taps = 2 * reach + 1, neighbours = 4 };
// Residual echo is taken to be twice what it is estimated at, and at least this much of the echo expected (loudspeakers distort).
static const float caution = 2, leak = 0.002f;
// Nothing is lowered by more than 20 dB: a hole in the room's noise is heard too.
static const float least = 0.1f;

void postfilter_clear(postfilter *post) {
    memset(post, 0, sizeof *post);
    post->is_flat = true;
}

// Mean over each bin's neighbourhood.
static void spread(const float *powers, float *means) {
    float sum = 0;
    for (int k = 0; k < neighbours; k++) sum += powers[k];
    for (int k = 0; k < fft_bins; k++) {
        if (k + neighbours < fft_bins) sum += powers[k + neighbours];
        if (k > neighbours) sum -= powers[k - neighbours - 1];
        means[k] = fmaxf(sum, 0) / (2 * neighbours + 1);
    }
}

void postfilter_estimate(postfilter *post, const fft_spectrum *left, const fft_spectrum *expected, const float *doubt, float amount) {
    float heard[fft_bins], leftover[fft_bins], means[fft_bins];
    const float share = (float)cvoice_quantum / fft_size;
    for (int k = 0; k < fft_bins; k++) {
        heard[k] = left->re[k] * left->re[k] + left->im[k] * left->im[k];
        leftover[k] = share * doubt[k] + leak * (expected->re[k] * expected->re[k] + expected->im[k] * expected->im[k]);
    }
    spread(heard, means);
    for (int k = 0; k < fft_bins; k++) post->heard[k] = 0.5f * (post->heard[k] + means[k]);
    spread(leftover, means);
    for (int k = 0; k < fft_bins; k++) post->leftover[k] = 0.5f * (post->leftover[k] + means[k]);
    for (int k = 0; k < fft_bins; k++) {
        float gain = 1 - caution * post->leftover[k] / (post->heard[k] + 1e-12f);
        gain = gain < least ? least : gain;
        post->gains[k] = 1 - amount * (1 - gain);
    }
}

// The filter that has these gains, as far as its length allows, and a delay of `reach`.
static void design(const float *gains, fft_spectrum *filter) {
    static const float pi = 3.14159265f;
    fft_spectrum bins = {0};
    float response[fft_size], shaped[fft_size] = {0};
    memcpy(bins.re, gains, fft_bins * sizeof(float));
    fft_inverse(&bins, response);
    for (int i = 0; i < taps; i++) {
        float window = 0.5f - 0.5f * cosf(2 * pi * (float)(i + 1) / (taps + 1));
        shaped[i] = window * response[(i - reach + fft_size) % fft_size];
    }
    fft_forward(shaped, filter);
}

static void apply(const fft_spectrum *signal, const fft_spectrum *filter, float *samples) {
    fft_spectrum product;
    for (int k = 0; k < fft_bins; k++) {
        product.re[k] = signal->re[k] * filter->re[k] - signal->im[k] * filter->im[k];
        product.im[k] = signal->re[k] * filter->im[k] + signal->im[k] * filter->re[k];
    }
    fft_inverse(&product, samples);
}

float postfilter_process(postfilter *post, const float *gains, float *samples) {
    float *newest = post->window + fft_size - cvoice_quantum, power = 0;
    memmove(post->window, post->window + cvoice_quantum, (fft_size - cvoice_quantum) * sizeof(float));
    memcpy(newest, samples, cvoice_quantum * sizeof(float));
    bool is_flat = !gains;
    if (is_flat && post->is_flat) {
        memcpy(samples, newest - reach, cvoice_quantum * sizeof(float));
    } else {
        float flat[fft_bins], before[fft_size], after[fft_size];
        fft_spectrum signal, next;
        for (int k = 0; k < fft_bins; k++) flat[k] = 1;
        if (post->is_flat) design(flat, &post->filter);
        design(gains ? gains : flat, &next);
        fft_forward(post->window, &signal);
        apply(&signal, &post->filter, before);
        apply(&signal, &next, after);
        for (int i = 0; i < cvoice_quantum; i++) {
            float weight = (float)(i + 1) / cvoice_quantum;
            int from = fft_size - cvoice_quantum + i;
            samples[i] = before[from] * (1 - weight) + after[from] * weight;
        }
        post->filter = next;
        post->is_flat = is_flat;
    }
    for (int i = 0; i < cvoice_quantum; i++) power += samples[i] * samples[i];
    return power;
}
