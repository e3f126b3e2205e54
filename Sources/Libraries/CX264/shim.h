#pragma once
// x264.h wants it before itself.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <x264.h>

// A macro that carries the library's build number, which Swift does not import.
static inline x264_t *cx264_open(x264_param_t *parameters) { return x264_encoder_open(parameters); }

// The log callback takes a va_list and the line is kept per thread: Swift can write neither.
// Reached from one Swift file only, so that there is one copy of the thread's line.
enum { CX264_LINE_BYTES = 256 };
static inline char *_Nonnull cx264_thread_line(void) {
    static __thread char line[CX264_LINE_BYTES];
    return line;
}

static inline void cx264_keep_line(void *unused, int level, const char *format, va_list arguments) {
    (void)unused;
    if (level > X264_LOG_ERROR)
        return;
    char *line = cx264_thread_line();
    vsnprintf(line, CX264_LINE_BYTES, format, arguments);
    line[strcspn(line, "\r\n")] = 0;
}

// The library prints nothing: its last error waits for the thread that caused it.
static inline void cx264_keep_log(x264_param_t *parameters) {
    parameters->pf_log = cx264_keep_line;
    // Below, libx264 computes no PSNR.
    parameters->i_log_level = X264_LOG_INFO;
}
