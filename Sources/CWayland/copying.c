// Copies of a screen by wlr-screencopy, into slots of memory that the compositor maps.
#include "connection.h"
#include <errno.h>

// MARK: Memory

int cwayland_attach(cwayland *connection, int descriptor, int32_t slot_bytes, int slot_count, const struct cwayland_copy *looks) {
    cwayland_detach(connection);
    int64_t bytes = (int64_t)slot_bytes * slot_count;
    if (slot_count < 1 || slot_count > MOST_SLOTS || slot_bytes < 1 || bytes > INT32_MAX) {
        errno = EFBIG;
        return -1;
    }
    struct wl_shm_pool *pool = wl_shm_create_pool(connection->memory_maker, descriptor, (int32_t)bytes);
    if (!pool)
        return -1;
    for (int slot = 0; slot < slot_count; slot++)
        connection->slots[slot] = wl_shm_pool_create_buffer(
            pool, slot * slot_bytes, (int32_t)looks->width, (int32_t)looks->height, (int32_t)looks->stride, looks->format);
    // Lives on with its buffers.
    wl_shm_pool_destroy(pool);
    return 0;
}

void cwayland_detach(cwayland *connection) {
    cwayland_drop(connection);
    for (int slot = 0; slot < MOST_SLOTS; slot++) {
        if (connection->slots[slot])
            wl_buffer_destroy(connection->slots[slot]);
        connection->slots[slot] = NULL;
    }
}

// MARK: What the compositor says of a copy

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
    uint64_t seconds = (uint64_t)seconds_high << 32 | seconds_low;
    connection->copy.nanoseconds = seconds < INT64_MAX / 2000000000 ? (int64_t)(seconds * 1000000000 + nanoseconds) : 0;
    connection->copy.stage = CWAYLAND_READY;
}

static void failed(void *data, struct wl_proxy *object) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.stage = CWAYLAND_FAILED;
}

static void damage(void *data, struct wl_proxy *object, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    (void)object;
    struct cwayland *connection = data;
    struct cwayland_copy *copy = &connection->copy;
    struct cwayland_rectangle whole = {0, 0, (int32_t)copy->width, (int32_t)copy->height};
    int fits = x < copy->width && y < copy->height && width <= copy->width - x && height <= copy->height - y;
    if (!fits || copy->damage_count == CWAYLAND_MOST_DAMAGE) {
        copy->damage[0] = whole;
        copy->damage_count = 1;
    } else {
        copy->damage[copy->damage_count++] = (struct cwayland_rectangle){(int32_t)x, (int32_t)y, (int32_t)width, (int32_t)height};
    }
}

static void dmabuf(void *data, struct wl_proxy *object, uint32_t format, uint32_t width, uint32_t height) {
    (void)data, (void)object, (void)format, (void)width, (void)height;
}

static const struct copy_events copy_events = {buffer, flags, ready, failed, damage, dmabuf, buffer_done};

// MARK: Asking

int cwayland_ask(cwayland *connection, uint32_t number, int with_cursor, const struct cwayland_rectangle *region) {
    cwayland_drop(connection);
    struct screen *screen = screens_find(connection, number);
    if (!screen || !connection->copy_manager)
        return -1;
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
    connection->copy.stage = CWAYLAND_ASKED;
    return 0;
}

void cwayland_begin(cwayland *connection, int slot, int after_change) {
    if (connection->copy.stage != CWAYLAND_OFFERED || slot < 0 || slot >= MOST_SLOTS || !connection->slots[slot])
        return;
    uint32_t version = wl_proxy_get_version(connection->copy_object);
    uint32_t request = after_change && version >= 2 ? COPY_INTO_AFTER_CHANGE : COPY_INTO;
    wl_proxy_marshal_flags(connection->copy_object, request, NULL, version, 0, connection->slots[slot]);
    connection->copy.stage = CWAYLAND_COPYING;
}

void cwayland_drop(cwayland *connection) {
    if (connection->copy_object)
        wl_proxy_marshal_flags(
            connection->copy_object, COPY_DESTROY, NULL, wl_proxy_get_version(connection->copy_object), WL_MARSHAL_FLAG_DESTROY);
    connection->copy_object = NULL;
    connection->copy = (struct cwayland_copy){.stage = CWAYLAND_NONE};
}

const struct cwayland_copy *cwayland_state(const cwayland *connection) { return &connection->copy; }

const struct cwayland_rectangle *cwayland_damage(const cwayland *connection) { return connection->copy.damage; }
