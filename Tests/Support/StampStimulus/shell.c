#include "shell.h"

extern const struct wl_interface wl_output_interface, wl_seat_interface, wl_surface_interface;
static const struct wl_interface pump_surface, pump_toplevel, pump_viewport;

// Types of arguments; none is looked at unless it is an object.
static const struct wl_interface *plain[4];
static const struct wl_interface *new_surface[] = { &pump_surface, &wl_surface_interface };
static const struct wl_interface *new_toplevel[] = { &pump_toplevel };
static const struct wl_interface *new_viewport[] = { &pump_viewport, &wl_surface_interface };
static const struct wl_interface *of_screen[] = { &wl_output_interface };
static const struct wl_interface *of_seat[] = { &wl_seat_interface, NULL, NULL, NULL };

static const struct wl_message base_requests[] = {
    { "destroy", "", plain }, { "create_positioner", "n", plain }, { "get_xdg_surface", "no", new_surface }, { "pong", "u", plain },
};
static const struct wl_message base_events[] = { { "ping", "u", plain } };
const struct wl_interface pump_wm_base = { "xdg_wm_base", 1, 4, base_requests, 1, base_events };

static const struct wl_message surface_requests[] = {
    { "destroy", "", plain }, { "get_toplevel", "n", new_toplevel }, { "get_popup", "n?oo", plain },
    { "set_window_geometry", "iiii", plain }, { "ack_configure", "u", plain },
};
static const struct wl_message surface_events[] = { { "configure", "u", plain } };
static const struct wl_interface pump_surface = { "xdg_surface", 1, 5, surface_requests, 1, surface_events };

static const struct wl_message toplevel_requests[] = {
    { "destroy", "", plain }, { "set_parent", "?o", new_toplevel }, { "set_title", "s", plain }, { "set_app_id", "s", plain },
    { "show_window_menu", "ouii", of_seat }, { "move", "ou", of_seat }, { "resize", "ouu", of_seat }, { "set_max_size", "ii", plain },
    { "set_min_size", "ii", plain }, { "set_maximized", "", plain }, { "unset_maximized", "", plain },
    { "set_fullscreen", "?o", of_screen },
};
static const struct wl_message toplevel_events[] = { { "configure", "iia", plain }, { "close", "", plain } };
static const struct wl_interface pump_toplevel = { "xdg_toplevel", 1, 12, toplevel_requests, 2, toplevel_events };

static const struct wl_message viewporter_requests[] = { { "destroy", "", plain }, { "get_viewport", "no", new_viewport } };
const struct wl_interface pump_viewporter = { "wp_viewporter", 1, 2, viewporter_requests, 0, NULL };

static const struct wl_message viewport_requests[] = {
    { "destroy", "", plain }, { "set_source", "ffff", plain }, { "set_destination", "ii", plain },
};
static const struct wl_interface pump_viewport = { "wp_viewport", 1, 3, viewport_requests, 0, NULL };

// Numbers of requests: their places in the tables.
enum { BASE_GET_SURFACE = 2, BASE_PONG, SURFACE_GET_TOPLEVEL = 1, SURFACE_ACKNOWLEDGE = 4, TOPLEVEL_FILL = 11 };
enum { VIEWPORTER_GET = 1, VIEWPORT_SHOW_AS = 2 };

void pump_pong(struct wl_proxy *base, uint32_t serial) { wl_proxy_marshal(base, BASE_PONG, serial); }

struct wl_proxy *pump_get_surface(struct wl_proxy *base, struct wl_surface *surface)
{
    return wl_proxy_marshal_constructor(base, BASE_GET_SURFACE, &pump_surface, NULL, surface);
}

struct wl_proxy *pump_get_toplevel(struct wl_proxy *surface)
{
    return wl_proxy_marshal_constructor(surface, SURFACE_GET_TOPLEVEL, &pump_toplevel, NULL);
}

void pump_acknowledge(struct wl_proxy *surface, uint32_t serial) { wl_proxy_marshal(surface, SURFACE_ACKNOWLEDGE, serial); }

void pump_fill_screen(struct wl_proxy *toplevel, struct wl_output *screen) { wl_proxy_marshal(toplevel, TOPLEVEL_FILL, screen); }

struct wl_proxy *pump_get_viewport(struct wl_proxy *viewporter, struct wl_surface *surface)
{
    return wl_proxy_marshal_constructor(viewporter, VIEWPORTER_GET, &pump_viewport, NULL, surface);
}

void pump_show_as(struct wl_proxy *viewport, int width, int height) { wl_proxy_marshal(viewport, VIEWPORT_SHOW_AS, width, height); }
