#include "CAVFilter.h"
#include "library.h"

#include <libavutil/mem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 48000

struct cavfilter {
    struct library library;
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVFrame *given, *taken;
    int64_t position;
};

cavfilter *cavfilter_open(const char *library, const char *chain, int *reason) {
    *reason = cavfilter_no_chain;
    cavfilter *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    if (!library_load(&f->library, library)) {
        *reason = cavfilter_no_library;
        cavfilter_close(f);
        return NULL;
    }
    f->given = av_frame_alloc();
    f->taken = av_frame_alloc();
    char whole[1024];
    // The channels as they came, whatever format the filters in between work in.
    int length = snprintf(whole, sizeof whole, "%s,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo", chain);
    if (!f->given || !f->taken || length >= (int)sizeof whole
        || !library_build(
            &f->library, &f->graph, &f->source, &f->sink, "abuffer", "abuffersink",
            "sample_rate=48000:sample_fmt=fltp:channel_layout=stereo:time_base=1/48000", whole, false)) {
        cavfilter_close(f);
        return NULL;
    }
    *reason = 0;
    return f;
}

bool cavfilter_process(cavfilter *f, float *left, float *right, int count) {
    AVFrame *given = f->given, *taken = f->taken;
    given->format = AV_SAMPLE_FMT_FLTP;
    given->sample_rate = RATE;
    given->nb_samples = count;
    given->ch_layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_STEREO;
    given->pts = f->position;
    f->position += count;
    if (av_frame_get_buffer(given, 0) < 0) return false;
    memcpy(given->extended_data[0], left, count * sizeof(float));
    memcpy(given->extended_data[1], right, count * sizeof(float));
    bool is_done = f->library.add_frame(f->source, given, AV_BUFFERSRC_FLAG_PUSH) >= 0 && f->library.get_frame(f->sink, taken) >= 0;
    av_frame_unref(given);
    if (is_done && taken->nb_samples == count && taken->format == AV_SAMPLE_FMT_FLTP) {
        memcpy(left, taken->extended_data[0], count * sizeof(float));
        memcpy(right, taken->extended_data[1], count * sizeof(float));
    } else {
        is_done = false;
    }
    av_frame_unref(taken);
    return is_done;
}

void cavfilter_close(cavfilter *f) {
    if (!f) return;
    if (f->graph) f->library.graph_free(&f->graph);
    av_frame_free(&f->given);
    av_frame_free(&f->taken);
    library_unload(&f->library);
    free(f);
}
