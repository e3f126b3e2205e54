// The window of the stimulus: it covers the screen, and pixels reach it through shared memory. On Wayland when $WAYLAND_DISPLAY is set
// and $DISPLAY is not, else on X.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct screen {
    const struct screen_kind *kind;
    void *own;         // the kind's
    int width, height; // of the window, pixels
    uint32_t *pixels;  // `pictures` pictures of the window's size, one after the other
    int pictures;
};

// One window system.
struct screen_kind {
    void (*open)(struct screen *screen, int width, int height);
    void (*wait_for)(struct screen *screen, int picture);
    void (*put)(struct screen *screen, int picture, int x, int y, int width, int height);
    void (*fill)(struct screen *screen, uint32_t colour, int x, int y, int width, int height);
    void (*scroll)(struct screen *screen, int top, int bottom, int width, int by);
    void (*finish)(struct screen *screen);
    void (*refresh)(struct screen *screen);
    bool (*follow)(struct screen *screen);
};

extern const struct screen_kind screen_of_x, screen_of_wayland, screen_unseen;

// Opens a window at the top left; 0 for width or height means the screen's. Exits with a message on failure.
struct screen screen_open(int width, int height, int pictures);
// A window in memory alone, which `screen_shown` looks at.
struct screen screen_open_unseen(int width, int height, int pictures);
const uint32_t *screen_shown(const struct screen *screen);
// A picture to be drawn into, once no one reads it any more.
uint32_t *screen_picture(struct screen *screen, int picture);
// Shows part of one picture at the same place in the window.
void screen_put(struct screen *screen, int picture, int x, int y, int width, int height);
void screen_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height);
// Moves what the rows from `top + by` to `bottom + by` show at the left up by `by` rows.
void screen_scroll(struct screen *screen, int top, int bottom, int width, int by);
// Returns when the server has drawn everything.
void screen_finish(struct screen *screen);
// For a still window: lets the compositor show it anew, since a cast on Wayland begins with the next change. Nothing on X.
void screen_refresh(struct screen *screen);
// Whether the screen has another size now. Then the pictures are new and black, and so is the window.
bool screen_follow(struct screen *screen);

// Shared memory of so many bytes, mapped; its descriptor goes to `descriptor`.
void *screen_memory(size_t bytes, int *descriptor);
__attribute__((noreturn)) void screen_fail(const char *what);
