// The echo canceller: a filter of 480 ms in the frequency domain, whose step in every bin and for every delay is that of a Kalman
// filter (a diagonal one, as Enzner and Vary describe it, in partitions): it knows how sure it is of each coefficient, so it
// learns fast when the desktop plays alone and holds still when somebody speaks over it. What it is not yet sure of tells the
// suppressor behind it how much echo may be left.
#include "postfilter.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

// How much of the path stays from quantum to quantum: rooms change, people move.
static const float transition = 0.999f;
// How much power of the path each partition may have at first, and how much may always come where there was none: without it a path
// that moves to another delay would take ten seconds to be found again; with more, a voice would leave marks in it.
static const float first_uncertainty = 0.003f, newcomer = 3e-4f;
// Share of the last spectrum in the smoothed one of what is no echo.
static const float memory = 0.6f;
// Share of a window that a quantum is.
static const float share = (float)cvoice_quantum / fft_size;
// Of every 16 partitions one is freed of circular wrap in a quantum: in 160 ms all are.
enum { turns = 16 };
// Quanta of an estimate that has too little in common with the microphone, after which the path is learnt anew.
enum { patience = 10 };

struct cvoice_echo {
    fft_spectrum path[signals][partitions];
    float uncertainty[signals][partitions][fft_stride];
    float rest[fft_stride];
    postfilter post;
    float estimate_power, common_power;
    int misses, turn;
};

static void forget(cvoice_echo *echo) {
    memset(echo->path, 0, sizeof echo->path);
    float *all = &echo->uncertainty[0][0][0];
    for (int i = 0; i < signals * partitions * fft_stride; i++) all[i] = first_uncertainty;
    for (int k = 0; k < fft_stride; k++) echo->rest[k] = 1e-6f * fft_size;
    echo->estimate_power = echo->common_power = 0;
    echo->misses = 0;
}

cvoice_echo *cvoice_echo_open(void) {
    fft_prepare();
    cvoice_echo *echo = calloc(1, sizeof(cvoice_echo));
    if (!echo) return NULL;
    forget(echo);
    postfilter_clear(&echo->post);
    return echo;
}

void cvoice_echo_close(cvoice_echo *echo) { free(echo); }

void cvoice_echo_clear(cvoice_echo *echo) { postfilter_clear(&echo->post); }

void cvoice_echo_copy(cvoice_echo *echo, const cvoice_echo *from) { *echo = *from; }

// The echo that the filter expects, and its uncertainty in every bin.
static void predict(const cvoice_echo *echo, const cvoice_reference *reference, fft_spectrum *sum, float *doubt) {
    memset(sum, 0, sizeof *sum);
    memset(doubt, 0, fft_stride * sizeof(float));
    for (int signal = 0; signal < signals; signal++) {
        if (!reference->is_active[signal]) continue;
        for (int age = 0; age < partitions; age++) {
            int place = reference_place(reference, age);
            const fft_spectrum *restrict x = &reference->spectra[signal][place], *restrict w = &echo->path[signal][age];
            const float *restrict power = reference->powers[signal][place], *restrict v = echo->uncertainty[signal][age];
            float *restrict re = sum->re, *restrict im = sum->im, *restrict u = doubt;
            for (int k = 0; k < fft_bins; k++) {
                re[k] += x->re[k] * w->re[k] - x->im[k] * w->im[k];
                im[k] += x->re[k] * w->im[k] + x->im[k] * w->re[k];
                u[k] += power[k] * v[k];
            }
        }
    }
    for (int k = 0; k < fft_bins; k++) doubt[k] *= share;
}

// Learns from what the prediction missed.
static void learn(cvoice_echo *echo, const cvoice_reference *reference, const fft_spectrum *missed, const float *doubt) {
    float scale[fft_stride];
    for (int k = 0; k < fft_bins; k++) {
        float power = missed->re[k] * missed->re[k] + missed->im[k] * missed->im[k];
        echo->rest[k] = memory * echo->rest[k] + (1 - memory) * power;
        scale[k] = 1 / (doubt[k] + echo->rest[k] + 1e-9f);
    }
    for (int signal = 0; signal < signals; signal++) {
        if (!reference->is_active[signal]) continue;
        for (int age = 0; age < partitions; age++) {
            int place = reference_place(reference, age);
            const fft_spectrum *restrict x = &reference->spectra[signal][place], *restrict e = missed;
            fft_spectrum *restrict w = &echo->path[signal][age];
            const float *restrict power = reference->powers[signal][place];
            float *restrict v = echo->uncertainty[signal][age];
            const float kept = transition * transition, fresh = 1 - kept;
            for (int k = 0; k < fft_bins; k++) {
                float step = v[k] * scale[k];
                float re = transition * (w->re[k] + step * (x->re[k] * e->re[k] + x->im[k] * e->im[k]));
                float im = transition * (w->im[k] + step * (x->re[k] * e->im[k] - x->im[k] * e->re[k]));
                w->re[k] = re;
                w->im[k] = im;
                v[k] = kept * (1 - share * step * power[k]) * v[k] + fresh * (re * re + im * im + newcomer);
            }
        }
    }
}

