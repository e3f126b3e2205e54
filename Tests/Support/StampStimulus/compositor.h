// What the stimulus knows of a compositor, and its window there.
#pragma once
#include "generated/viewporter-client-protocol.h"
#include "generated/xdg-shell-client-protocol.h"
#include <stdbool.h>
#include <wayland-client.h>

enum { MOST_SCREENS = 8 };

struct place {
    struct wl_output *proxy;
    uint32_t global;
    int width, height, transform;
    char name[32];
};

struct compositor {
    struct wl_display *display;
    struct wl_compositor *surfaces;
    struct wl_shm *shm;
    struct xdg_wm_base *base;
    struct wp_viewporter *viewporter;
    struct wp_viewport *viewport;
    struct wl_surface *surface;
    struct xdg_surface *shell_surface;
    struct xdg_toplevel *toplevel;
    struct place places[MOST_SCREENS];
    struct place *here;            // where the window is, as far as the compositor has said
    int shown_width, shown_height; // in the compositor's units; 0 when it leaves that to us
    bool is_configured;
};

// Connects to $WAYLAND_DISPLAY and opens a window, over a whole screen or not: $STIMULUS_SCREEN names it, as in HEADLESS-2.
// Exits with a message on failure. Stays where it is: its address is known to the library.
void compositor_open(struct compositor *compositor, bool fills_screen);
// The size of the screen where the window is, turned as it stands; false when it is nowhere.
bool compositor_size(const struct compositor *compositor, int *width, int *height);
// Waits for something from the compositor.
void compositor_wait(struct compositor *compositor);
// Returns when the compositor has read all that was sent.
void compositor_finish(struct compositor *compositor);
