#define _GNU_SOURCE
#include "moments.h"
#include "sound.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The time between two writes: what a clock of its own delivers at once.
enum { PIECES_PER_SECOND = 200 };

static int16_t rounded(float value) { return (int16_t)lrintf(fmaxf(-1, fminf(1, value)) * 32767); }

void write_pcm(const char *path, const char *description, const char *format, double rate, int channels, double ppm, double seconds)
{
    int file = strcmp(path, "-") ? open(path, O_WRONLY | O_CREAT, 0600) : 1;
    if (file < 0) {
        perror(path);
        exit(1);
    }
    int is_float = !strcmp(format, "f32"), piece = (int)(rate / PIECES_PER_SECOND), is_paced = ppm > -1e6;
    size_t frame_bytes = (size_t)channels * (is_float ? sizeof(float) : sizeof(int16_t));
    char *bytes = malloc(frame_bytes * (size_t)piece);
    struct signal *signal = signal_make(description);
    int64_t after;
    int clicks = signal_is_clicking(signal, &after);
    double clock_rate = rate * (1 + ppm * 1e-6), position = 0;
    int64_t start = now();
    // What is not taken is lost, as in a sound card; a reader that is not there yet must not stop the clock. A file takes everything.
    if (is_paced) fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    for (int64_t written = 0; seconds <= 0 || (double)written < seconds * rate; written += piece) {
        for (int at = 0; at < piece; at++, position += RATE / rate) {
            // Signals are drawn at 48 kHz: other rates take the nearest sample before, which is for tones of few hertz only at 48 kHz.
            static float value;
            static int64_t drawn;
            while ((double)drawn <= position) value = signal_next(signal), drawn++;
            float sample = value;
            if (clicks) {
                int64_t heard = start + (int64_t)((double)(written + at) * 1e9 / clock_rate) - after;
                sample += click((heard - moment_before(heard)) * RATE / SECOND);
            }
            for (int side = 0; side < channels; side++) {
                if (is_float) ((float *)bytes)[at * channels + side] = sample;
                else ((int16_t *)bytes)[at * channels + side] = rounded(sample);
            }
        }
        if (is_paced) {
            // A piece is there when its last sample is.
            int64_t due = start + (int64_t)((double)(written + piece) * 1e9 / clock_rate);
            for (int64_t left; (left = due - now()) > 0;) ppoll(NULL, 0, &(struct timespec) { left / SECOND, left % SECOND }, NULL);
        }
        size_t left = frame_bytes * (size_t)piece;
        for (char *next = bytes; left > 0;) {
            ssize_t count = write(file, next, left);
            if (count < 0 && errno == EAGAIN && left == frame_bytes * (size_t)piece) break;
            if (count < 0 && errno != EAGAIN && errno != EINTR) return;
            if (count > 0) next += count, left -= (size_t)count;
        }
    }
}

void drain_pcm(const char *path, double rate, int channels, double ppm)
{
    // For both, so that it neither waits for a writer nor ends with one.
    int file = open(path, O_RDWR | O_NONBLOCK);
    if (file < 0) {
        perror(path);
        exit(1);
    }
    int piece = (int)(rate / PIECES_PER_SECOND);
    size_t bytes = (size_t)channels * sizeof(float) * (size_t)piece;
    float *taken = malloc(bytes);
    double clock_rate = rate * (1 + ppm * 1e-6);
    int64_t start = now(), last_click = start - SECOND;
    puts("ready");
    fflush(stdout);
    for (int64_t played = piece;; played += piece) {
        int64_t due = start + (int64_t)((double)played * 1e9 / clock_rate);
        for (int64_t left; (left = due - now()) > 0;) ppoll(NULL, 0, &(struct timespec) { left / SECOND, left % SECOND }, NULL);
        // What is not there is silence, as in a sound card.
        ssize_t count = read(file, taken, bytes);
        if (count < 0 && errno != EAGAIN && errno != EINTR) return;
        for (ssize_t at = 0; at < count / (ssize_t)sizeof(float); at += channels) {
            if (fabsf(taken[at]) < 0.4f) continue;
            int64_t time = start + (int64_t)((double)(played - piece + at / channels) * 1e9 / clock_rate);
            if (time - last_click < SECOND / 2) continue;
            last_click = time;
            printf("click %lld\n", (long long)time);
            fflush(stdout);
        }
    }
}
