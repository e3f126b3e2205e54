#pragma once
#include <stdint.h>
#include <time.h>

enum { RATE = 48000, BLOCK = RATE / 100, CLICK = RATE / 200, CHANNELS = 2 };
static const int64_t SECOND = 1000000000;

// CLOCK_MONOTONIC in nanoseconds.
static inline int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

// Says what is wrong, with PulseAudio's words for the error, and exits.
void fail(const char *what, int error);

// A signal of one channel, made from its description (see main.c) and drawn sample by sample; the same one every time.
struct signal;
struct signal *signal_make(const char *description);
float signal_next(struct signal *signal);
// Whether it is to click at the moments of moments.h, and how many nanoseconds after each; anyone does so who knows when a sample is heard.
int signal_is_clicking(const struct signal *signal, int64_t *after);
// The click, so many samples after its start.
float click(int64_t since);

// Each plays or writes for ever.
void feed(const char *sink, const char *left, const char *right, const char *name);
void write_pcm(const char *path, const char *description, const char *format, double rate, int channels, double ppm, double seconds);
void drain_pcm(const char *path, double rate, int channels, double ppm);
void play_loop(const char *from, const char *to, double milliseconds, double decibels, const char *near);
// Prints the clicks that a source delivers.
void listen_for_clicks(const char *source);
