// What the pump needs of the Wayland protocols xdg-shell and viewporter (both stable and under the MIT licence): the tables that
// wayland-scanner would write, as far as the requests that are sent and the events of version 1 go.
#pragma once
#include <wayland-client.h>

extern const struct wl_interface pump_wm_base, pump_viewporter;

// Events, in the order of their numbers.
struct pump_wm_base_events {
    void (*ping)(void *data, struct wl_proxy *base, uint32_t serial);
};
struct pump_surface_events {
    void (*configure)(void *data, struct wl_proxy *surface, uint32_t serial);
};
struct pump_toplevel_events {
    void (*configure)(void *data, struct wl_proxy *toplevel, int32_t width, int32_t height, struct wl_array *states);
    void (*close)(void *data, struct wl_proxy *toplevel);
};

void pump_pong(struct wl_proxy *base, uint32_t serial);
struct wl_proxy *pump_get_surface(struct wl_proxy *base, struct wl_surface *surface);
struct wl_proxy *pump_get_toplevel(struct wl_proxy *surface);
void pump_acknowledge(struct wl_proxy *surface, uint32_t serial);
// The whole of `screen`, or of one of the compositor's choice when it is NULL.
void pump_fill_screen(struct wl_proxy *toplevel, struct wl_output *screen);
struct wl_proxy *pump_get_viewport(struct wl_proxy *viewporter, struct wl_surface *surface);
// How large the surface is shown, in the compositor's own units.
void pump_show_as(struct wl_proxy *viewport, int width, int height);
