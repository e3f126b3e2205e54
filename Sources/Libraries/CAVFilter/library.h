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

bool library_load(struct library *l, const char *name);
void library_unload(struct library *l);

// A graph of one chain, on its caller's thread, from a source of this name, which gets `format`, to a sink. Where it fails, *graph is freed by the
// caller as if it had not. `only_formats`: no filter in between that converts what the chain does not take.
bool library_build(
    struct library *l, AVFilterGraph **graph, AVFilterContext **source, AVFilterContext **sink, const char *input, const char *output,
    const char *format, const char *chain, bool only_formats);
