#pragma once
// Video4Linux2 (linux/videodev2.h) behind plain functions: its requests are macros, its structures unions, which Swift cannot
// import. Every function returns -1 and sets errno on failure, as ioctl(2) does, and tries again after EINTR. A device is a
// descriptor, opened without blocking. Pictures come in one plane of memory (not the multi-planar interface).
#include <stddef.h>
#include <stdint.h>

// A format's four letters, as 'YUYV' is 0x56595559.
typedef uint32_t cv4l_fourcc;

struct cv4l_device {
    char name[33], bus[33], driver[17];
    int captures;      // pictures can be captured, in one plane of memory
    int captures_planes; // pictures can be captured, but by the multi-planar interface alone
    int streams;
};
int cv4l_describe(int device, struct cv4l_device *found);

// The index-th format that it offers; EINVAL behind the last.
int cv4l_format(int device, uint32_t index, cv4l_fourcc *format);

// The index-th size of a format. Where a range is offered, is_range is 1 and there is no other index.
struct cv4l_size {
    uint32_t width, height; // the largest of a range
    uint32_t least_width, least_height, step_width, step_height;
    int is_range;
};
int cv4l_size(int device, cv4l_fourcc format, uint32_t index, struct cv4l_size *size);

// The index-th frame rate of a size, in thousandths. Where a range is offered: its highest, at index 0 alone.
int cv4l_rate(int device, cv4l_fourcc format, uint32_t width, uint32_t height, uint32_t index, uint32_t *milli_frames_per_second);

// What the device will deliver: asked for, and answered with what it made of it.
struct cv4l_picture {
    cv4l_fourcc format;
    uint32_t width, height, stride_bytes, size_bytes;
    int matrix;   // 1 BT.601, 2 BT.709, 3 BT.2020
    int is_full_range;
};
int cv4l_set_picture(int device, struct cv4l_picture *picture);
// Many devices have one rate: that this fails is no trouble.
int cv4l_set_rate(int device, uint32_t milli_frames_per_second);

// The driver's own buffers: how many it gave.
int cv4l_request_buffers(int device, uint32_t count);
// Maps a buffer for reading.
int cv4l_map(int device, uint32_t index, const void **bytes, size_t *length);
int cv4l_unmap(const void *bytes, size_t length);
int cv4l_queue(int device, uint32_t index);

struct cv4l_filled {
    uint32_t index;
    uint32_t used_bytes;
    int is_broken;
    int64_t nanoseconds; // CLOCK_MONOTONIC; 0 where the driver has another clock
};
// The oldest filled buffer; EAGAIN when there is none.
int cv4l_dequeue(int device, struct cv4l_filled *filled);
int cv4l_start(int device);
int cv4l_stop(int device);

// What can be set of a device beside its pictures.
enum cv4l_kind { CV4L_ZOOM, CV4L_FOCUS, CV4L_AUTOFOCUS, CV4L_TORCH, CV4L_EXPOSURE, CV4L_AUTOEXPOSURE };
struct cv4l_control {
    uint32_t id;
    int32_t minimum, maximum, step;
    int is_switch; // 0 and 1, which stand for these values of the device:
    int32_t off, on;
};
// EINVAL where the device does not have it, or it cannot be set.
int cv4l_control(int device, enum cv4l_kind kind, struct cv4l_control *control);
int cv4l_get(int device, const struct cv4l_control *control, int32_t *value);
int cv4l_set(int device, const struct cv4l_control *control, int32_t value);

// Two neighbouring bytes exchanged: U Y V Y to Y U Y V. `bytes` is even.
void cv4l_swap_pairs(const uint8_t *from, uint8_t *to, size_t bytes);
