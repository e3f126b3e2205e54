// The compositor's screens, as they come, change and go.
#include "connection.h"
#include <stdlib.h>
#include <string.h>

static void keep(char *place, size_t capacity, const char *text) {
    strncpy(place, text ? text : "", capacity - 1);
    place[capacity - 1] = 0;
}

static void change(struct screen *screen) { screen->connection->changes += 1; }

static void tell(struct screen *screen) {
    screen->told = screen->said;
    screen->is_told = 1;
    change(screen);
}

// Version 1 is never done.
static void heard(struct screen *screen) {
    if (screen->version < 2)
        tell(screen);
    else
        change(screen);
}

// MARK: wl_output

static void geometry(
    void *data, struct wl_output *object, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel, const char *make,
    const char *model, int32_t transform) {
    (void)object, (void)width, (void)height, (void)subpixel, (void)make, (void)model;
    struct screen *screen = data;
    // Where wlroots has an xdg-output, these are 0.
    if (!screen->place) {
        screen->said.x = x;
        screen->said.y = y;
    }
    screen->turn = screen->said.transform = transform >= 0 && transform < 8 ? (uint32_t)transform : 0;
    heard(screen);
}

static void mode(void *data, struct wl_output *object, uint32_t flags, int32_t width, int32_t height, int32_t refresh) {
    (void)object, (void)refresh;
    struct screen *screen = data;
    if (!(flags & WL_OUTPUT_MODE_CURRENT))
        return;
    screen->said.panel_width = width;
    screen->said.panel_height = height;
    if (!screen->place) {
        screen->said.width = width;
        screen->said.height = height;
    }
    heard(screen);
}

static void done(void *data, struct wl_output *object) {
    (void)object;
    tell(data);
}

static void scale(void *data, struct wl_output *object, int32_t factor) { (void)data, (void)object, (void)factor; }

static void name(void *data, struct wl_output *object, const char *text) {
    (void)object;
    struct screen *screen = data;
    keep(screen->said.name, sizeof screen->said.name, text);
}

static void description(void *data, struct wl_output *object, const char *text) {
    (void)object;
    struct screen *screen = data;
    keep(screen->said.description, sizeof screen->said.description, text);
}

static const struct wl_output_listener screen_events = {geometry, mode, done, scale, name, description};

// MARK: xdg_output

static void place_position(void *data, struct zxdg_output_v1 *object, int32_t x, int32_t y) {
    (void)object;
    struct screen *screen = data;
    screen->said.x = x;
    screen->said.y = y;
}

static void place_size(void *data, struct zxdg_output_v1 *object, int32_t width, int32_t height) {
    (void)object;
    struct screen *screen = data;
    screen->said.width = width;
    screen->said.height = height;
}

// Since version 3 the screen's own event ends both.
static void place_done(void *data, struct zxdg_output_v1 *object) {
    if (zxdg_output_v1_get_version(object) < 3)
        tell(data);
}

static void place_name(void *data, struct zxdg_output_v1 *object, const char *text) { name(data, NULL, text), (void)object; }

static void place_description(void *data, struct zxdg_output_v1 *object, const char *text) { description(data, NULL, text), (void)object; }

static const struct zxdg_output_v1_listener place_events = {place_position, place_size, place_done, place_name, place_description};

static void place(struct screen *screen) {
    struct zxdg_output_manager_v1 *manager = screen->connection->place_manager;
    if (!manager || screen->place)
        return;
    screen->place = zxdg_output_manager_v1_get_xdg_output(manager, screen->object);
    zxdg_output_v1_add_listener(screen->place, &place_events, screen);
}

// MARK: The list

void screens_add(struct cwayland *connection, uint32_t number, uint32_t version) {
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return;
    screen->number = number;
    screen->version = version < 4 ? version : 4;
    screen->connection = connection;
    screen->object = wl_registry_bind(connection->registry, number, &wl_output_interface, screen->version);
    wl_output_add_listener(screen->object, &screen_events, screen);
    struct screen **end = &connection->screens;
    while (*end)
        end = &(*end)->next;
    *end = screen;
    place(screen);
}

void screens_place(struct cwayland *connection) {
    for (struct screen *screen = connection->screens; screen; screen = screen->next)
        place(screen);
}

void screens_remove(struct cwayland *connection, uint32_t number) {
    for (struct screen **link = &connection->screens; *link; link = &(*link)->next) {
        struct screen *screen = *link;
        if (screen->number != number)
            continue;
        *link = screen->next;
        if (screen->place)
            zxdg_output_v1_destroy(screen->place);
        if (wl_output_get_version(screen->object) >= WL_OUTPUT_RELEASE_SINCE_VERSION)
            wl_output_release(screen->object);
        else
            wl_output_destroy(screen->object);
        change(screen);
        free(screen);
        return;
    }
}

struct screen *screens_find(const struct cwayland *connection, uint32_t number) {
    struct screen *screen = connection->screens;
    while (screen && screen->number != number)
        screen = screen->next;
    return screen;
}

uint32_t cwayland_changes(const cwayland *connection) { return connection->changes; }

int cwayland_screen_count(const cwayland *connection) {
    int count = 0;
    for (struct screen *screen = connection->screens; screen; screen = screen->next)
        count += screen->is_told;
    return count;
}

int cwayland_screen_at(const cwayland *connection, int index, struct cwayland_screen *result) {
    for (struct screen *screen = connection->screens; screen; screen = screen->next) {
        if (!screen->is_told || index-- > 0)
            continue;
        const struct words *words = &screen->told;
        *result = (struct cwayland_screen){
            .number = screen->number,
            .name = words->name,
            .description = words->description,
            .x = words->x,
            .y = words->y,
            .width = words->width,
            .height = words->height,
            .panel_width = words->panel_width,
            .panel_height = words->panel_height,
            .transform = words->transform,
            .turn = screen->turn,
        };
        return 1;
    }
    return 0;
}
