// Copies by wlr-screencopy: one object for each, which is told what it looks like before memory is given to it.
#include "connection.h"

static void offered(struct cwayland *connection) {
    if (connection->copy.stage == CWAYLAND_ASKED && connection->copy.width > 0)
        connection->copy.stage = CWAYLAND_OFFERED;
}

static void buffer(void *data, struct wl_proxy *object, uint32_t format, uint32_t width, uint32_t height, uint32_t stride) {
    struct cwayland *connection = data;
    connection->copy.format = format;
    connection->copy.width = width;
    connection->copy.height = height;
    connection->copy.stride = stride;
    // Since version 3 other kinds of memory may follow, and then an end.
    if (wl_proxy_get_version(object) < 3)
        offered(connection);
}

static void buffer_done(void *data, struct wl_proxy *object) {
    (void)object;
    offered(data);
}

static void flags(void *data, struct wl_proxy *object, uint32_t bits) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.is_upside_down = bits & 1;
}

static void ready(void *data, struct wl_proxy *object, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds) {
    (void)object;
    struct cwayland *connection = data;
    copies_finish(connection, seconds_high, seconds_low, nanoseconds);
    connection->copy.stage = CWAYLAND_READY;
}

static void failed(void *data, struct wl_proxy *object) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.stage = CWAYLAND_FAILED;
}

static void damage(void *data, struct wl_proxy *object, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    (void)object;
    copies_damage(data, x, y, width, height);
}

static void dmabuf(void *data, struct wl_proxy *object, uint32_t format, uint32_t width, uint32_t height) {
    (void)data, (void)object, (void)format, (void)width, (void)height;
}

static const struct copy_events copy_events = {buffer, flags, ready, failed, damage, dmabuf, buffer_done};

int screencopy_ask(struct cwayland *connection, struct screen *screen, int with_cursor, const struct cwayland_rectangle *region) {
    struct wl_proxy *manager = connection->copy_manager;
    uint32_t version = wl_proxy_get_version(manager);
    if (region)
        connection->copy_object = wl_proxy_marshal_flags(
            manager, COPY_MANAGER_CAPTURE_REGION, &cwayland_copy_interface, version, 0, NULL, with_cursor, screen->object, region->x,
            region->y, region->width, region->height);
    else
        connection->copy_object =
            wl_proxy_marshal_flags(manager, COPY_MANAGER_CAPTURE, &cwayland_copy_interface, version, 0, NULL, with_cursor, screen->object);
    if (!connection->copy_object)
        return -1;
    wl_proxy_add_listener(connection->copy_object, (void (**)(void)) & copy_events, connection);
    return 0;
}

void screencopy_begin(struct cwayland *connection, int slot, int after_change) {
    uint32_t version = wl_proxy_get_version(connection->copy_object);
    uint32_t request = after_change && version >= 2 ? COPY_INTO_AFTER_CHANGE : COPY_INTO;
    wl_proxy_marshal_flags(connection->copy_object, request, NULL, version, 0, connection->slots[slot]);
}

void screencopy_drop(struct cwayland *connection) {
    if (connection->copy_object)
        wl_proxy_marshal_flags(
            connection->copy_object, COPY_DESTROY, NULL, wl_proxy_get_version(connection->copy_object), WL_MARSHAL_FLAG_DESTROY);
    connection->copy_object = NULL;
}
