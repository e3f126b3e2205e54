#include "moments.h"
#include "sound.h"
#include <pulse/error.h>
#include <pulse/simple.h>
#include <stdio.h>

static pa_simple *open_sink(const char *sink, const char *name, int channels)
{
    pa_sample_spec format = { .format = PA_SAMPLE_FLOAT32LE, .rate = RATE, .channels = (uint8_t)channels };
    // 200 ms, so that a busy machine does not tear the signal.
    pa_buffer_attr sizes = { (uint32_t)-1, (uint32_t)(20 * BLOCK * 4 * channels), (uint32_t)-1, (uint32_t)-1, (uint32_t)-1 };
    int error = 0;
    pa_simple *stream = pa_simple_new(NULL, name, PA_STREAM_PLAYBACK, sink, "test signal", &format, NULL, &sizes, &error);
    if (!stream) fail(sink, error);
    return stream;
}

void feed(const char *sink, const char *left, const char *right, const char *name)
{
    int channels = right ? 2 : 1, error = 0;
    struct signal *sides[CHANNELS] = { signal_make(left), right ? signal_make(right) : NULL };
    pa_simple *stream = open_sink(sink, name, channels);
    int64_t after;
    int clicks = signal_is_clicking(sides[0], &after);
    int64_t next_click = INT64_MIN / 2; // the sample at which the latest click starts
    puts("ready");
    fflush(stdout);
    for (int64_t written = 0;; written += BLOCK) {
        if (clicks && written >= next_click + RATE / 2) {
            // A sample written now is heard after the latency; the estimate is the freshest just before it is needed.
            int64_t heard = now() + (int64_t)pa_simple_get_latency(stream, &error) * 1000;
            int64_t due = moment_after(heard - after) + after;
            int64_t away = (due - heard) * RATE / SECOND;
            if (away < 3 * BLOCK) next_click = written + away;
        }
        float block[BLOCK * CHANNELS];
        for (int at = 0; at < BLOCK; at++)
            for (int side = 0; side < channels; side++)
                block[at * channels + side] = signal_next(sides[side]) + (clicks ? click(written + at - next_click) : 0);
        if (pa_simple_write(stream, block, sizeof *block * (size_t)(BLOCK * channels), &error) < 0) fail("the sound server is gone", error);
    }
}
