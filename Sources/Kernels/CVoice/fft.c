#include "fft.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

// Stockham's algorithm on 512 complex values: one pass of radix 2 and four of radix 4, none of which needs reordering.
enum { passes = 4 };
// Per pass of radix 4: three factors for each of its groups.
static float factors_re[passes][3][fft_half / 4], factors_im[passes][3][fft_half / 4];
static float turn_re[fft_half], turn_im[fft_half];

static void make_tables(void) {
    int length = fft_half;
    for (int pass = 0; pass < passes; pass++, length /= 4) {
        for (int group = 0; group < length / 4; group++) {
            for (int power = 1; power <= 3; power++) {
                double angle = -2 * M_PI * power * group / length;
                factors_re[pass][power - 1][group] = (float)cos(angle);
                factors_im[pass][power - 1][group] = (float)sin(angle);
            }
        }
    }
    for (int k = 0; k < fft_half; k++) {
        turn_re[k] = (float)cos(-2 * M_PI * k / fft_size);
        turn_im[k] = (float)sin(-2 * M_PI * k / fft_size);
    }
}

void fft_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
}

// One radix-4 butterfly of `step` neighbours.
static inline void butterflies(
    int step, const float *restrict xr, const float *restrict xi, int apart, float *restrict yr, float *restrict yi, const float w[6]) {
    for (int q = 0; q < step; q++) {
        float ar = xr[q], ai = xi[q], br = xr[q + apart], bi = xi[q + apart];
        float cr = xr[q + 2 * apart], ci = xi[q + 2 * apart], dr = xr[q + 3 * apart], di = xi[q + 3 * apart];
        float pr = ar + cr, pi = ai + ci, mr = ar - cr, mi = ai - ci;
        float sr = br + dr, si = bi + di, tr = bi - di, ti = dr - br;
        yr[q] = pr + sr;
        yi[q] = pi + si;
        float ur = mr + tr, ui = mi + ti, vr = pr - sr, vi = pi - si, zr = mr - tr, zi = mi - ti;
        yr[q + step] = ur * w[0] - ui * w[1];
        yi[q + step] = ur * w[1] + ui * w[0];
        yr[q + 2 * step] = vr * w[2] - vi * w[3];
        yi[q + 2 * step] = vr * w[3] + vi * w[2];
        yr[q + 3 * step] = zr * w[4] - zi * w[5];
        yi[q + 3 * step] = zr * w[5] + zi * w[4];
    }
}

// The first pass, where each group has one neighbour: the loop runs over the groups instead.
static void first_pass(const float *restrict xr, const float *restrict xi, float *restrict yr, float *restrict yi) {
    enum { apart = fft_half / 4 };
    for (int p = 0; p < apart; p++) {
        float ar = xr[p], ai = xi[p], br = xr[p + apart], bi = xi[p + apart];
        float cr = xr[p + 2 * apart], ci = xi[p + 2 * apart], dr = xr[p + 3 * apart], di = xi[p + 3 * apart];
        float pr = ar + cr, pi = ai + ci, mr = ar - cr, mi = ai - ci;
        float sr = br + dr, si = bi + di, tr = bi - di, ti = dr - br;
        float ur = mr + tr, ui = mi + ti, vr = pr - sr, vi = pi - si, zr = mr - tr, zi = mi - ti;
        yr[4 * p] = pr + sr;
        yi[4 * p] = pi + si;
        yr[4 * p + 1] = ur * factors_re[0][0][p] - ui * factors_im[0][0][p];
        yi[4 * p + 1] = ur * factors_im[0][0][p] + ui * factors_re[0][0][p];
        yr[4 * p + 2] = vr * factors_re[0][1][p] - vi * factors_im[0][1][p];
        yi[4 * p + 2] = vr * factors_im[0][1][p] + vi * factors_re[0][1][p];
        yr[4 * p + 3] = zr * factors_re[0][2][p] - zi * factors_im[0][2][p];
        yi[4 * p + 3] = zr * factors_im[0][2][p] + zi * factors_re[0][2][p];
    }
}

// In place, forward; `re` and `im` hold 512 values.
static void transform(float *re, float *im) {
    float other_re[fft_half], other_im[fft_half];
    float *xr = re, *xi = im, *yr = other_re, *yi = other_im;
    first_pass(xr, xi, yr, yi);
    int length = fft_half / 4, step = 4;
    for (int pass = 1; pass < passes; pass++, length /= 4, step *= 4) {
        float *t = xr;
        xr = yr, yr = t;
        t = xi, xi = yi, yi = t;
        for (int group = 0; group < length / 4; group++) {
            const float w[6] = {factors_re[pass][0][group], factors_im[pass][0][group], factors_re[pass][1][group],
                                factors_im[pass][1][group], factors_re[pass][2][group], factors_im[pass][2][group]};
            butterflies(step, xr + step * group, xi + step * group, fft_half / 4, yr + 4 * step * group, yi + 4 * step * group, w);
        }
    }
    // Four passes: the result is in `re` and `im` again, two halves of 256 short of the pass of radix 2.
    for (int q = 0; q < fft_half / 2; q++) {
        float ar = re[q], ai = im[q], br = re[q + fft_half / 2], bi = im[q + fft_half / 2];
        re[q] = ar + br;
        im[q] = ai + bi;
        re[q + fft_half / 2] = ar - br;
        im[q + fft_half / 2] = ai - bi;
    }
}

void fft_forward(const float *samples, fft_spectrum *spectrum) {
    float re[fft_half], im[fft_half];
    for (int k = 0; k < fft_half; k++) {
        re[k] = samples[2 * k];
        im[k] = samples[2 * k + 1];
    }
    transform(re, im);
    spectrum->re[0] = re[0] + im[0];
    spectrum->im[0] = 0;
    spectrum->re[fft_half] = re[0] - im[0];
    spectrum->im[fft_half] = 0;
    for (int k = 1; k < fft_half; k++) {
        // The even samples and the odd ones, of which the complex transform held one in each part.
        float er = (re[k] + re[fft_half - k]) / 2, ei = (im[k] - im[fft_half - k]) / 2;
        float or = (im[k] + im[fft_half - k]) / 2, oi = (re[fft_half - k] - re[k]) / 2;
        spectrum->re[k] = er + or * turn_re[k] - oi * turn_im[k];
        spectrum->im[k] = ei + or * turn_im[k] + oi * turn_re[k];
    }
}

void fft_inverse(const fft_spectrum *spectrum, float *samples) {
    float re[fft_half], im[fft_half];
    const float scale = 1.0f / fft_half;
    for (int k = 0; k < fft_half; k++) {
        float ar = spectrum->re[k], ai = spectrum->im[k], br = spectrum->re[fft_half - k], bi = -spectrum->im[fft_half - k];
        float er = (ar + br) / 2, ei = (ai + bi) / 2, dr = (ar - br) / 2, di = (ai - bi) / 2;
        float or = dr * turn_re[k] + di * turn_im[k], oi = di * turn_re[k] - dr * turn_im[k];
        // The inverse is the forward transform with the parts exchanged.
        im[k] = (er - oi) * scale;
        re[k] = (ei + or) * scale;
    }
    transform(re, im);
    for (int k = 0; k < fft_half; k++) {
        samples[2 * k] = im[k];
        samples[2 * k + 1] = re[k];
    }
}
