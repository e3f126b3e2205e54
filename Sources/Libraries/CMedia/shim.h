#pragma once
// libavformat and libavcodec for the agent that decodes. The host has a seal of its own (CLibAV): the two sides share no code.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
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
