#include "sound.h"
#include <math.h>
#include <pulse/pulseaudio.h>
#include <stdio.h>

// Not the simple API: it turns a negative latency into none, and the monitor of a null sink, which is filled
// before its samples are due, has a negative one.

struct ear {
    const char *source;
    pa_stream *stream;
    int64_t heard, last_click; // samples
};

static void take(pa_stream *stream, size_t bytes, void *context)
{
    struct ear *ear = context;
    const void *data;
    pa_usec_t latency = 0;
    int negative = 0;
    (void)bytes;
    while (pa_stream_readable_size(stream) > 0 && pa_stream_peek(stream, &data, &bytes) == 0 && bytes > 0) {
        const float *samples = data;
        int64_t count = (int64_t)(bytes / sizeof *samples);
        int known = pa_stream_get_latency(stream, &latency, &negative) == 0;
        // The latency is that of the sample to be read next, the first of this block.
        int64_t start = now() - (negative ? -1 : 1) * (int64_t)latency * 1000;
        for (int64_t at = 0; samples && known && at < count; at++) {
            if (fabsf(samples[at]) < 0.4f || ear->heard + at - ear->last_click < RATE / 2) continue;
            ear->last_click = ear->heard + at;
            printf("click %lld\n", (long long)(start + at * SECOND / RATE));
            fflush(stdout);
        }
        ear->heard += count;
        pa_stream_drop(stream);
    }
}

static void follow(pa_context *context, void *argument)
{
    struct ear *ear = argument;
    pa_context_state_t state = pa_context_get_state(context);
    if (!PA_CONTEXT_IS_GOOD(state)) fail("the sound server is gone", pa_context_errno(context));
    if (state != PA_CONTEXT_READY) return;
    pa_sample_spec format = { .format = PA_SAMPLE_FLOAT32LE, .rate = RATE, .channels = 1 };
    pa_buffer_attr sizes = { (uint32_t)-1, (uint32_t)-1, (uint32_t)-1, (uint32_t)-1, 4 * BLOCK };
    ear->stream = pa_stream_new(context, "ear", &format, NULL);
    pa_stream_set_read_callback(ear->stream, take, ear);
    pa_stream_flags_t flags = PA_STREAM_ADJUST_LATENCY | PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE;
    if (pa_stream_connect_record(ear->stream, ear->source, &sizes, flags) < 0) fail(ear->source, pa_context_errno(context));
    puts("ready");
    fflush(stdout);
}

void listen_for_clicks(const char *source)
{
    struct ear ear = { .source = source, .last_click = -RATE };
    pa_mainloop *loop = pa_mainloop_new();
    pa_context *context = pa_context_new(pa_mainloop_get_api(loop), "SoundFeed");
    pa_context_set_state_callback(context, follow, &ear);
    if (pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0) fail("no sound server", pa_context_errno(context));
    int status = 0;
    pa_mainloop_run(loop, &status);
}
