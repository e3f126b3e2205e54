// SoundFeed feed SINK tone|ticks|click: plays into a sink of $PULSE_SERVER.
//   tone    1 kHz sine, -20 dBFS
//   ticks   the tone, and a click (5 ms of 4 kHz at 0.8) at the start of each second of the signal
//   click   silence, and that click at every whole 2 s of CLOCK_MONOTONIC, as it leaves the sink
// SoundFeed listen SOURCE: prints "click NANOSECONDS" for each click that it hears, the time on CLOCK_MONOTONIC at
// which it entered the source, which is how the beds measure their own error.
#include "sound.h"
#include <math.h>
#include <pulse/error.h>
#include <pulse/simple.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

void fail(const char *what, int error)
{
    fprintf(stderr, "SoundFeed: %s: %s\n", what, pa_strerror(error));
    exit(1);
}

static pa_simple *open_sink(const char *sink)
{
    pa_sample_spec format = { .format = PA_SAMPLE_FLOAT32LE, .rate = RATE, .channels = 1 };
    // 200 ms, so that a busy machine does not tear the signal.
    pa_buffer_attr sizes = { (uint32_t)-1, 20 * BLOCK * 4, (uint32_t)-1, (uint32_t)-1, (uint32_t)-1 };
    int error = 0;
    pa_simple *stream = pa_simple_new(NULL, "SoundFeed", PA_STREAM_PLAYBACK, sink, "test signal", &format, NULL, &sizes, &error);
    if (!stream) fail(sink, error);
    return stream;
}

static float tone(int64_t sample) { return 0.1f * (float)sin(2 * M_PI * 1000 * (double)(sample % RATE) / RATE); }

static float click(int64_t since)
{
    return since >= 0 && since < CLICK ? 0.8f * (float)sin(2 * M_PI * 4000 * (double)since / RATE + M_PI / 2) : 0;
}

static void feed(const char *sink, const char *signal)
{
    pa_simple *stream = open_sink(sink);
    int ticks = !strcmp(signal, "ticks"), clicks = !strcmp(signal, "click"), error = 0;
    int64_t next_click = INT64_MIN / 2; // the sample at which the latest click starts
    puts("ready");
    fflush(stdout);
    for (int64_t written = 0;; written += BLOCK) {
        if (clicks && written >= next_click + RATE / 2) {
            // A sample written now is heard after the latency; the estimate is the freshest just before it is needed.
            int64_t heard = now() + (int64_t)pa_simple_get_latency(stream, &error) * 1000;
            int64_t due = (heard / (2 * SECOND) + 1) * 2 * SECOND;
            int64_t away = (due - heard) * RATE / SECOND;
            if (away < 3 * BLOCK) next_click = written + away;
        }
        float block[BLOCK];
        for (int at = 0; at < BLOCK; at++) {
            int64_t sample = written + at;
            block[at] = clicks ? click(sample - next_click) : tone(sample) + (ticks ? click(sample % RATE) : 0);
        }
        if (pa_simple_write(stream, block, sizeof block, &error) < 0) fail("the sound server is gone", error);
    }
}

int main(int count, char **arguments)
{
    if (count == 4 && !strcmp(arguments[1], "feed")) feed(arguments[2], arguments[3]);
    if (count == 3 && !strcmp(arguments[1], "listen")) listen_for_clicks(arguments[2]);
    fprintf(stderr, "usage: SoundFeed feed SINK tone|ticks|click, SoundFeed listen SOURCE\n");
    return 2;
}
