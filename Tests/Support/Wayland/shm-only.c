// Preloaded into xdg-desktop-portal-wlr 0.7, which casts nothing from a compositor that offers frames in shared memory alone, as
// one without a GPU does (its issue 289): each frame is announced as one for DMA-BUF too. No format of DMA-BUF comes with that, so
// what it casts is in shared memory.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct wl_proxy;
extern const char *wl_proxy_get_class(struct wl_proxy *proxy);

// Events of zwlr_screencopy_frame_v1, version 3, as a listener has them.
struct frame_events {
    void (*buffer)(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height, uint32_t stride);
    void (*flags_ready_failed_damage[4])(void);
    void (*linux_dmabuf)(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height);
    void (*buffer_done)(void *data, struct wl_proxy *frame);
};

static const struct frame_events *theirs;
static struct frame_events ours;

static void announce_both(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height, uint32_t stride)
{
    const uint32_t xrgb8888 = 0x34325258; // as DRM numbers it
    theirs->buffer(data, frame, format, width, height, stride);
    theirs->linux_dmabuf(data, frame, xrgb8888, width, height);
}

int wl_proxy_add_listener(struct wl_proxy *proxy, void (**events)(void), void *data)
{
    int (*add)(struct wl_proxy *, void (**)(void), void *) = (int (*)(struct wl_proxy *, void (**)(void), void *))dlsym(RTLD_NEXT, __func__);
    if (!add) abort();
    if (strcmp(wl_proxy_get_class(proxy), "zwlr_screencopy_frame_v1")) return add(proxy, events, data);
    theirs = (const struct frame_events *)events;
    ours = *theirs;
    ours.buffer = announce_both;
    return add(proxy, (void (**)(void))&ours, data);
}
