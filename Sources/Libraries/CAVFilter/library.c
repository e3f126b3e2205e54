#include "library.h"
#include "CAVFilter.h"

#include <dlfcn.h>
#include <libavutil/macros.h>
#include <libavutil/mem.h>

const char *cavfilter_library(void) { return "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR); }
int cavfilter_major(void) { return LIBAVFILTER_VERSION_MAJOR; }

bool library_load(struct library *l, const char *name) {
    l->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!l->handle) return false;
    l->graph_alloc = dlsym(l->handle, "avfilter_graph_alloc");
    l->graph_free = dlsym(l->handle, "avfilter_graph_free");
    l->get_by_name = dlsym(l->handle, "avfilter_get_by_name");
    l->create_filter = dlsym(l->handle, "avfilter_graph_create_filter");
    l->parse = dlsym(l->handle, "avfilter_graph_parse_ptr");
    l->config = dlsym(l->handle, "avfilter_graph_config");
    l->send_command = dlsym(l->handle, "avfilter_graph_send_command");
    l->set_auto_convert = dlsym(l->handle, "avfilter_graph_set_auto_convert");
    l->inout_alloc = dlsym(l->handle, "avfilter_inout_alloc");
    l->inout_free = dlsym(l->handle, "avfilter_inout_free");
    l->add_frame = dlsym(l->handle, "av_buffersrc_add_frame_flags");
    l->get_frame = dlsym(l->handle, "av_buffersink_get_frame");
    return l->graph_alloc && l->graph_free && l->get_by_name && l->create_filter && l->parse && l->config && l->send_command
        && l->set_auto_convert && l->inout_alloc && l->inout_free && l->add_frame && l->get_frame;
}

void library_unload(struct library *l) {
    if (l->handle) dlclose(l->handle);
    l->handle = NULL;
}

// One end of the chain, by the name that the parser gives to an end without one.
static AVFilterInOut *end(struct library *l, const char *name, AVFilterContext *context) {
    AVFilterInOut *end = l->inout_alloc();
    if (!end) return NULL;
    end->name = av_strdup(name);
    end->filter_ctx = context;
    end->pad_idx = 0;
    end->next = NULL;
    return end;
}

bool library_build(
    struct library *l, AVFilterGraph **graph, AVFilterContext **source, AVFilterContext **sink, const char *input, const char *output,
    const char *format, const char *chain, bool only_formats) {
    *graph = l->graph_alloc();
    if (!*graph) return false;
    // On the caller's thread.
    (*graph)->nb_threads = 1;
    (*graph)->thread_type = 0;
    if (only_formats) l->set_auto_convert(*graph, AVFILTER_AUTO_CONVERT_NONE);
    const AVFilter *in = l->get_by_name(input), *out = l->get_by_name(output);
    if (!in || !out) return false;
    if (l->create_filter(source, in, "in", format, NULL, *graph) < 0) return false;
    if (l->create_filter(sink, out, "out", NULL, NULL, *graph) < 0) return false;
    AVFilterInOut *outputs = end(l, "in", *source), *inputs = end(l, "out", *sink);
    bool is_built = outputs && inputs && l->parse(*graph, chain, &inputs, &outputs, NULL) >= 0 && l->config(*graph, NULL) >= 0;
    l->inout_free(&inputs);
    l->inout_free(&outputs);
    return is_built;
}
