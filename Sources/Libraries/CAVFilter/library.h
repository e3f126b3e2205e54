#pragma once
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
#include <stdbool.h>

// What is used of libavfilter, found when it is loaded.
struct library {
    void *handle;
    __typeof__(avfilter_graph_alloc) *graph_alloc;
    __typeof__(avfilter_graph_free) *graph_free;
    __typeof__(avfilter_get_by_name) *get_by_name;
    __typeof__(avfilter_graph_create_filter) *create_filter;
    __typeof__(avfilter_graph_parse_ptr) *parse;
    __typeof__(avfilter_graph_config) *config;
    __typeof__(avfilter_graph_send_command) *send_command;
    __typeof__(avfilter_graph_set_auto_convert) *set_auto_convert;
    __typeof__(avfilter_inout_alloc) *inout_alloc;
    __typeof__(avfilter_inout_free) *inout_free;
    __typeof__(av_buffersrc_add_frame_flags) *add_frame;
    __typeof__(av_buffersink_get_frame) *get_frame;
};

// A graph of one chain, on its caller's thread, with a frame that it gets and one that it gives.
struct chain {
    struct library library;
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVFrame *given, *taken;
    int64_t position;
};

// Opens a chain from a source of the name `input`, which gets `format`, to a sink. Where it fails, the chain is closed, and why is in *reason.
// `only_formats`: no filter in between that converts what the chain does not take.
bool chain_open(
    struct chain *c, const char *library, const char *input, const char *output, const char *format, const char *filters, bool only_formats,
    int *reason);

// Passes the frame `given`, which has its memory, through the chain to `taken`, and lets go of it. Whatever it returns, `taken` is unreferenced
// by the caller.
bool chain_run(struct chain *c);

void chain_close(struct chain *c);
