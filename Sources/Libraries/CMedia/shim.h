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
static const int cmedia_error_again = AVERROR(EAGAIN);
static const int cmedia_time_base = AV_TIME_BASE;

// A file of this machine names no other file and no address: what libavformat would open beside it is refused, and *noted set.
static inline int cmedia_refuse(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)io, (void)url, (void)flags, (void)options;
    *(int *)context->opaque = 1;
    return AVERROR(EPERM);
}

static inline void cmedia_open_nothing(AVFormatContext *context, int *noted) {
    context->opaque = noted;
    context->io_open = cmedia_refuse;
}

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

// What a process that fetches hands to the one that decodes: the stream of the pictures, that of the audio beside them (with codec 0 where
// there is none), then packet after packet. Both are of one program.
struct cmedia_stream {
    int64_t frame_nanoseconds;
    int32_t codec, tag, format, width, height, profile, level, bits, range, primaries, transfer, matrix, location, fields;
    int32_t sample_width, sample_height, ticks_of, ticks_in;
    int32_t is_live, orientation;
    int32_t is_audio, sample_rate, channels, frame_size, block_align;
    uint64_t speakers;
    uint32_t extra_bytes; // follow
};

struct cmedia_packet {
    int64_t shown, decoded, duration;
    int32_t flags, is_audio;
    uint32_t bytes, extra_count; // follow, the extras behind the bytes
};

struct cmedia_extra {
    uint32_t kind, bytes; // follow
};

enum { cmedia_extra_kinds = 3 };

// What a packet may say anew, for the decoder.
static inline enum AVPacketSideDataType cmedia_extra_kind(int index) {
    static const enum AVPacketSideDataType kinds[cmedia_extra_kinds] = {AV_PKT_DATA_PALETTE, AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE};
    return kinds[index];
}

static inline void cmedia_describe(const AVStream *from, struct cmedia_stream *to) {
    const AVCodecParameters *is = from->codecpar;
    to->codec = is->codec_id, to->tag = (int32_t)is->codec_tag, to->format = is->format;
    to->width = is->width, to->height = is->height, to->profile = is->profile, to->level = is->level;
    to->bits = is->bits_per_coded_sample, to->range = is->color_range, to->primaries = is->color_primaries;
    to->transfer = is->color_trc, to->matrix = is->color_space, to->location = is->chroma_location, to->fields = is->field_order;
    to->sample_width = is->sample_aspect_ratio.num, to->sample_height = is->sample_aspect_ratio.den;
    to->is_audio = is->codec_type == AVMEDIA_TYPE_AUDIO;
    to->sample_rate = is->sample_rate, to->channels = is->ch_layout.nb_channels, to->frame_size = is->frame_size, to->block_align = is->block_align;
    to->speakers = is->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? is->ch_layout.u.mask : 0;
    to->ticks_of = from->time_base.num, to->ticks_in = from->time_base.den;
    to->extra_bytes = is->extradata_size > 0 ? (uint32_t)is->extradata_size : 0;
}

// NULL where there is no memory. Numbers that make no sense are the decoder's to refuse. The extra bytes are copied.
static inline AVCodecParameters *cmedia_parameters(const struct cmedia_stream *from, const uint8_t *extra) {
    AVCodecParameters *made = avcodec_parameters_alloc();
    if (!made) return NULL;
    made->codec_type = from->is_audio ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO;
    if (from->is_audio) {
        made->sample_rate = from->sample_rate, made->frame_size = from->frame_size, made->block_align = from->block_align;
        if (!from->speakers || av_channel_layout_from_mask(&made->ch_layout, from->speakers) < 0)
            av_channel_layout_default(&made->ch_layout, from->channels);
    }
    made->codec_id = (enum AVCodecID)from->codec, made->codec_tag = (uint32_t)from->tag;
    made->format = from->format, made->width = from->width, made->height = from->height, made->profile = from->profile;
    made->level = from->level, made->bits_per_coded_sample = from->bits, made->color_range = (enum AVColorRange)from->range;
    made->color_primaries = (enum AVColorPrimaries)from->primaries;
    made->color_trc = (enum AVColorTransferCharacteristic)from->transfer, made->color_space = (enum AVColorSpace)from->matrix;
    made->chroma_location = (enum AVChromaLocation)from->location, made->field_order = (enum AVFieldOrder)from->fields;
    made->sample_aspect_ratio = (AVRational){from->sample_width, from->sample_height};
    if (from->extra_bytes == 0) return made;
    made->extradata = (uint8_t *)av_mallocz((size_t)from->extra_bytes + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!made->extradata) {
        avcodec_parameters_free(&made);
        return NULL;
    }
    for (uint32_t i = 0; i < from->extra_bytes; i++) made->extradata[i] = extra[i];
    made->extradata_size = (int)from->extra_bytes;
    return made;
}

// The size of a stream's pictures as its packet says, without a decoder; 0 where it does not, or there is no parser for it.
static inline void cmedia_read_size(const AVCodecParameters *of, const AVPacket *packet, int *width, int *height) {
    *width = *height = 0;
    AVCodecParserContext *parser = av_parser_init(of->codec_id);
    AVCodecContext *context = parser ? avcodec_alloc_context3(NULL) : NULL;
    if (context && avcodec_parameters_to_context(context, of) >= 0) {
        uint8_t *bytes;
        int count;
        parser->flags |= PARSER_FLAG_COMPLETE_FRAMES;
        av_parser_parse2(parser, context, &bytes, &count, packet->data, packet->size, packet->pts, packet->dts, -1);
        *width = parser->width, *height = parser->height;
    }
    avcodec_free_context(&context);
    if (parser) av_parser_close(parser);
}
