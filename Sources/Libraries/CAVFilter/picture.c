#include "CAVFilter.h"
#include "library.h"

#include <libavutil/pixdesc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cavpicture {
    struct chain chain;
    int width, height;
};

cavpicture *cavpicture_open(const char *library, const char *chain, int width, int height, int *reason) {
    *reason = cavfilter_no_chain;
    cavpicture *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    (f->width = width), (f->height = height);
    char format[128];
    snprintf(
        format, sizeof format, "video_size=%dx%d:pix_fmt=%d:time_base=1/1000:pixel_aspect=1/1", width, height, AV_PIX_FMT_YUV420P);
    if (!chain_open(&f->chain, library, "buffer", "buffersink", format, chain, true, reason)) {
        free(f);
        return NULL;
    }
    return f;
}

bool cavpicture_command(cavpicture *f, const char *filter, const char *name, const char *value) {
    return f->chain.library.send_command(f->chain.graph, filter, name, value, NULL, 0, 0) >= 0;
}

static void copy(uint8_t *to, ptrdiff_t to_stride, const uint8_t *from, ptrdiff_t from_stride, int bytes, int rows) {
    for (int row = 0; row < rows; row++) memcpy(to + row * to_stride, from + row * from_stride, bytes);
}

bool cavpicture_process(cavpicture *f, const cavpicture_planes *from, const cavpicture_planes *into, int first, int rows) {
    AVFrame *given = f->chain.given, *taken = f->chain.taken;
    given->format = AV_PIX_FMT_YUV420P;
    (given->width = f->width), (given->height = f->height);
    given->colorspace = AVCOL_SPC_BT709;
    given->color_primaries = AVCOL_PRI_BT709;
    given->color_trc = AVCOL_TRC_BT709;
    given->color_range = AVCOL_RANGE_MPEG;
    given->chroma_location = AVCHROMA_LOC_CENTER;
    given->sample_aspect_ratio = (AVRational){1, 1};
    given->pts = f->chain.position++;
    if (av_frame_get_buffer(given, 0) < 0) return false;
    for (int plane = 0; plane < 3; plane++) {
        int half = plane > 0;
        copy(given->data[plane], given->linesize[plane], from->plane[plane], from->stride[half], f->width >> half, f->height >> half);
    }
    bool is_done = chain_run(&f->chain) && taken->format == AV_PIX_FMT_YUV420P && taken->width == f->width && taken->height == f->height;
    for (int plane = 0; is_done && plane < 3; plane++) {
        int half = plane > 0;
        copy(
            into->plane[plane], into->stride[half], taken->data[plane] + (first >> half) * taken->linesize[plane], taken->linesize[plane],
            f->width >> half, rows >> half);
    }
    av_frame_unref(taken);
    return is_done;
}

void cavpicture_close(cavpicture *f) {
    if (f) chain_close(&f->chain);
    free(f);
}
