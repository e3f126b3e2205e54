#include "sound.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMANTS = 4, PARTS = 4 };

enum kind { SILENCE, TONE, TICKS, CLICKS, POP, PINK, SPEECH };

struct speech {
    int64_t left, length; // of the present piece, samples
    int syllables;        // left in the phrase
    enum { VOICE, HISS, GAP } piece;
    double phase, pitch, glide, from[FORMANTS], to[FORMANTS], memory[FORMANTS][2], last, high;
};

struct part {
    enum kind kind;
    double hertz, gain; // of a click, the milliseconds after its moment instead of hertz
    uint64_t random;
    double rows[7]; // pink noise: low-passed white noises
    struct speech speech;
};

struct signal {
    int count;
    int64_t at;
    struct part parts[PARTS];
};

static double uniform(struct part *part)
{
    part->random ^= part->random << 13;
    part->random ^= part->random >> 7;
    part->random ^= part->random << 17;
    return (double)(part->random >> 11) / (double)(1ULL << 53);
}

static double white(struct part *part) { return 2 * uniform(part) - 1; }

// Paul Kellet's filter, to within 0.05 dB of pink from 9 Hz on; 0.24 makes its root mean square 1.
static double pink(struct part *part)
{
    static const double poles[6] = { 0.99886, 0.99332, 0.96900, 0.86650, 0.55000, -0.7616 };
    static const double gains[6] = { 0.0555179, 0.0750759, 0.1538520, 0.3104856, 0.5329522, -0.0168980 };
    double in = white(part), sum = part->rows[6] + in * 0.5362;
    for (int row = 0; row < 6; row++) sum += part->rows[row] = poles[row] * part->rows[row] + gains[row] * in;
    part->rows[6] = in * 0.115926;
    return sum / 1.83;
}

static void next_piece(struct part *part)
{
    // a e i o u, for a voice of medium height
    static const double vowels[5][FORMANTS] = {
        { 750, 1250, 2500, 3500 }, { 530, 1850, 2500, 3500 }, { 280, 2250, 2900, 3600 }, { 500, 900, 2400, 3400 }, { 320, 800, 2250, 3300 },
    };
    struct speech *speech = &part->speech;
    double milliseconds;
    if (speech->piece == VOICE && speech->syllables > 0) {
        speech->syllables--;
        speech->piece = uniform(part) < 0.4 ? HISS : GAP;
        milliseconds = 40 + 50 * uniform(part);
    } else if (speech->piece == VOICE) {
        speech->piece = GAP;
        speech->syllables = 4 + (int)(5 * uniform(part));
        milliseconds = 500 + 500 * uniform(part);
    } else {
        speech->piece = VOICE;
        milliseconds = 140 + 160 * uniform(part);
        speech->pitch = 105 + 50 * uniform(part);
        speech->glide = -25 + 40 * uniform(part);
        memcpy(speech->from, speech->to, sizeof speech->to);
        memcpy(speech->to, vowels[(int)(5 * uniform(part)) % 5], sizeof speech->to);
    }
    speech->left = speech->length = (int64_t)(milliseconds * RATE / 1000);
}

static double speech(struct part *part)
{
    static const double widths[FORMANTS] = { 70, 90, 120, 180 };
    struct speech *speech = &part->speech;
    if (speech->left == 0) next_piece(part);
    double place = 1 - (double)speech->left-- / (double)speech->length, in = 0;
    double envelope = 0.5 - 0.5 * cos(2 * M_PI * fmin(1, fmin(place, 1 - place) * 2.5) / 2);
    if (speech->piece == GAP) return 0;
    if (speech->piece == HISS) {
        double hiss = white(part);
        speech->high = 0.6 * speech->high + hiss - speech->last;
        speech->last = hiss;
        return 0.35 * envelope * speech->high;
    }
    speech->phase += (speech->pitch + speech->glide * place) / RATE;
    if (speech->phase >= 1) {
        speech->phase -= 1;
        in = 1;
    }
    in += 0.01 * white(part); // breath
    for (int row = 0; row < FORMANTS; row++) {
        double middle = speech->from[row] + (speech->to[row] - speech->from[row]) * fmin(1, place * 2), radius = exp(-M_PI * widths[row] / RATE);
        double *memory = speech->memory[row], near = 2 * radius * cos(2 * M_PI * middle / RATE), far = -radius * radius;
        double value = (1 - near - far) * in + near * memory[0] + far * memory[1];
        memory[1] = memory[0];
        memory[0] = value;
        in = value;
    }
    return envelope * in * 29;
}

float click(int64_t since)
{
    return since >= 0 && since < CLICK ? 0.8f * (float)sin(2 * M_PI * 4000 * (double)since / RATE + M_PI / 2) : 0;
}

static double draw(struct part *part, int64_t at)
{
    switch (part->kind) {
    case TONE: return part->gain * sin(2 * M_PI * fmod(part->hertz * (double)at / RATE, 1));
    case TICKS: return click(at % RATE);
    case POP: return at % RATE == 0 ? part->gain : 0;
    case PINK: return part->gain * pink(part);
    case SPEECH: return part->gain * speech(part);
    default: return 0;
    }
}

static struct part *add(struct signal *signal, enum kind kind, double dbfs)
{
    if (signal->count == PARTS) {
        fprintf(stderr, "SoundFeed: too many parts in one signal\n");
        exit(2);
    }
    struct part *part = &signal->parts[signal->count++];
    part->kind = kind;
    part->hertz = 1000;
    part->gain = pow(10, dbfs / 20);
    part->random = 0x9e3779b97f4a7c15;
    return part;
}

struct signal *signal_make(const char *description)
{
    struct signal *signal = calloc(1, sizeof *signal);
    char *words = strdup(description), *rest = words, *word;
    while ((word = strsep(&rest, "+"))) {
        char *name = strsep(&word, ":"), *first = strsep(&word, ":"), *second = strsep(&word, ":");
        if (!strcmp(name, "silence")) continue;
        if (!strcmp(name, "tone")) add(signal, TONE, second ? atof(second) : -20)->hertz = first ? atof(first) : 1000;
        else if (!strcmp(name, "ticks")) add(signal, TONE, -20), add(signal, TICKS, 0);
        else if (!strcmp(name, "click")) add(signal, CLICKS, 0)->hertz = first ? atof(first) : 0;
        else if (!strcmp(name, "pop")) add(signal, POP, first ? atof(first) : -40);
        else if (!strcmp(name, "pink")) add(signal, PINK, first ? atof(first) : -40);
        else if (!strcmp(name, "speech")) {
            struct part *part = add(signal, SPEECH, second ? atof(second) : -20);
            part->random += first ? (uint64_t)atoi(first) * 0x2545f4914f6cdd1d : 0;
            for (int turn = 0; turn < 20; turn++) uniform(part);
            part->speech.syllables = 5;
            part->speech.piece = GAP;
        } else {
            fprintf(stderr, "SoundFeed: no signal '%s'\n", name);
            exit(2);
        }
    }
    free(words);
    return signal;
}

float signal_next(struct signal *signal)
{
    double sum = 0;
    for (int index = 0; index < signal->count; index++) sum += draw(&signal->parts[index], signal->at);
    signal->at++;
    return (float)sum;
}

int signal_is_clicking(const struct signal *signal, int64_t *after)
{
    *after = 0;
    for (int index = 0; index < signal->count; index++) {
        if (signal->parts[index].kind != CLICKS) continue;
        *after = (int64_t)(signal->parts[index].hertz * 1e6);
        return 1;
    }
    return 0;
}
