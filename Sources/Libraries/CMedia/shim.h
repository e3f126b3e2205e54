#pragma once
// libavformat and libavcodec for the agent that decodes. The host has a seal of its own (CLibAV): the two sides share no code.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros with casts or tags, which Swift does not import.
static const int64_t cmedia_no_time = AV_NOPTS_VALUE;
static const int cmedia_error_end = AVERROR_EOF;
static const int cmedia_error_exit = AVERROR_EXIT;
static const int cmedia_error_invalid = AVERROR_INVALIDDATA;
static const int cmedia_error_no_protocol = AVERROR_PROTOCOL_NOT_FOUND;
static const int cmedia_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int cmedia_error_unauthorized = AVERROR_HTTP_UNAUTHORIZED;
static const int cmedia_error_forbidden = AVERROR_HTTP_FORBIDDEN;
static const int cmedia_error_not_found = AVERROR_HTTP_NOT_FOUND;
static const int cmedia_time_base = AV_TIME_BASE;

// libavformat hands tls_verify on to no segment, key or playlist that a playlist names: said each time that it opens something.
static inline int cmedia_open_verified(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    int (*open)(AVFormatContext *, AVIOContext **, const char *, int, AVDictionary **) = context->opaque;
    AVDictionary *own = NULL;
    AVDictionary **all = options ? options : &own;
    av_dict_set(all, "tls_verify", "1", 0);
    int status = open(context, io, url, flags, all);
    av_dict_free(&own);
    return status;
}

static inline void cmedia_verify_tls(AVFormatContext *context) {
    context->opaque = context->io_open;
    context->io_open = cmedia_open_verified;
}

// What a file with audio names is not opened, neither the segments of a playlist nor the parts of a list, and *noted set.
static inline int cmedia_refuse_other(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)io, (void)url, (void)flags, (void)options;
    *(int *)context->opaque = 1;
    return AVERROR(EPERM);
}

static inline void cmedia_open_no_other(AVFormatContext *context, int *noted) {
    context->opaque = noted;
    context->io_open = cmedia_refuse_other;
}
