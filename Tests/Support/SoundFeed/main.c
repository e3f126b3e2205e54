// SoundFeed feed SINK SIGNAL[|SIGNAL] [NAME]: plays into a sink of $PULSE_SERVER, as the application NAME (SoundFeed); two
//   signals are the left and the right side.
// SoundFeed pcm FILE SIGNAL s16|f32 RATE CHANNELS PPM SECONDS: writes the same as PCM into a file, a FIFO or - (standard
//   output), paced by a clock of its own that is off by so many ppm; SECONDS 0 is for ever. PPM "now": unpaced.
// SoundFeed drain FILE RATE CHANNELS PPM: takes f32 samples out of a FIFO at the pace of such a clock: a loudspeaker. Prints
//   "click NANOSECONDS" for each click that it plays, as `listen` does.
// SoundFeed loop SOURCE SINK MS DB NEAR: plays what a source hears into a sink, so much later and louder, with a signal added:
//   a loudspeaker that a microphone hears.
// SoundFeed listen SOURCE: prints "click NANOSECONDS" for each click that it hears, the time on CLOCK_MONOTONIC at
//   which it entered the source, which is how the fixtures measure their own error.
//
// A SIGNAL is a sum of these, as in speech:1:-20+pink:-30:
//   silence
//   tone[:HERTZ[:DBFS]]   a sine (1000 Hz, -20 dBFS)
//   ticks                 tone, and a click (5 ms of 4 kHz at 0.8) at the start of each second of the signal
//   click[:MS]            silence, and that click at each moment of moments.h, some 2 s apart, as it leaves the sink; MS after it (0)
//   pop[:DBFS]            a single sample of that level at the start of each second
//   pink[:DBFS]           pink noise, its root mean square
//   speech[:SEED[:DBFS]]  made-up speech: syllables with formants and a melody, hisses and pauses; the root mean square while it speaks
#include "sound.h"
#include <pulse/error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *what, int error)
{
    fprintf(stderr, "SoundFeed: %s: %s\n", what, pa_strerror(error));
    exit(1);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    if (!strcmp(what, "feed") && (count == 4 || count == 5)) {
        char *left = arguments[3], *right = strchr(left, '|');
        if (right) *right++ = 0;
        feed(arguments[2], left, right, count == 5 ? arguments[4] : "SoundFeed");
    }
    if (!strcmp(what, "pcm") && count == 9) {
        double ppm = strcmp(arguments[7], "now") ? atof(arguments[7]) : -1e6;
        write_pcm(arguments[2], arguments[3], arguments[4], atof(arguments[5]), atoi(arguments[6]), ppm, atof(arguments[8]));
        return 0;
    }
    if (!strcmp(what, "drain") && count == 6) {
        drain_pcm(arguments[2], atof(arguments[3]), atoi(arguments[4]), atof(arguments[5]));
        return 1;
    }
    if (!strcmp(what, "loop") && count == 7)
        play_loop(arguments[2], arguments[3], atof(arguments[4]), atof(arguments[5]), arguments[6]);
    if (!strcmp(what, "listen") && count == 3) listen_for_clicks(arguments[2]);
    fprintf(stderr, "usage: SoundFeed feed|pcm|drain|loop|listen …, see Tests/Support/SoundFeed/main.c\n");
    return 2;
}