// A partition is 480 samples of the path; what the bins say beyond them is circular wrap.
static void constrain(cvoice_echo *echo, const cvoice_reference *reference) {
    float samples[fft_size];
    echo->turn = (echo->turn + 1) % turns;
    for (int signal = 0; signal < signals; signal++) {
        if (!reference->is_active[signal]) continue;
        for (int age = echo->turn; age < partitions; age += turns) {
            fft_inverse(&echo->path[signal][age], samples);
            memset(samples + cvoice_quantum, 0, (fft_size - cvoice_quantum) * sizeof(float));
            fft_forward(samples, &echo->path[signal][age]);
        }
    }
}

// An estimate that has too little in common with the microphone belongs to a path that is no more. Compared by the differences
// between neighbours, since the lowest tones of two voices may agree for a while.
static bool has_lost_its_way(cvoice_echo *echo, const float *expected, const float *heard) {
    float power = 0, common = 0;
    for (int i = 1; i < cvoice_quantum; i++) {
        float a = expected[i] - expected[i - 1], b = heard[i] - heard[i - 1];
        power += a * a;
        common += a * b;
    }
    const float pace = 0.03f;
    echo->estimate_power += pace * (power - echo->estimate_power);
    echo->common_power += pace * (common - echo->common_power);
    bool is_miss = echo->estimate_power > 1e-7f && echo->common_power < 0.7f * echo->estimate_power;
    echo->misses = is_miss ? echo->misses + 1 : echo->misses > 0 ? echo->misses - 1 : 0;
    return echo->misses > patience;
}

cvoice_echo_report cvoice_echo_process(cvoice_echo *echo, const cvoice_reference *reference, float *samples, float from, float to) {
    cvoice_echo_report report = {.is_active = cvoice_reference_is_active(reference)};
    for (int i = 0; i < cvoice_quantum; i++) report.power_in += samples[i] * samples[i];
    if (!(report.power_in < 1e6f)) {
        memset(samples, 0, cvoice_quantum * sizeof(float));
        report.power_in = 0;
    }
    if (!report.is_active) {
        postfilter_process(&echo->post, NULL, samples);
        report.power_out = report.power_in;
        return report;
    }
    fft_spectrum expected_bins, missed_bins;
    float doubt[fft_stride], window[fft_size], missed[fft_size] = {0};
    float *error = missed + fft_size - cvoice_quantum, *expected = window + fft_size - cvoice_quantum;
    predict(echo, reference, &expected_bins, doubt);
    fft_inverse(&expected_bins, window);
    float expected_power = 0;
    for (int i = 0; i < cvoice_quantum; i++) {
        error[i] = samples[i] - expected[i];
        expected_power += expected[i] * expected[i];
    }
    fft_forward(missed, &missed_bins);
    learn(echo, reference, &missed_bins, doubt);
    constrain(echo, reference);
    bool is_lost = has_lost_its_way(echo, expected, samples) || !(expected_power < 1e6f);

    memset(window, 0, (fft_size - cvoice_quantum) * sizeof(float));
    fft_forward(window, &expected_bins);
    postfilter_estimate(&echo->post, &missed_bins, &expected_bins, doubt, to);
    for (int i = 0; i < cvoice_quantum; i++) {
        float amount = from + (to - from) * (float)(i + 1) / cvoice_quantum;
        samples[i] -= is_lost ? 0 : amount * expected[i];
    }
    report.power_out = postfilter_process(&echo->post, is_lost ? NULL : echo->post.gains, samples);
    report.echo_share = report.power_in > 0 && !is_lost ? expected_power / report.power_in : 0;
    if (is_lost) forget(echo);
    return report;
}
