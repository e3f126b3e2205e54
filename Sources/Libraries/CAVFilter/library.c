#include "library.h"
#include "CAVFilter.h"

#include <dlfcn.h>
#include <libavutil/macros.h>
#include <libavutil/mem.h>

const char *cavfilter_library(void) { return "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR); }
int cavfilter_major(void) { return LIBAVFILTER_VERSION_MAJOR; }

static bool load(struct library *l, const char *name) {
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

static bool build(struct chain *c, const char *input, const char *output, const char *format, const char *filters, bool only_formats) {
    struct library *l = &c->library;
    c->graph = l->graph_alloc();
    if (!c->graph) return false;
    // On the caller's thread.
    c->graph->nb_threads = 1;
    c->graph->thread_type = 0;
    if (only_formats) l->set_auto_convert(c->graph, AVFILTER_AUTO_CONVERT_NONE);
    const AVFilter *in = l->get_by_name(input), *out = l->get_by_name(output);
    if (!in || !out) return false;
    if (l->create_filter(&c->source, in, "in", format, NULL, c->graph) < 0) return false;
    if (l->create_filter(&c->sink, out, "out", NULL, NULL, c->graph) < 0) return false;
    AVFilterInOut *outputs = end(l, "in", c->source), *inputs = end(l, "out", c->sink);
    bool is_built = outputs && inputs && l->parse(c->graph, filters, &inputs, &outputs, NULL) >= 0 && l->config(c->graph, NULL) >= 0;
    l->inout_free(&inputs);
    l->inout_free(&outputs);
    return is_built;
}

bool chain_open(
    struct chain *c, const char *library, const char *input, const char *output, const char *format, const char *filters, bool only_formats,
    int *reason) {
    *reason = 0;
    if (!load(&c->library, library)) {
        *reason = cavfilter_no_library;
    } else {
        c->given = av_frame_alloc();
        c->taken = av_frame_alloc();
        if (!c->given || !c->taken || !build(c, input, output, format, filters, only_formats)) *reason = cavfilter_no_chain;
    }
    if (*reason) chain_close(c);
    return !*reason;
}

bool chain_run(struct chain *c) {
    bool is_done = c->library.add_frame(c->source, c->given, AV_BUFFERSRC_FLAG_PUSH) >= 0 && c->library.get_frame(c->sink, c->taken) >= 0;
    av_frame_unref(c->given);
    return is_done;
}

void chain_close(struct chain *c) {
    if (c->graph) c->library.graph_free(&c->graph);
    av_frame_free(&c->given);
    av_frame_free(&c->taken);
    if (c->library.handle) dlclose(c->library.handle);
    c->library.handle = NULL;
}
