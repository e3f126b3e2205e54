// A window of the stimulus that no one sees: what X and Wayland would show, in memory.
#include "screen.h"
#include <string.h>

static void unseen_open(struct screen *screen, int width, int height)
{
    int descriptor;
    size_t size = (size_t)width * height;
    screen->width = width, screen->height = height;
    screen->own = screen_memory(size * 4 * (screen->pictures + 1), &descriptor);
    screen->pixels = (uint32_t *)screen->own + size;
}

const uint32_t *screen_shown(const struct screen *screen) { return screen->own; }

static void unseen_wait_for(struct screen *screen, int picture) { (void)screen, (void)picture; }

static void unseen_put(struct screen *screen, int picture, int x, int y, int width, int height)
{
    uint32_t *shown = screen->own;
    const uint32_t *pixels = screen->pixels + (size_t)picture * screen->width * screen->height;
    if (x + width > screen->width) width = screen->width - x;
    for (int row = y; row < y + height && row < screen->height; row++) {
        size_t at = (size_t)row * screen->width + x;
        memcpy(shown + at, pixels + at, (size_t)width * 4);
    }
}

static void unseen_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height)
{
    uint32_t *shown = screen->own;
    for (int row = y; row < y + height && row < screen->height; row++)
        for (int column = x; column < x + width && column < screen->width; column++) shown[(size_t)row * screen->width + column] = colour;
}

static void unseen_scroll(struct screen *screen, int top, int bottom, int width, int by)
{
    uint32_t *shown = screen->own;
    for (int row = top; row < bottom; row++)
        memcpy(shown + (size_t)row * screen->width, shown + (size_t)(row + by) * screen->width, (size_t)width * 4);
}

static void unseen_finish(struct screen *screen) { (void)screen; }

static bool unseen_follow(struct screen *screen) { return (void)screen, false; }

const struct screen_kind screen_unseen = {
    unseen_open, unseen_wait_for, unseen_put, unseen_fill, unseen_scroll, unseen_finish, unseen_finish, unseen_follow,
};
