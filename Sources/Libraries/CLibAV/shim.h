#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/hwcontext.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Macros with casts or tags, which Swift does not import.
static const int64_t clibav_no_time = AV_NOPTS_VALUE;
static const int clibav_error_end = AVERROR_EOF;
static const int clibav_error_exit = AVERROR_EXIT;
static const int clibav_error_external = AVERROR_EXTERNAL;
static const int clibav_error_invalid = AVERROR_INVALIDDATA;
static const int clibav_error_no_encoder = AVERROR_ENCODER_NOT_FOUND;
static const int clibav_error_no_protocol = AVERROR_PROTOCOL_NOT_FOUND;
static const int clibav_error_bad_request = AVERROR_HTTP_BAD_REQUEST;
static const int clibav_time_base = AV_TIME_BASE;
static const uint32_t clibav_tag_hvc1 = MKTAG('h', 'v', 'c', '1');

// The log callback takes a va_list and the lines are kept per thread: Swift can write neither.
// Reached from one Swift file only, so that there is one copy of the thread's lines.
enum { CLIBAV_LINES = 4, CLIBAV_LINE_BYTES = 256 };
typedef struct {
    char text[CLIBAV_LINES][CLIBAV_LINE_BYTES];
    unsigned count;
} clibav_lines;

static inline clibav_lines *clibav_thread_lines(void) {
    static __thread clibav_lines lines;
    return &lines;
}

static inline void clibav_keep_line(void *object, int level, const char *format, va_list arguments) {
    if (level > AV_LOG_ERROR)
        return;
    clibav_lines *lines = clibav_thread_lines();
    char *line = lines->text[lines->count++ % CLIBAV_LINES];
    int prefix = 0;
    av_log_format_line2(object, level, format, arguments, line, CLIBAV_LINE_BYTES, &prefix);
    line[strcspn(line, "\r\n")] = 0;
}

static inline void clibav_keep_log(void) { av_log_set_callback(clibav_keep_line); }

// The thread's line number `index` counted from the oldest kept; NULL behind the last.
static inline const char *clibav_line(unsigned index) {
    clibav_lines *lines = clibav_thread_lines();
    unsigned kept = lines->count < CLIBAV_LINES ? lines->count : CLIBAV_LINES;
    return index < kept ? lines->text[(lines->count - kept + index) % CLIBAV_LINES] : NULL;
}

static inline void clibav_forget_lines(void) { clibav_thread_lines()->count = 0; }

// What a file that is opened may open besides: regular files in its own folder, or below it, and until it is open some hundreds at most. A
// playlist names others, itself too.
enum { CLIBAV_OPENS = 500 };
struct clibav_beside {
    int (*open)(AVFormatContext *, AVIOContext **, const char *, int, AVDictionary **);
    char folder[PATH_MAX];
    unsigned opens;
    int is_open;
};

static inline int clibav_open_beside(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    struct clibav_beside *beside = context->opaque;
    if (!beside->is_open && beside->opens >= CLIBAV_OPENS)
        return AVERROR(ELOOP);
    const char *path = url;
    if (!strncmp(path, "crypto+", 7) || !strncmp(path, "crypto:", 7))
        path += 7;
    if (!strncmp(path, "file:", 5))
        path += 5;
    if (strncmp(path, "data:", 5)) {
        char real[PATH_MAX];
        struct stat facts;
        // The first is the file itself, which may be a link, or have no name.
        const char *place = beside->opens == 0 ? path : realpath(path, real);
        if (!place || stat(place, &facts) < 0)
            return AVERROR(errno);
        if (!S_ISREG(facts.st_mode) || (beside->opens > 0 && strncmp(place, beside->folder, strlen(beside->folder))))
            return AVERROR(EPERM);
    }
    beside->opens += 1;
    return beside->open(context, io, url, flags, options);
}

// - Returns: what is to be freed when the context is closed; NULL where the folder of `path` cannot be read.
static inline struct clibav_beside *clibav_stay_beside(AVFormatContext *context, const char *path) {
    struct clibav_beside *beside = calloc(1, sizeof *beside);
    if (!beside)
        return NULL;
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(folder, sizeof folder, "%.*s", slash ? length : 1, slash ? path : ".") >= (int)sizeof folder
        || !realpath(folder, beside->folder) || strlen(beside->folder) + 2 > sizeof beside->folder) {
        free(beside);
        return NULL;
    }
    if (strcmp(beside->folder, "/"))
        strcat(beside->folder, "/");
    beside->open = context->io_open;
    context->opaque = beside;
    context->io_open = clibav_open_beside;
    return beside;
}
