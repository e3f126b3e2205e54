#include "CVideo4Linux.h"
#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int request(int device, unsigned long what, void *argument) {
    int status;
    do status = ioctl(device, what, argument);
    while (status < 0 && errno == EINTR);
    return status;
}

int cv4l_describe(int device, struct cv4l_device *found) {
    struct v4l2_capability answer = {0};
    if (request(device, VIDIOC_QUERYCAP, &answer) < 0) return -1;
    uint32_t able = answer.capabilities & V4L2_CAP_DEVICE_CAPS ? answer.device_caps : answer.capabilities;
    snprintf(found->name, sizeof found->name, "%.32s", (const char *)answer.card);
    snprintf(found->bus, sizeof found->bus, "%.32s", (const char *)answer.bus_info);
    snprintf(found->driver, sizeof found->driver, "%.16s", (const char *)answer.driver);
    found->captures = (able & V4L2_CAP_VIDEO_CAPTURE) != 0;
    found->captures_planes = !found->captures && (able & V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0;
    found->streams = (able & V4L2_CAP_STREAMING) != 0;
    return 0;
}

int cv4l_format(int device, uint32_t index, cv4l_fourcc *format) {
    struct v4l2_fmtdesc answer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (request(device, VIDIOC_ENUM_FMT, &answer) < 0) return -1;
    *format = answer.pixelformat;
    return 0;
}

int cv4l_size(int device, cv4l_fourcc format, uint32_t index, struct cv4l_size *size) {
    struct v4l2_frmsizeenum answer = {.index = index, .pixel_format = format};
    if (request(device, VIDIOC_ENUM_FRAMESIZES, &answer) < 0) return -1;
    memset(size, 0, sizeof *size);
    if (answer.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        size->width = answer.discrete.width;
        size->height = answer.discrete.height;
        return 0;
    }
    size->is_range = 1;
    size->width = answer.stepwise.max_width;
    size->height = answer.stepwise.max_height;
    size->least_width = answer.stepwise.min_width;
    size->least_height = answer.stepwise.min_height;
    size->step_width = answer.stepwise.step_width;
    size->step_height = answer.stepwise.step_height;
    return 0;
}

// The rate of an interval between frames, given as a fraction of a second.
static uint32_t rate_of(struct v4l2_fract interval) {
    return interval.numerator ? (uint32_t)((uint64_t)interval.denominator * 1000 / interval.numerator) : 0;
}

int cv4l_rate(int device, cv4l_fourcc format, uint32_t width, uint32_t height, uint32_t index, uint32_t *milli_frames_per_second) {
    struct v4l2_frmivalenum answer = {.index = index, .pixel_format = format, .width = width, .height = height};
    if (request(device, VIDIOC_ENUM_FRAMEINTERVALS, &answer) < 0) return -1;
    *milli_frames_per_second = rate_of(answer.type == V4L2_FRMIVAL_TYPE_DISCRETE ? answer.discrete : answer.stepwise.min);
    return 0;
}

// The defaults are those of linux/videodev2.h: of the colour space, where the driver says no more.
static void read_colours(const struct v4l2_pix_format *format, struct cv4l_picture *picture) {
    uint32_t encoding = format->ycbcr_enc;
    if (encoding == V4L2_YCBCR_ENC_DEFAULT) encoding = V4L2_MAP_YCBCR_ENC_DEFAULT(format->colorspace);
    uint32_t range = format->quantization;
    if (range == V4L2_QUANTIZATION_DEFAULT) range = V4L2_MAP_QUANTIZATION_DEFAULT(0, format->colorspace, encoding);
    int is_2020 = encoding == V4L2_YCBCR_ENC_BT2020 || encoding == V4L2_YCBCR_ENC_BT2020_CONST_LUM;
    int is_709 = encoding == V4L2_YCBCR_ENC_709 || encoding == V4L2_YCBCR_ENC_XV709;
    picture->matrix = is_2020 ? 3 : is_709 ? 2 : 1;
    picture->is_full_range = range == V4L2_QUANTIZATION_FULL_RANGE;
}

int cv4l_set_picture(int device, struct cv4l_picture *picture) {
    struct v4l2_format answer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    answer.fmt.pix.width = picture->width;
    answer.fmt.pix.height = picture->height;
    answer.fmt.pix.pixelformat = picture->format;
    answer.fmt.pix.field = V4L2_FIELD_NONE;
    if (request(device, VIDIOC_S_FMT, &answer) < 0) return -1;
    picture->format = answer.fmt.pix.pixelformat;
    picture->width = answer.fmt.pix.width;
    picture->height = answer.fmt.pix.height;
    picture->stride_bytes = answer.fmt.pix.bytesperline;
    picture->size_bytes = answer.fmt.pix.sizeimage;
    read_colours(&answer.fmt.pix, picture);
    return 0;
}

int cv4l_set_rate(int device, uint32_t milli_frames_per_second) {
    struct v4l2_streamparm wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    wanted.parm.capture.timeperframe = (struct v4l2_fract){1000, milli_frames_per_second};
    return request(device, VIDIOC_S_PARM, &wanted);
}

int cv4l_request_buffers(int device, uint32_t count) {
    struct v4l2_requestbuffers answer = {.count = count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    return request(device, VIDIOC_REQBUFS, &answer) < 0 ? -1 : (int)answer.count;
}

int cv4l_map(int device, uint32_t index, const void **bytes, size_t *length) {
    struct v4l2_buffer buffer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (request(device, VIDIOC_QUERYBUF, &buffer) < 0) return -1;
    // Some drivers refuse a mapping that is for reading alone.
    void *mapped = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, device, buffer.m.offset);
    if (mapped == MAP_FAILED) return -1;
    *bytes = mapped;
    *length = buffer.length;
    return 0;
}

int cv4l_unmap(const void *bytes, size_t length) { return munmap((void *)bytes, length); }

int cv4l_queue(int device, uint32_t index) {
    struct v4l2_buffer buffer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    return request(device, VIDIOC_QBUF, &buffer);
}

int cv4l_dequeue(int device, struct cv4l_filled *filled) {
    struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (request(device, VIDIOC_DQBUF, &buffer) < 0) return -1;
    filled->index = buffer.index;
    filled->used_bytes = buffer.bytesused;
    filled->is_broken = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
    int is_monotonic = (buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    filled->nanoseconds = is_monotonic ? (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000 : 0;
    return 0;
}

int cv4l_start(int device) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return request(device, VIDIOC_STREAMON, &type);
}

int cv4l_stop(int device) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return request(device, VIDIOC_STREAMOFF, &type);
}

static int has_choice(int device, uint32_t id, int32_t value) {
    struct v4l2_querymenu answer = {.id = id, .index = (uint32_t)value};
    return request(device, VIDIOC_QUERYMENU, &answer) == 0;
}

// A list of modes as a switch: the first of two that the device has for each side.
static int make_switch(int device, struct cv4l_control *control, const int32_t off[2], const int32_t on[2]) {
    for (int i = 1; i >= 0; i--) {
        if (has_choice(device, control->id, off[i])) control->off = off[i], control->is_switch |= 1;
        if (has_choice(device, control->id, on[i])) control->on = on[i], control->is_switch |= 2;
    }
    if (control->is_switch != 3) {
        errno = EINVAL;
        return -1;
    }
    control->minimum = 0;
    control->maximum = control->step = control->is_switch = 1;
    return 0;
}

int cv4l_control(int device, enum cv4l_kind kind, struct cv4l_control *control) {
    static const uint32_t ids[] = {
        [CV4L_ZOOM] = V4L2_CID_ZOOM_ABSOLUTE, [CV4L_FOCUS] = V4L2_CID_FOCUS_ABSOLUTE, [CV4L_AUTOFOCUS] = V4L2_CID_FOCUS_AUTO,
        [CV4L_TORCH] = V4L2_CID_FLASH_LED_MODE, [CV4L_EXPOSURE] = V4L2_CID_EXPOSURE_ABSOLUTE, [CV4L_AUTOEXPOSURE] = V4L2_CID_EXPOSURE_AUTO,
    };
    static const int32_t dark[] = {V4L2_FLASH_LED_MODE_NONE, V4L2_FLASH_LED_MODE_NONE};
    static const int32_t lit[] = {V4L2_FLASH_LED_MODE_TORCH, V4L2_FLASH_LED_MODE_TORCH};
    static const int32_t manual[] = {V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_SHUTTER_PRIORITY};
    // Webcams name theirs by the aperture that they do not have.
    static const int32_t automatic[] = {V4L2_EXPOSURE_AUTO, V4L2_EXPOSURE_APERTURE_PRIORITY};
    struct v4l2_queryctrl answer = {.id = ids[kind]};
    if (request(device, VIDIOC_QUERYCTRL, &answer) < 0) return -1;
    memset(control, 0, sizeof *control);
    control->id = answer.id;
    control->minimum = answer.minimum;
    control->maximum = answer.maximum;
    control->step = answer.step > 0 ? answer.step : 1;
    control->on = 1;
    if (answer.flags & (V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY) || answer.minimum > answer.maximum) {
        errno = EINVAL;
        return -1;
    }
    if (kind == CV4L_TORCH) return make_switch(device, control, dark, lit);
    if (kind == CV4L_AUTOEXPOSURE) return make_switch(device, control, manual, automatic);
    return 0;
}

int cv4l_get(int device, const struct cv4l_control *control, int32_t *value) {
    struct v4l2_control answer = {.id = control->id};
    if (request(device, VIDIOC_G_CTRL, &answer) < 0) return -1;
    // Modes beside the two count as the nearer: what is not plainly off is on.
    *value = control->is_switch ? answer.value != control->off : answer.value;
    return 0;
}

int cv4l_set(int device, const struct cv4l_control *control, int32_t value) {
    struct v4l2_control wanted = {.id = control->id, .value = value};
    if (control->is_switch) wanted.value = value ? control->on : control->off;
    return request(device, VIDIOC_S_CTRL, &wanted);
}

void cv4l_swap_pairs(const uint8_t *restrict from, uint8_t *restrict to, size_t bytes) {
    for (size_t i = 0; i + 1 < bytes; i += 2) {
        to[i] = from[i + 1];
        to[i + 1] = from[i];
    }
}
