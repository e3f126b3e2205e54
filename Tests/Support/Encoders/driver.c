// A device's driver with faults, as far as a program can tell: loaded before libavcodec, it puts libx264 behind h264_v4l2m2m and libx265 behind
// hevc_v4l2m2m. FAULTY_DRIVER says what it does: "open error", "open hang", or "N WHAT" at the Nth picture of a process, where WHAT is error, hang,
// segv, abort, exit or talk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static AVCodecContext *contexts[64];
static int context_count, is_asked, pictures;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static void hang(void) {
    for (;;)
        pause();
}

const AVCodec *avcodec_find_encoder_by_name(const char *name) {
    const AVCodec *(*real)(const char *) = next("avcodec_find_encoder_by_name");
    is_asked = !strcmp(name, "h264_v4l2m2m") || !strcmp(name, "hevc_v4l2m2m");
    return real(!is_asked ? name : name[0] == 'h' && name[1] == '2' ? "libx264" : "libx265");
}

int avcodec_open2(AVCodecContext *context, const AVCodec *codec, AVDictionary **options) {
    int (*real)(AVCodecContext *, const AVCodec *, AVDictionary **) = next("avcodec_open2");
    if (!is_asked || !codec || !av_codec_is_encoder(codec))
        return real(context, codec, options);
    is_asked = 0;
    const char *fault = getenv("FAULTY_DRIVER");
    // As devices have it, and trying larger ones would take long in software.
    if (context->width > 1920)
        return AVERROR(EINVAL);
    if (fault && !strcmp(fault, "open error"))
        return AVERROR(ENODEV);
    if (fault && !strcmp(fault, "open hang"))
        hang();
    av_dict_set(options, "preset", "ultrafast", 0);
    av_dict_set(options, "tune", "zerolatency", 0);
    av_dict_set(options, "forced-idr", "1", 0);
    if (!strcmp(codec->name, "libx265"))
        av_dict_set(options, "x265-params", "log-level=none:pools=none:scenecut=0:open-gop=0", 0);
    contexts[context_count++ % 64] = context;
    return real(context, codec, options);
}

int avcodec_send_frame(AVCodecContext *context, const AVFrame *frame) {
    int (*real)(AVCodecContext *, const AVFrame *) = next("avcodec_send_frame");
    int is_ours = 0;
    for (int index = 0; index < 64; index++)
        is_ours |= contexts[index] == context;
    const char *fault = getenv("FAULTY_DRIVER"), *what = fault ? strchr(fault, ' ') : NULL;
    if (!is_ours || !frame || !what || ++pictures != atoi(fault))
        return real(context, frame);
    what++;
    if (!strcmp(what, "error"))
        return AVERROR(EIO);
    if (!strcmp(what, "hang"))
        hang();
    if (!strcmp(what, "segv")) {
        fprintf(stderr, "driver: the ring is stuck\n");
        *(volatile int *)16 = 1;
    }
    if (!strcmp(what, "abort"))
        abort();
    if (!strcmp(what, "exit"))
        _exit(3);
    // More than a pipe holds.
    for (int line = 0; line < 5000; line++)
        fprintf(stderr, "driver: line %d of what no one wants to know\n", line);
    return real(context, frame);
}
