// Copies by wlr-screencopy: one object for each, which is told what it looks like before memory is given to it.
#include "connection.h"

static void offered(struct cwayland *connection) {
    if (connection->copy.stage == CWAYLAND_ASKED && connection->copy.width > 0)
        connection->copy.stage = CWAYLAND_OFFERED;
}

static void buffer(void *data, struct zwlr_screencopy_frame_v1 *object, uint32_t format, uint32_t width, uint32_t height, uint32_t stride) {
    struct cwayland *connection = data;
    connection->copy.format = format;
    connection->copy.width = width;
    connection->copy.height = height;
    connection->copy.stride = stride;
    // Since version 3 other kinds of memory may follow, and then an end.
    if (zwlr_screencopy_frame_v1_get_version(object) < 3)
        offered(connection);
}

static void buffer_done(void *data, struct zwlr_screencopy_frame_v1 *object) {
    (void)object;
    offered(data);
}

static void flags(void *data, struct zwlr_screencopy_frame_v1 *object, uint32_t bits) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.is_upside_down = !!(bits & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT);
}

static void ready(void *data, struct zwlr_screencopy_frame_v1 *object, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds) {
    (void)object;
    struct cwayland *connection = data;
    copies_finish(connection, seconds_high, seconds_low, nanoseconds);
    connection->copy.stage = CWAYLAND_READY;
}

static void failed(void *data, struct zwlr_screencopy_frame_v1 *object) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.stage = CWAYLAND_FAILED;
}

static void damage(void *data, struct zwlr_screencopy_frame_v1 *object, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    (void)object;
    copies_damage(data, x, y, width, height);
}

static void dmabuf(void *data, struct zwlr_screencopy_frame_v1 *object, uint32_t format, uint32_t width, uint32_t height) {
    (void)data, (void)object, (void)format, (void)width, (void)height;
}

static const struct zwlr_screencopy_frame_v1_listener frame_events = {buffer, flags, ready, failed, damage, dmabuf, buffer_done};

int screencopy_ask(struct cwayland *connection, struct screen *screen, int with_cursor, const struct cwayland_rectangle *region) {
    struct zwlr_screencopy_manager_v1 *manager = connection->copy_manager;
    connection->frame =
        region ? zwlr_screencopy_manager_v1_capture_output_region(
                     manager, with_cursor, screen->object, region->x, region->y, region->width, region->height)
               : zwlr_screencopy_manager_v1_capture_output(manager, with_cursor, screen->object);
    if (!connection->frame)
        return -1;
    zwlr_screencopy_frame_v1_add_listener(connection->frame, &frame_events, connection);
    return 0;
}

void screencopy_begin(struct cwayland *connection, int slot, int after_change) {
    if (after_change && zwlr_screencopy_frame_v1_get_version(connection->frame) >= ZWLR_SCREENCOPY_FRAME_V1_COPY_WITH_DAMAGE_SINCE_VERSION)
        zwlr_screencopy_frame_v1_copy_with_damage(connection->frame, connection->slots[slot]);
    else
        zwlr_screencopy_frame_v1_copy(connection->frame, connection->slots[slot]);
}

void screencopy_drop(struct cwayland *connection) {
    if (connection->frame)
        zwlr_screencopy_frame_v1_destroy(connection->frame);
    connection->frame = NULL;
}
