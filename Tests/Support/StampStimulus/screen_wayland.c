// The window of the stimulus on Wayland: it fills a screen, and its pixels are the screen's own whatever scale the compositor shows it in.
#include "compositor.h"
#include "screen.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_PICTURES = 16, MOST_CHANGES = 16, CANVASES = 2 };

struct rectangle {
    int x, y, width, height;
};

// What has changed in a canvas since the other one was shown.
struct changes {
    struct rectangle list[MOST_CHANGES];
    int count;
};

struct memory {
    struct wl_buffer *buffer;
    bool is_read; // by the compositor
};

struct wayland_window {
    struct compositor compositor;
    bool is_fixed; // of the size that was asked for, wherever the compositor puts it
    // The pictures, then two canvases that are shown in turns by workloads that draw a part at a time.
    struct memory memories[MOST_PICTURES + CANVASES];
    size_t mapped;
    int front;     // the canvas that was shown last
    bool is_drawn; // the other one has been drawn into since
    int whole;     // a picture to be shown as it is, or -1
    struct changes now, before;
};

static void said_release(void *data, struct wl_buffer *buffer)
{
    (void)buffer;
    ((struct memory *)data)->is_read = false;
}

static const struct wl_buffer_listener of_buffer = { said_release };

static void make_memory(struct screen *screen, int width, int height)
{
    struct wayland_window *own = screen->own;
    int count = screen->pictures + CANVASES;
    if (own->mapped) munmap(screen->pixels, own->mapped);
    size_t bytes = (size_t)width * height * 4;
    int descriptor;
    own->mapped = bytes * count;
    screen->pixels = screen_memory(own->mapped, &descriptor);
    struct wl_shm_pool *pool = wl_shm_create_pool(own->compositor.shm, descriptor, (int32_t)own->mapped);
    for (int at = 0; at < count; at++) {
        if (own->memories[at].buffer) wl_buffer_destroy(own->memories[at].buffer);
        own->memories[at] = (struct memory){
            wl_shm_pool_create_buffer(pool, (int32_t)(bytes * at), width, height, width * 4, WL_SHM_FORMAT_XRGB8888), false,
        };
        wl_buffer_add_listener(own->memories[at].buffer, &of_buffer, &own->memories[at]);
    }
    wl_shm_pool_destroy(pool);
    close(descriptor);
    screen->width = width, screen->height = height;
    own->whole = -1;
    own->is_drawn = false;
    own->now.count = own->before.count = 0;
}

static uint32_t *canvas(struct screen *screen, int number)
{
    return screen->pixels + (size_t)(screen->pictures + number) * screen->width * screen->height;
}

static void wait_for(struct screen *screen, int memory)
{
    struct wayland_window *own = screen->own;
    while (own->memories[memory].is_read) compositor_wait(&own->compositor);
}

static void copy(struct screen *screen, const uint32_t *from, uint32_t *to, struct rectangle part)
{
    for (int y = part.y; y < part.y + part.height; y++) {
        size_t at = (size_t)y * screen->width + part.x;
        memcpy(to + at, from + at, (size_t)part.width * 4);
    }
}

// The canvas that is not shown, with all that the other one shows, and one more change in it.
static uint32_t *draw(struct screen *screen, struct rectangle part)
{
    struct wayland_window *own = screen->own;
    int back = !own->front;
    if (!own->is_drawn) {
        wait_for(screen, screen->pictures + back);
        for (int at = 0; at < own->before.count; at++)
            copy(screen, canvas(screen, own->front), canvas(screen, back), own->before.list[at]);
        own->is_drawn = true;
        own->now.count = 0;
    }
    if (own->now.count == MOST_CHANGES) {
        own->now.list[0] = (struct rectangle){ 0, 0, screen->width, screen->height };
        own->now.count = 1;
    } else {
        own->now.list[own->now.count++] = part;
    }
    return canvas(screen, back);
}

static struct rectangle cut(struct screen *screen, int x, int y, int width, int height)
{
    if (x + width > screen->width) width = screen->width - x;
    if (y + height > screen->height) height = screen->height - y;
    return (struct rectangle){ x, y, width, height };
}

static void wayland_open(struct screen *screen, int width, int height)
{
    struct wayland_window *own = screen->own = calloc(1, sizeof *own);
    if (screen->pictures > MOST_PICTURES) screen_fail("too many pictures");
    own->is_fixed = width && height;
    compositor_open(&own->compositor, !own->is_fixed);
    if (!own->is_fixed && !compositor_size(&own->compositor, &width, &height)) screen_fail("the screen has no size");
    make_memory(screen, width, height);
}

static void wayland_put(struct screen *screen, int picture, int x, int y, int width, int height)
{
    struct wayland_window *own = screen->own;
    struct rectangle part = cut(screen, x, y, width, height);
    if (screen->pictures > 1 && part.width == screen->width && part.height == screen->height)
        own->whole = picture;
    else
        copy(screen, screen->pixels + (size_t)picture * screen->width * screen->height, draw(screen, part), part);
}

static void wayland_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height)
{
    struct rectangle part = cut(screen, x, y, width, height);
    uint32_t *pixels = draw(screen, part);
    for (int row = part.y; row < part.y + part.height; row++)
        for (int column = part.x; column < part.x + part.width; column++) pixels[(size_t)row * screen->width + column] = colour;
}

static void wayland_scroll(struct screen *screen, int top, int bottom, int width, int by)
{
    uint32_t *pixels = draw(screen, cut(screen, 0, top, width, bottom - top));
    for (int y = top; y < bottom; y++)
        memcpy(pixels + (size_t)y * screen->width, pixels + (size_t)(y + by) * screen->width, (size_t)width * 4);
}

static void wayland_finish(struct screen *screen)
{
    struct wayland_window *own = screen->own;
    int memory = own->whole >= 0 ? own->whole : own->is_drawn ? screen->pictures + !own->front : -1;
    if (memory >= 0) {
        wl_surface_attach(own->compositor.surface, own->memories[memory].buffer, 0, 0);
        own->memories[memory].is_read = true;
        if (own->whole >= 0) {
            wl_surface_damage_buffer(own->compositor.surface, 0, 0, screen->width, screen->height);
        } else {
            for (int at = 0; at < own->now.count; at++) {
                struct rectangle part = own->now.list[at];
                wl_surface_damage_buffer(own->compositor.surface, part.x, part.y, part.width, part.height);
            }
            own->front = !own->front;
            own->before = own->now;
        }
        own->whole = -1;
        own->is_drawn = false;
        if (!own->is_fixed && own->compositor.shown_width && own->compositor.shown_height)
            wp_viewport_set_destination(own->compositor.viewport, own->compositor.shown_width, own->compositor.shown_height);
        wl_surface_commit(own->compositor.surface);
    }
    compositor_finish(&own->compositor);
}

static void wayland_refresh(struct screen *screen)
{
    struct wayland_window *own = screen->own;
    wl_surface_damage_buffer(own->compositor.surface, 0, 0, screen->width, screen->height);
    wl_surface_commit(own->compositor.surface);
}

static bool wayland_follow(struct screen *screen)
{
    struct wayland_window *own = screen->own;
    int width, height;
    if (own->is_fixed || !compositor_size(&own->compositor, &width, &height)) return false;
    if (width == screen->width && height == screen->height) return false;
    make_memory(screen, width, height);
    return true;
}

const struct screen_kind screen_of_wayland = {
    wayland_open, wait_for, wayland_put, wayland_fill, wayland_scroll, wayland_finish, wayland_refresh, wayland_follow,
};
