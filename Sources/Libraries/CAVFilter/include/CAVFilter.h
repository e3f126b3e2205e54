#pragma once
#include <stdbool.h>

// A chain of audio filters of libavfilter, which is loaded when the first chain is opened: a process that opens none does not have it.

typedef struct cavfilter cavfilter;

/// The library that this was compiled for, such as "libavfilter.so.8".
const char *cavfilter_library(void);
/// Its major version: Debian's package is "libavfilter" and this number.
int cavfilter_major(void);

enum { cavfilter_no_library = 1, cavfilter_no_chain = 2 };

/// Opens a chain for stereo at 48 kHz.
/// - library: a name as dlopen takes it.
/// - chain: as `ffmpeg -af` takes it; filters that hold audio back are not for this.
/// - reason: 0, or why NULL is returned.
cavfilter *cavfilter_open(const char *library, const char *chain, int *reason);

/// Filters `count` sample frames in place, channel by channel. One thread at a time.
/// - false: the library failed, or held audio back; the samples are as they were.
bool cavfilter_process(cavfilter *filter, float *left, float *right, int count);

void cavfilter_close(cavfilter *filter);
