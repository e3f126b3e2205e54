// Has screens drawn anew on which nothing moves. Who reads copies that wait for a change, as the desktop portal of wlroots does, gets
// none of a screen that stands still, not even a first one. A layer of one pixel that is not to be seen comes and goes: a change for
// the compositor, and none for the eye.
#define _GNU_SOURCE
#include "CWayland.h"
#include "generated/wlr-layer-shell-unstable-v1-client-protocol.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

enum { MOST_OUTPUTS = 32 };

struct redraw {
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *memory_maker;
    struct zwlr_layer_shell_v1 *shell;
    struct wl_buffer *pixel;
    struct layer {
        struct redraw *redraw;
        struct wl_output *output;
        struct wl_surface *surface;
        struct zwlr_layer_surface_v1 *role;
        struct wl_callback *shown;
    } layers[MOST_OUTPUTS];
    int count;
    int awaited; // layers that have not been drawn yet
    int drawn;
};

static void global(void *data, struct wl_registry *registry, uint32_t number, const char *interface, uint32_t version) {
    (void)version;
    struct redraw *redraw = data;
    if (!strcmp(interface, wl_output_interface.name) && redraw->count < MOST_OUTPUTS)
        redraw->layers[redraw->count++].output = wl_registry_bind(registry, number, &wl_output_interface, 1);
    else if (!strcmp(interface, wl_compositor_interface.name) && !redraw->compositor)
        redraw->compositor = wl_registry_bind(registry, number, &wl_compositor_interface, 1);
    else if (!strcmp(interface, wl_shm_interface.name) && !redraw->memory_maker)
        redraw->memory_maker = wl_registry_bind(registry, number, &wl_shm_interface, 1);
    else if (!strcmp(interface, zwlr_layer_shell_v1_interface.name) && !redraw->shell)
        redraw->shell = wl_registry_bind(registry, number, &zwlr_layer_shell_v1_interface, 1);
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t number) { (void)data, (void)registry, (void)number; }

static const struct wl_registry_listener registry_events = {global, global_remove};

static void finish(struct layer *layer, int is_drawn) {
    if (!layer->shown)
        return;
    wl_callback_destroy(layer->shown);
    layer->shown = NULL;
    layer->redraw->awaited--;
    layer->redraw->drawn += is_drawn;
}

static void shown(void *data, struct wl_callback *callback, uint32_t time) { (void)callback, (void)time, finish(data, 1); }

static const struct wl_callback_listener shown_events = {shown};

static void configured(void *data, struct zwlr_layer_surface_v1 *role, uint32_t serial, uint32_t width, uint32_t height) {
    (void)width, (void)height;
    struct layer *layer = data;
    zwlr_layer_surface_v1_ack_configure(role, serial);
    wl_surface_attach(layer->surface, layer->redraw->pixel, 0, 0);
    wl_surface_damage(layer->surface, 0, 0, 1, 1);
    wl_surface_commit(layer->surface);
}

static void closed(void *data, struct zwlr_layer_surface_v1 *role) { (void)role, finish(data, 0); }

static const struct zwlr_layer_surface_v1_listener role_events = {configured, closed};

static int make_pixel(struct redraw *redraw) {
    int32_t bytes = 4;
    int descriptor = memfd_create("splitcast pixel", MFD_CLOEXEC);
    if (descriptor < 0)
        return -1;
    // All zero: transparent.
    if (ftruncate(descriptor, bytes) == 0) {
        struct wl_shm_pool *pool = wl_shm_create_pool(redraw->memory_maker, descriptor, bytes);
        redraw->pixel = wl_shm_pool_create_buffer(pool, 0, 1, 1, bytes, WL_SHM_FORMAT_ARGB8888);
        wl_shm_pool_destroy(pool);
    }
    close(descriptor);
    return redraw->pixel ? 0 : -1;
}

static void add_layer(struct redraw *redraw, struct layer *layer) {
    layer->redraw = redraw;
    layer->surface = wl_compositor_create_surface(redraw->compositor);
    layer->role = zwlr_layer_shell_v1_get_layer_surface(
        redraw->shell, layer->surface, layer->output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "splitcast-redraw");
    zwlr_layer_surface_v1_add_listener(layer->role, &role_events, layer);
    zwlr_layer_surface_v1_set_size(layer->role, 1, 1);
    zwlr_layer_surface_v1_set_anchor(layer->role, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT);
    // Where bars have their place, and out of the pointer's way.
    zwlr_layer_surface_v1_set_exclusive_zone(layer->role, -1);
    struct wl_region *nothing = wl_compositor_create_region(redraw->compositor);
    wl_surface_set_input_region(layer->surface, nothing);
    wl_region_destroy(nothing);
    layer->shown = wl_surface_frame(layer->surface);
    wl_callback_add_listener(layer->shown, &shown_events, layer);
    redraw->awaited++;
    wl_surface_commit(layer->surface);
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

// Handles what comes until `is_done` of it, or `end`. -1 with errno when the connection breaks or the time is over.
static int turn_until(struct redraw *redraw, const int *left, int64_t end) {
    while (*left > 0) {
        while (wl_display_prepare_read(redraw->display) != 0)
            if (wl_display_dispatch_pending(redraw->display) < 0)
                return -1;
        wl_display_flush(redraw->display);
        int64_t span = end - milliseconds_now();
        struct pollfd entry = {.fd = wl_display_get_fd(redraw->display), .events = POLLIN};
        if (*left <= 0 || span <= 0 || poll(&entry, 1, (int)span) <= 0) {
            wl_display_cancel_read(redraw->display);
            if (*left <= 0)
                return 0;
            errno = ETIMEDOUT;
            return -1;
        }
        if (wl_display_read_events(redraw->display) < 0 || wl_display_dispatch_pending(redraw->display) < 0)
            return -1;
    }
    return 0;
}

static void answered(void *data, struct wl_callback *callback, uint32_t serial) {
    (void)serial;
    wl_callback_destroy(callback);
    *(int *)data = 0;
}

static const struct wl_callback_listener answer_events = {answered};

static int settle(struct redraw *redraw, int64_t end) {
    int left = 1;
    wl_callback_add_listener(wl_display_sync(redraw->display), &answer_events, &left);
    return turn_until(redraw, &left, end);
}

static void say_nothing(const char *format, va_list arguments) { (void)format, (void)arguments; }

int cwayland_redraw(const char *display, int milliseconds) {
    wl_log_set_handler_client(say_nothing);
    struct redraw redraw = {.display = wl_display_connect(display)};
    if (!redraw.display)
        return -1;
    int64_t end = milliseconds_now() + milliseconds;
    wl_registry_add_listener(wl_display_get_registry(redraw.display), &registry_events, &redraw);
    int status = settle(&redraw, end);
    if (status == 0 && (!redraw.shell || !redraw.compositor || !redraw.memory_maker)) {
        errno = ENOTSUP;
        status = -1;
    }
    if (status == 0)
        status = make_pixel(&redraw);
    if (status == 0) {
        for (int i = 0; i < redraw.count; i++)
            add_layer(&redraw, &redraw.layers[i]);
        // A screen that is off is never drawn: the others are.
        if (turn_until(&redraw, &redraw.awaited, end) < 0 && redraw.drawn == 0)
            status = -1;
    }
    int saved = errno;
    // With the connection goes all that was made on it.
    wl_display_disconnect(redraw.display);
    errno = saved;
    return status < 0 ? -1 : redraw.drawn;
}
