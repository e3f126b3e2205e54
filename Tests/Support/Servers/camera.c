// Preloaded into an agent that captures /dev/video77, which no machine has: a camera of 64 x 48 pixels (YUYV), 30 pictures a second, with
// zoom, focus, light and exposure. Each picture is grey, as light as the zoom says, and white while the light is on. CAMERA has words:
// "plain" for one that has nothing that can be set, "stuck" for one that refuses to focus.
//
// What is asked of it goes to the kernel first, about a timer: where a filter of system calls would not let the request through to a camera,
// it is refused here likewise.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48, BYTES = WIDTH * HEIGHT * 2, MOST = 8 };

static int camera = -1, queue[MOST], queued;
static uint8_t *buffers;

static struct control {
    uint32_t id;
    int32_t minimum, maximum, step, value;
    const char *choices; // of a menu: those that it has
} controls[] = {
    {V4L2_CID_ZOOM_ABSOLUTE, 60, 180, 3, 60, NULL},        {V4L2_CID_FOCUS_ABSOLUTE, 0, 250, 5, 20, NULL},
    {V4L2_CID_FOCUS_AUTO, 0, 1, 1, 1, NULL},               {V4L2_CID_FLASH_LED_MODE, 0, 2, 1, 0, "012"},
    {V4L2_CID_EXPOSURE_ABSOLUTE, 3, 2047, 1, 250, NULL},   {V4L2_CID_EXPOSURE_AUTO, 0, 3, 1, 3, "13"},
};

static int has(const char *word) {
    const char *words = getenv("CAMERA");
    return words && strstr(words, word);
}

static struct control *find(uint32_t id) {
    for (size_t i = 0; !has("plain") && i < sizeof controls / sizeof *controls; i++)
        if (controls[i].id == id) return &controls[i];
    return NULL;
}

static int open_camera(void) {
    camera = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct itimerspec every = {{0, 33000000}, {0, 33000000}};
    timerfd_settime(camera, 0, &every, NULL);
    return camera;
}

static int is_camera(const char *path) { return path && !strcmp(path, "/dev/video77"); }

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = va_arg(rest, mode_t); \
        va_end(rest); \
        if (is_camera(path)) return open_camera(); \
        int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        return next(path, flags, mode); \
    }
OPENS(open)
OPENS(open64)

static int refuse(int number) {
    errno = number;
    return -1;
}

static void draw(uint8_t *picture) {
    struct control *zoom = &controls[0], *light = &controls[3];
    for (int i = 0; i < BYTES; i += 2) {
        picture[i] = light->value == V4L2_FLASH_LED_MODE_TORCH ? 235 : (uint8_t)zoom->value;
        picture[i + 1] = 128;
    }
}

static int set(struct v4l2_control *wanted) {
    struct control *found = find(wanted->id);
    if (!found) return refuse(EINVAL);
    if (found->id == V4L2_CID_FOCUS_ABSOLUTE && has("stuck")) return refuse(EIO);
    // As drivers do.
    if (found->id == V4L2_CID_FOCUS_ABSOLUTE && find(V4L2_CID_FOCUS_AUTO)->value) return refuse(EACCES);
    if (wanted->value < found->minimum || wanted->value > found->maximum) return refuse(ERANGE);
    if (found->choices && !strchr(found->choices, '0' + wanted->value)) return refuse(EINVAL);
    found->value = wanted->value;
    return 0;
}

static int dequeue(struct v4l2_buffer *buffer) {
    uint64_t count;
    if (!queued || read(camera, &count, sizeof count) < 0) return refuse(EAGAIN);
    buffer->index = (uint32_t)queue[0];
    memmove(queue, queue + 1, (size_t)--queued * sizeof *queue);
    draw(buffers + buffer->index * BYTES);
    buffer->bytesused = BYTES;
    buffer->flags = 0;
    return 0;
}

static int answer(unsigned long what, void *argument) {
    switch (what) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *found = argument;
        strcpy((char *)found->card, "Test Camera");
        found->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    case VIDIOC_ENUM_FMT: {
        struct v4l2_fmtdesc *format = argument;
        format->pixelformat = V4L2_PIX_FMT_YUYV;
        return format->index ? refuse(EINVAL) : 0;
    }
    case VIDIOC_ENUM_FRAMESIZES: {
        struct v4l2_frmsizeenum *size = argument;
        size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
        size->discrete.width = WIDTH;
        size->discrete.height = HEIGHT;
        return size->index ? refuse(EINVAL) : 0;
    }
    case VIDIOC_ENUM_FRAMEINTERVALS: {
        struct v4l2_frmivalenum *rate = argument;
        rate->type = V4L2_FRMIVAL_TYPE_DISCRETE;
        rate->discrete = (struct v4l2_fract){1, 30};
        return rate->index ? refuse(EINVAL) : 0;
    }
    case VIDIOC_S_FMT: {
        struct v4l2_format *format = argument;
        format->fmt.pix.bytesperline = WIDTH * 2;
        format->fmt.pix.sizeimage = BYTES;
        format->fmt.pix.colorspace = V4L2_COLORSPACE_SMPTE170M;
        return 0;
    }
    case VIDIOC_REQBUFS: {
        struct v4l2_requestbuffers *request = argument;
        if (request->count > MOST) request->count = MOST;
        buffers = calloc(MOST, BYTES);
        return buffers ? 0 : refuse(ENOMEM);
    }
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *buffer = argument;
        buffer->length = BYTES;
        buffer->m.offset = buffer->index * BYTES;
        return 0;
    }
    case VIDIOC_QBUF: queue[queued++ % MOST] = (int)((struct v4l2_buffer *)argument)->index; return 0;
    case VIDIOC_DQBUF: return dequeue(argument);
    case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *query = argument;
        struct control *found = find(query->id);
        if (!found) return refuse(EINVAL);
        query->minimum = found->minimum;
        query->maximum = found->maximum;
        query->step = found->step;
        return 0;
    }
    case VIDIOC_QUERYMENU: {
        struct v4l2_querymenu *query = argument;
        struct control *found = find(query->id);
        return found && found->choices && strchr(found->choices, '0' + (int)query->index) ? 0 : refuse(EINVAL);
    }
    case VIDIOC_G_CTRL: {
        struct v4l2_control *wanted = argument;
        struct control *found = find(wanted->id);
        if (!found) return refuse(EINVAL);
        wanted->value = found->value;
        return 0;
    }
    case VIDIOC_S_CTRL: return set(argument);
    case VIDIOC_S_PARM:
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF: return 0;
    default: return refuse(ENOTTY);
    }
}

int ioctl(int descriptor, unsigned long what, ...) {
    va_list rest;
    va_start(rest, what);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    long status = syscall(SYS_ioctl, descriptor, what, argument);
    if (descriptor != camera || camera < 0 || errno != ENOTTY) return (int)status;
    return answer(what, argument);
}

#define MAPS(name, offset_type) \
    void *name(void *address, size_t length, int protection, int flags, int descriptor, offset_type offset) { \
        if (descriptor == camera && camera >= 0) return buffers + offset; \
        return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset); \
    }
MAPS(mmap, off_t)
MAPS(mmap64, off64_t)

int munmap(void *address, size_t length) {
    uint8_t *start = address;
    if (buffers && start >= buffers && start < buffers + MOST * BYTES) return 0;
    return (int)syscall(SYS_munmap, address, length);
}
