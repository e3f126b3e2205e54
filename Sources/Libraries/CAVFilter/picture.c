#include "CAVFilter.h"
#include "library.h"

#include <libavutil/pixdesc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cavpicture {
    struct library library;
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVFrame *given, *taken;
    int width, height;
    bool has_alpha;
    int64_t position;
};

cavpicture *cavpicture_open(const char *library, const char *chain, int width, int height, bool has_alpha, int *reason) {
    *reason = cavfilter_no_chain;
    cavpicture *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    if (!library_load(&f->library, library)) {
        *reason = cavfilter_no_library;
        cavpicture_close(f);
        return NULL;
    }
    (f->width = width), (f->height = height), (f->has_alpha = has_alpha);
    f->given = av_frame_alloc();
    f->taken = av_frame_alloc();
    char format[128];
    snprintf(
        format, sizeof format, "video_size=%dx%d:pix_fmt=%d:time_base=1/1000:pixel_aspect=1/1", width, height,
        has_alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P);
    if (!f->given || !f->taken
        || !library_build(&f->library, &f->graph, &f->source, &f->sink, "buffer", "buffersink", format, chain, true)) {
        cavpicture_close(f);
        return NULL;
    }
    *reason = 0;
    return f;
}

bool cavpicture_command(cavpicture *f, const char *filter, const char *name, const char *value) {
    return f->library.send_command(f->graph, filter, name, value, NULL, 0, 0) >= 0;
}

static void copy(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from, ptrdiff_t from_stride, int bytes, int rows) {
    for (int row = 0; row < rows; row++) memcpy(to + row * to_stride, from + row * from_stride, bytes);
}

bool cavpicture_process(cavpicture *f, const cavpicture_planes *from, const cavpicture_planes *into, int first, int rows) {
    AVFrame *given = f->given, *taken = f->taken;
    given->format = f->has_alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
    (given->width = f->width), (given->height = f->height);
    given->colorspace = AVCOL_SPC_BT709;
    given->color_primaries = AVCOL_PRI_BT709;
    given->color_trc = AVCOL_TRC_BT709;
    given->color_range = AVCOL_RANGE_MPEG;
    given->chroma_location = AVCHROMA_LOC_CENTER;
    given->sample_aspect_ratio = (AVRational){1, 1};
    given->pts = f->position++;
    if (av_frame_get_buffer(given, 0) < 0) return false;
    for (int plane = 0; plane < 3; plane++) {
        int half = plane > 0;
        copy(given->data[plane], given->linesize[plane], from->plane[plane], from->stride[half], f->width >> half, f->height >> half);
    }
    if (f->has_alpha) {
        for (int row = 0; row < f->height; row++) memset(given->data[3] + row * given->linesize[3], 255, f->width);
    }
    bool is_done = f->library.add_frame(f->source, given, AV_BUFFERSRC_FLAG_PUSH) >= 0 && f->library.get_frame(f->sink, taken) >= 0;
    int format = f->has_alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
    av_frame_unref(given);
    if (is_done && taken->format == format && taken->width == f->width && taken->height == f->height) {
        for (int plane = 0; plane < 3; plane++) {
            int half = plane > 0;
            copy(
                into->plane[plane], into->stride[half], taken->data[plane] + (first >> half) * taken->linesize[plane], taken->linesize[plane],
                f->width >> half, rows >> half);
        }
        if (f->has_alpha && into->plane[3]) {
            const uint8_t *alpha = taken->data[3] + first * taken->linesize[3];
            copy(into->plane[3], into->stride[0], alpha, taken->linesize[3], f->width, rows);
        }
    } else {
        is_done = false;
    }
    av_frame_unref(taken);
    return is_done;
}

void cavpicture_close(cavpicture *f) {
    if (!f) return;
    if (f->graph) f->library.graph_free(&f->graph);
    av_frame_free(&f->given);
    av_frame_free(&f->taken);
    library_unload(&f->library);
    free(f);
}
