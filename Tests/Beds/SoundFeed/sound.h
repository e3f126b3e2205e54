#pragma once
#include <stdint.h>
#include <time.h>

enum { RATE = 48000, BLOCK = RATE / 100, CLICK = RATE / 200 };
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

// Prints the clicks that a source delivers, for ever.
void listen_for_clicks(const char *source);
