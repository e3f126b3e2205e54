#include "sound.h"
#include <math.h>
#include <pulse/pulseaudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sample for sample from a source to a sink. The way takes what the two latencies add up to; silence put in, or samples left
// out, once at the start and when the sum has moved, makes it the time that was asked for.
struct loop {
    const char *from, *to;
    pa_stream *ear, *mouth;
    struct signal *near;
    float gain;
    double wanted, error; // seconds; the error smoothed
    int64_t heard;
};

enum { SETTLING = RATE / 2, CORRECTION = RATE * 3 };

static double latency(pa_stream *stream, int *known)
{
    pa_usec_t value = 0;
    int negative = 0;
    *known = pa_stream_get_latency(stream, &value, &negative) == 0;
    return (negative ? -1e-6 : 1e-6) * (double)value;
}

static void say(struct loop *loop, float *samples, int64_t count)
{
    for (int64_t at = 0; at < count; at++) samples[at] = samples[at] * loop->gain + signal_next(loop->near);
    pa_stream_write(loop->mouth, samples, (size_t)count * sizeof *samples, NULL, 0, PA_SEEK_RELATIVE);
}

static void silence(struct loop *loop, int64_t count)
{
    float *samples = calloc((size_t)count, sizeof *samples);
    say(loop, samples, count);
    free(samples);
}

static void hear(pa_stream *stream, size_t bytes, void *argument)
{
    struct loop *loop = argument;
    const void *data;
    if (!loop->mouth || pa_stream_get_state(loop->mouth) != PA_STREAM_READY) return;
    while (pa_stream_readable_size(stream) > 0 && pa_stream_peek(stream, &data, &bytes) == 0 && bytes > 0) {
        int64_t count = (int64_t)(bytes / sizeof(float));
        float *samples = calloc((size_t)count, sizeof *samples);
        if (data) memcpy(samples, data, bytes);
        int knows_ear, knows_mouth;
        // Of the first sample of this block; a sample written now is heard after the mouth's.
        double way = latency(stream, &knows_ear) + latency(loop->mouth, &knows_mouth);
        pa_stream_drop(stream);
        int64_t before = loop->heard;
        loop->heard += count;
        if (knows_ear && knows_mouth) {
            double error = loop->wanted - way;
            loop->error += (error - loop->error) * (before < SETTLING ? 0.2 : 0.02);
            int is_due = before / SETTLING != loop->heard / SETTLING && before < CORRECTION;
            int64_t missing = (int64_t)(loop->error * RATE);
            if (is_due && llabs(missing) > RATE / 1000) {
                fprintf(stderr, "moved by %lld samples\n", (long long)missing);
                if (missing > 0) silence(loop, missing);
                else count = llabs(missing) < count ? count + missing : 0;
                loop->error = 0;
            }
        }
        say(loop, samples, count);
        free(samples);
        if (before < CORRECTION && loop->heard >= CORRECTION) {
            puts("ready");
            fflush(stdout);
        }
    }
}

static void follow(pa_context *context, void *argument)
{
    struct loop *loop = argument;
    pa_context_state_t state = pa_context_get_state(context);
    if (!PA_CONTEXT_IS_GOOD(state)) fail("the sound server is gone", pa_context_errno(context));
    if (state != PA_CONTEXT_READY) return;
    pa_sample_spec format = { .format = PA_SAMPLE_FLOAT32LE, .rate = RATE, .channels = 1 };
    pa_stream_flags_t flags = PA_STREAM_ADJUST_LATENCY | PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE;
    pa_buffer_attr sizes = { (uint32_t)-1, 20 * BLOCK * 4, 0, (uint32_t)-1, BLOCK * 4 };
    loop->mouth = pa_stream_new(context, "echo", &format, NULL);
    if (pa_stream_connect_playback(loop->mouth, loop->to, &sizes, PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE, NULL, NULL) < 0)
        fail(loop->to, pa_context_errno(context));
    loop->ear = pa_stream_new(context, "ear", &format, NULL);
    pa_stream_set_read_callback(loop->ear, hear, loop);
    if (pa_stream_connect_record(loop->ear, loop->from, &sizes, flags) < 0) fail(loop->from, pa_context_errno(context));
}

void play_loop(const char *from, const char *to, double milliseconds, double decibels, const char *near)
{
    struct loop loop = { .from = from, .to = to, .near = signal_make(near), .gain = (float)pow(10, decibels / 20), .wanted = milliseconds / 1000 };
    pa_mainloop *main = pa_mainloop_new();
    pa_context *context = pa_context_new(pa_mainloop_get_api(main), "Loudspeaker");
    pa_context_set_state_callback(context, follow, &loop);
    if (pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0) fail("no sound server", pa_context_errno(context));
    int status = 0;
    pa_mainloop_run(main, &status);
}
