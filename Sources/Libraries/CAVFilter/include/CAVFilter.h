#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Chains of filters of libavfilter, which is loaded when the first chain is opened: a process that opens none does not have it.

typedef struct cavfilter cavfilter;
typedef struct cavpicture cavpicture;

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

/// Luma, blue, red; strides of luma, and of both chroma planes.
typedef struct {
    uint8_t *plane[3];
    ptrdiff_t stride[2];
} cavpicture_planes;

/// Opens a chain for I420 pictures, BT.709 in limited range, of one even size. Nothing is converted on the way: a chain that does not take them
/// as they are is refused.
/// - chain: as `ffmpeg -vf` takes it; filters that hold pictures back are not for this.
/// - reason: as above.
cavpicture *cavpicture_open(const char *library, const char *chain, int width, int height, int *reason);

/// Changes a setting of a filter while it runs, as of the next picture.
/// - false: it takes no such command.
bool cavpicture_command(cavpicture *filter, const char *name, const char *setting, const char *value);

/// Filters a picture and copies an even number of its rows, from the even row `first` on, to where `into` points. One thread at a time.
/// - false: the library failed, or held the picture back; nothing was copied.
bool cavpicture_process(cavpicture *filter, const cavpicture_planes *from, const cavpicture_planes *into, int first, int rows);

void cavpicture_close(cavpicture *filter);
