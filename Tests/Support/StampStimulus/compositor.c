#include "compositor.h"
#include "screen.h"
#include <stdlib.h>
#include <string.h>

static void ignore() {}

static void said_mode(void *data, struct wl_output *proxy, uint32_t flags, int32_t width, int32_t height, int32_t rate)
{
    struct place *place = data;
    (void)proxy, (void)rate;
    if (flags & WL_OUTPUT_MODE_CURRENT) place->width = width, place->height = height;
}

static void said_geometry(void *data, struct wl_output *proxy, int32_t x, int32_t y, int32_t wide, int32_t high, int32_t subpixel,
    const char *make, const char *model, int32_t transform)
{
    (void)proxy, (void)x, (void)y, (void)wide, (void)high, (void)subpixel, (void)make, (void)model;
    ((struct place *)data)->transform = transform;
}

static void said_name(void *data, struct wl_output *proxy, const char *name)
{
    (void)proxy;
    strncpy(((struct place *)data)->name, name, sizeof ((struct place *)data)->name - 1);
}

static const struct wl_output_listener of_places = {
    .geometry = said_geometry, .mode = said_mode, .done = (void *)ignore, .scale = (void *)ignore, .name = said_name, .description = (void *)ignore,
};

static void said_enter(void *data, struct wl_surface *surface, struct wl_output *proxy)
{
    struct compositor *own = data;
    (void)surface;
    for (int at = 0; at < MOST_SCREENS; at++)
        if (own->places[at].proxy == proxy) own->here = &own->places[at];
}

static const struct wl_surface_listener of_surface = { .enter = said_enter, .leave = (void *)ignore };

static void said_ping(void *data, struct xdg_wm_base *base, uint32_t serial) { (void)data, xdg_wm_base_pong(base, serial); }

static const struct xdg_wm_base_listener of_base = { said_ping };

static void said_configure(void *data, struct xdg_surface *surface, uint32_t serial)
{
    xdg_surface_ack_configure(surface, serial);
    ((struct compositor *)data)->is_configured = true;
}

static const struct xdg_surface_listener of_shell_surface = { said_configure };

static void said_size(void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height, struct wl_array *states)
{
    struct compositor *own = data;
    (void)toplevel, (void)states;
    own->shown_width = width, own->shown_height = height;
}

static const struct xdg_toplevel_listener of_toplevel = { .configure = said_size, .close = (void *)ignore };

static void said_global(void *data, struct wl_registry *registry, uint32_t global, const char *name, uint32_t version)
{
    struct compositor *own = data;
    if (!strcmp(name, wl_compositor_interface.name)) own->surfaces = wl_registry_bind(registry, global, &wl_compositor_interface, 4);
    if (!strcmp(name, wl_shm_interface.name)) own->shm = wl_registry_bind(registry, global, &wl_shm_interface, 1);
    if (!strcmp(name, xdg_wm_base_interface.name)) own->base = wl_registry_bind(registry, global, &xdg_wm_base_interface, 1);
    if (!strcmp(name, wp_viewporter_interface.name)) own->viewporter = wl_registry_bind(registry, global, &wp_viewporter_interface, 1);
    if (strcmp(name, wl_output_interface.name)) return;
    struct place *place = own->places;
    while (place->proxy && place + 1 < own->places + MOST_SCREENS) place++;
    *place = (struct place){ .global = global };
    place->proxy = wl_registry_bind(registry, global, &wl_output_interface, version < 4 ? version : 4);
    wl_output_add_listener(place->proxy, &of_places, place);
}

static void said_gone(void *data, struct wl_registry *registry, uint32_t global)
{
    struct compositor *own = data;
    (void)registry;
    for (struct place *place = own->places; place < own->places + MOST_SCREENS; place++) {
        if (!place->proxy || place->global != global) continue;
        if (own->here == place) own->here = NULL;
        wl_output_destroy(place->proxy);
        place->proxy = NULL;
    }
}

static const struct wl_registry_listener of_registry = { said_global, said_gone };

static struct place *named_place(struct compositor *own)
{
    const char *name = getenv("STIMULUS_SCREEN");
    for (struct place *place = own->places; place < own->places + MOST_SCREENS; place++)
        if (place->proxy && (!name || !strcmp(place->name, name))) return place;
    return NULL;
}

void compositor_open(struct compositor *own, bool fills_screen)
{
    own->display = wl_display_connect(NULL);
    if (!own->display) screen_fail("cannot open the Wayland display");
    wl_registry_add_listener(wl_display_get_registry(own->display), &of_registry, own);
    compositor_finish(own);
    compositor_finish(own);
    if (!own->surfaces || !own->shm || !own->base || !own->viewporter) screen_fail("the compositor lacks a protocol that the stimulus needs");
    xdg_wm_base_add_listener(own->base, &of_base, own);
    own->surface = wl_compositor_create_surface(own->surfaces);
    wl_surface_add_listener(own->surface, &of_surface, own);
    own->viewport = wp_viewporter_get_viewport(own->viewporter, own->surface);
    own->shell_surface = xdg_wm_base_get_xdg_surface(own->base, own->surface);
    xdg_surface_add_listener(own->shell_surface, &of_shell_surface, own);
    own->toplevel = xdg_surface_get_toplevel(own->shell_surface);
    xdg_toplevel_add_listener(own->toplevel, &of_toplevel, own);
    own->here = named_place(own);
    if (!own->here) screen_fail("there is no such screen");
    if (fills_screen) xdg_toplevel_set_fullscreen(own->toplevel, getenv("STIMULUS_SCREEN") ? own->here->proxy : NULL);
    wl_surface_commit(own->surface);
    while (!own->is_configured) compositor_wait(own);
}

bool compositor_size(const struct compositor *own, int *width, int *height)
{
    if (!own->here || !own->here->width) return false;
    bool is_turned = own->here->transform & 1;
    *width = is_turned ? own->here->height : own->here->width;
    *height = is_turned ? own->here->width : own->here->height;
    return true;
}

void compositor_wait(struct compositor *own)
{
    if (wl_display_dispatch(own->display) < 0) screen_fail("the compositor is gone");
}

void compositor_finish(struct compositor *own)
{
    if (wl_display_roundtrip(own->display) < 0) screen_fail("the compositor is gone");
}
