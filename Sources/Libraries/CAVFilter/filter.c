#include "CAVFilter.h"

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
#include <libavutil/macros.h>
#include <libavutil/mem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 48000

struct cavfilter {
    void *handle;
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVFrame *given, *taken;
    int64_t position;
    __typeof__(avfilter_graph_alloc) *graph_alloc;
    __typeof__(avfilter_graph_free) *graph_free;
    __typeof__(avfilter_get_by_name) *get_by_name;
    __typeof__(avfilter_graph_create_filter) *create_filter;
    __typeof__(avfilter_graph_parse_ptr) *parse;
    __typeof__(avfilter_graph_config) *config;
    __typeof__(avfilter_inout_alloc) *inout_alloc;
    __typeof__(avfilter_inout_free) *inout_free;
    __typeof__(av_buffersrc_add_frame_flags) *add_frame;
    __typeof__(av_buffersink_get_frame) *get_frame;
};

const char *cavfilter_library(void) { return "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR); }
int cavfilter_major(void) { return LIBAVFILTER_VERSION_MAJOR; }

static bool load(cavfilter *f, const char *library) {
    f->handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!f->handle) return false;
    f->graph_alloc = dlsym(f->handle, "avfilter_graph_alloc");
    f->graph_free = dlsym(f->handle, "avfilter_graph_free");
    f->get_by_name = dlsym(f->handle, "avfilter_get_by_name");
    f->create_filter = dlsym(f->handle, "avfilter_graph_create_filter");
    f->parse = dlsym(f->handle, "avfilter_graph_parse_ptr");
    f->config = dlsym(f->handle, "avfilter_graph_config");
    f->inout_alloc = dlsym(f->handle, "avfilter_inout_alloc");
    f->inout_free = dlsym(f->handle, "avfilter_inout_free");
    f->add_frame = dlsym(f->handle, "av_buffersrc_add_frame_flags");
    f->get_frame = dlsym(f->handle, "av_buffersink_get_frame");
    return f->graph_alloc && f->graph_free && f->get_by_name && f->create_filter && f->parse && f->config && f->inout_alloc && f->inout_free
        && f->add_frame && f->get_frame;
}

// One end of the chain, by the name that the parser gives to an end without one.
static AVFilterInOut *end(cavfilter *f, const char *name, AVFilterContext *context) {
    AVFilterInOut *end = f->inout_alloc();
    if (!end) return NULL;
    end->name = av_strdup(name);
    end->filter_ctx = context;
    end->pad_idx = 0;
    end->next = NULL;
    return end;
}

static bool build(cavfilter *f, const char *chain) {
    f->graph = f->graph_alloc();
    if (!f->graph) return false;
    // On the caller's thread.
    f->graph->nb_threads = 1;
    f->graph->thread_type = 0;
    const AVFilter *input = f->get_by_name("abuffer"), *output = f->get_by_name("abuffersink");
    if (!input || !output) return false;
    const char *format = "sample_rate=48000:sample_fmt=fltp:channel_layout=stereo:time_base=1/48000";
    if (f->create_filter(&f->source, input, "in", format, NULL, f->graph) < 0) return false;
    if (f->create_filter(&f->sink, output, "out", NULL, NULL, f->graph) < 0) return false;
    AVFilterInOut *outputs = end(f, "in", f->source), *inputs = end(f, "out", f->sink);
    bool is_built = outputs && inputs && f->parse(f->graph, chain, &inputs, &outputs, NULL) >= 0 && f->config(f->graph, NULL) >= 0;
    f->inout_free(&inputs);
    f->inout_free(&outputs);
    return is_built;
}

cavfilter *cavfilter_open(const char *library, const char *chain, int *reason) {
    *reason = cavfilter_no_chain;
    cavfilter *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    if (!load(f, library)) {
        *reason = cavfilter_no_library;
        cavfilter_close(f);
        return NULL;
    }
    f->given = av_frame_alloc();
    f->taken = av_frame_alloc();
    char whole[1024];
    // The channels as they came, whatever format the filters in between work in.
    int length = snprintf(whole, sizeof whole, "%s,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo", chain);
    if (!f->given || !f->taken || length >= (int)sizeof whole || !build(f, whole)) {
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
    bool is_done = f->add_frame(f->source, given, AV_BUFFERSRC_FLAG_PUSH) >= 0 && f->get_frame(f->sink, taken) >= 0;
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
    if (f->graph) f->graph_free(&f->graph);
    av_frame_free(&f->given);
    av_frame_free(&f->taken);
    if (f->handle) dlclose(f->handle);
    free(f);
}
