#include "CAVFilter.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 48000

struct cavfilter {
    struct chain chain;
};

cavfilter *cavfilter_open(const char *library, const char *chain, int *reason) {
    *reason = cavfilter_no_chain;
    char whole[1024];
    // The channels as they came, whatever format the filters in between work in.
    int length = snprintf(whole, sizeof whole, "%s,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo", chain);
    cavfilter *f = length < (int)sizeof whole ? calloc(1, sizeof *f) : NULL;
    const char *format = "sample_rate=48000:sample_fmt=fltp:channel_layout=stereo:time_base=1/48000";
    if (f && !chain_open(&f->chain, library, "abuffer", "abuffersink", format, whole, false, reason)) {
        free(f);
        return NULL;
    }
    return f;
}

bool cavfilter_process(cavfilter *f, float *left, float *right, int count) {
    AVFrame *given = f->chain.given, *taken = f->chain.taken;
    given->format = AV_SAMPLE_FMT_FLTP;
    given->sample_rate = RATE;
    given->nb_samples = count;
    given->ch_layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_STEREO;
    given->pts = f->chain.position;
    f->chain.position += count;
    if (av_frame_get_buffer(given, 0) < 0) return false;
    memcpy(given->extended_data[0], left, count * sizeof(float));
    memcpy(given->extended_data[1], right, count * sizeof(float));
    bool is_done = chain_run(&f->chain) && taken->nb_samples == count && taken->format == AV_SAMPLE_FMT_FLTP;
    if (is_done) {
        memcpy(left, taken->extended_data[0], count * sizeof(float));
        memcpy(right, taken->extended_data[1], count * sizeof(float));
    }
    av_frame_unref(taken);
    return is_done;
}

void cavfilter_close(cavfilter *f) {
    if (f) chain_close(&f->chain);
    free(f);
}
