#include "CSamples.h"

#include <math.h>
#include <string.h>

// Four, which every 64-bit processor has registers for.
typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));

static inline float4 load4(const float *from) {
    float4 value;
    memcpy(&value, from, sizeof value);
    return value;
}

csamples_level csamples_measure(const float *stereo, size_t count) {
    // Even lanes are left, odd ones right; four sets, so that one addition need not wait for the other.
    enum { sets = 4 };
    float4 powers[sets] = {{0}}, peaks[sets] = {{0}};
    size_t values = 2 * count, i = 0;
    for (; i + 4 * sets <= values; i += 4 * sets) {
        for (int set = 0; set < sets; set++) {
            float4 v = load4(stereo + i + 4 * set);
            powers[set] += v * v;
            peaks[set] = __builtin_elementwise_max(peaks[set], __builtin_elementwise_abs(v));
        }
    }
    csamples_level level = {0};
    for (int set = 0; set < sets; set++) {
        level.left += powers[set][0] + powers[set][2];
        level.right += powers[set][1] + powers[set][3];
        for (int lane = 0; lane < 4; lane++) level.peak = fmaxf(level.peak, peaks[set][lane]);
    }
    for (; i < values; i++) {
        if (i % 2) level.right += stereo[i] * stereo[i];
        else level.left += stereo[i] * stereo[i];
        level.peak = fmaxf(level.peak, fabsf(stereo[i]));
    }
    level.is_finite = isfinite(level.left + level.right);
    return level;
}

void csamples_peaks(const float *stereo, size_t count, float *peaks) {
    // A sinc under a window.
    static const float halfway[4] = {-0.01084f, 0.05542f, -0.16517f, 0.62059f};
    for (size_t i = 0; i < count; i++) {
        const float *newest = stereo + 2 * i;
        float left = 0, right = 0;
        for (int tap = 0; tap < 4; tap++) {
            const float *outer = newest - 2 * (7 - tap), *inner = newest - 2 * tap;
            left += halfway[tap] * (outer[0] + inner[0]);
            right += halfway[tap] * (outer[1] + inner[1]);
        }
        float between = fmaxf(fabsf(left), fabsf(right)), here = fmaxf(fabsf(newest[0]), fabsf(newest[1]));
        peaks[i] = fmaxf(between, here);
    }
}

// Eight at a time: one register with AVX2, two without. Inlined into a function for each.
static inline __attribute__((always_inline)) void interpolate(
    const float *left, const float *right, double at, double step, size_t count, const float *table, int taps, int phases, float *stereo) {
    typedef float float8 __attribute__((vector_size(32)));
    for (size_t index = 0; index < count; index++) {
        double place = at + (double)index * step;
        ptrdiff_t whole = (ptrdiff_t)place;
        float phase = (float)(place - (double)whole) * (float)phases;
        int row = (int)phase < phases - 1 ? (int)phase : phases - 1;
        float blend = phase - (float)row;
        const float *low = table + row * taps, *high = low + taps, *l = left + whole, *r = right + whole;
        float8 sum_left = {0}, sum_right = {0};
        for (int tap = 0; tap < taps; tap += 8) {
            float8 a, b, x, y;
            memcpy(&a, low + tap, sizeof a);
            memcpy(&b, high + tap, sizeof b);
            memcpy(&x, l + tap, sizeof x);
            memcpy(&y, r + tap, sizeof y);
            float8 coefficients = a + blend * (b - a);
            sum_left += coefficients * x;
            sum_right += coefficients * y;
        }
        float4 l0 = __builtin_shufflevector(sum_left, sum_left, 0, 1, 2, 3), l1 = __builtin_shufflevector(sum_left, sum_left, 4, 5, 6, 7);
        float4 r0 = __builtin_shufflevector(sum_right, sum_right, 0, 1, 2, 3), r1 = __builtin_shufflevector(sum_right, sum_right, 4, 5, 6, 7);
        float4 both_left = l0 + l1, both_right = r0 + r1;
        // Left and right next to each other: two additions more end both.
        float4 near = __builtin_shufflevector(both_left, both_right, 0, 4, 1, 5), far = __builtin_shufflevector(both_left, both_right, 2, 6, 3, 7);
        float4 pairs = near + far;
        stereo[2 * index] = pairs[0] + pairs[2];
        stereo[2 * index + 1] = pairs[1] + pairs[3];
    }
}

#if defined(__x86_64__)
static __attribute__((target("avx2,fma"))) void interpolate_avx2(
    const float *left, const float *right, double at, double step, size_t count, const float *table, int taps, int phases, float *stereo) {
    if (taps == 32) interpolate(left, right, at, step, count, table, 32, phases, stereo);
    else interpolate(left, right, at, step, count, table, taps, phases, stereo);
}
#endif

void csamples_interpolate(
    const float *left, const float *right, double at, double step, size_t count, const float *table, int taps, int phases, float *stereo) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        interpolate_avx2(left, right, at, step, count, table, taps, phases, stereo);
        return;
    }
#endif
    if (taps == 32) interpolate(left, right, at, step, count, table, 32, phases, stereo);
    else interpolate(left, right, at, step, count, table, taps, phases, stereo);
}

double csamples_weigh(csamples_weighting *weighting, const float *stereo, size_t count) {
    double2 s1, s2, h1, h2, power = {0, 0};
    memcpy(&s1, weighting->shelf[0], sizeof s1);
    memcpy(&s2, weighting->shelf[1], sizeof s2);
    memcpy(&h1, weighting->high_pass[0], sizeof h1);
    memcpy(&h2, weighting->high_pass[1], sizeof h2);
    for (size_t i = 0; i < count; i++) {
        double2 x = {stereo[2 * i], stereo[2 * i + 1]};
        // Transposed direct form: one multiplication and one addition from each sample to the next.
        double2 y = 1.53512485958697 * x + s1;
        s1 = -2.69169618940638 * x + 1.69065929318241 * y + s2;
        s2 = 1.19839281085285 * x - 0.73248077421585 * y;
        double2 z = y + h1;
        h1 = -2 * y + 1.99004745483398 * z + h2;
        h2 = y - 0.99007225036621 * z;
        power += z * z;
    }
    // What has faded below all measure would be denormal, which is slow.
    double2 *states[4] = {&s1, &s2, &h1, &h2};
    for (int state = 0; state < 4; state++) {
        for (int side = 0; side < 2; side++) {
            double value = (*states[state])[side];
            if (!(fabs(value) > 1e-30) || !isfinite(value)) (*states[state])[side] = 0;
        }
    }
    memcpy(weighting->shelf[0], &s1, sizeof s1);
    memcpy(weighting->shelf[1], &s2, sizeof s2);
    memcpy(weighting->high_pass[0], &h1, sizeof h1);
    memcpy(weighting->high_pass[1], &h2, sizeof h2);
    return power[0] + power[1];
}
