// Copies of a screen into slots of memory that the compositor maps, by whichever protocol it has.
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

// MARK: What both protocols tell

void copies_finish(struct cwayland *connection, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds) {
    uint64_t seconds = (uint64_t)seconds_high << 32 | seconds_low;
    connection->copy.nanoseconds = seconds < INT64_MAX / 2000000000 ? (int64_t)(seconds * 1000000000 + nanoseconds) : 0;
}

void copies_damage(struct cwayland *connection, int64_t x, int64_t y, int64_t width, int64_t height) {
    struct cwayland_copy *copy = &connection->copy;
    int fits = x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= copy->width && y + height <= copy->height;
    if (!fits || copy->damage_count == CWAYLAND_MOST_DAMAGE) {
        copy->damage[0] = (struct cwayland_rectangle){0, 0, (int32_t)copy->width, (int32_t)copy->height};
        copy->damage_count = 1;
    } else {
        copy->damage[copy->damage_count++] = (struct cwayland_rectangle){(int32_t)x, (int32_t)y, (int32_t)width, (int32_t)height};
    }
}

// MARK: Asking

// Parts of a screen are copied by wlr-screencopy alone.
static int copies_images(const struct cwayland *connection, const struct cwayland_rectangle *region) {
    return connection->image_manager && connection->source_manager && !(region && connection->copy_manager);
}

int cwayland_ask(cwayland *connection, uint32_t number, int with_cursor, const struct cwayland_rectangle *region, int anew) {
    cwayland_drop(connection);
    struct screen *screen = screens_find(connection, number);
    int by_image = copies_images(connection, region);
    if (!screen || !(by_image || connection->copy_manager) || (by_image && region))
        return -1;
    connection->copy.turn = -1;
    connection->copy.stage = CWAYLAND_ASKED;
    int status = by_image ? imagecopy_ask(connection, screen, with_cursor, anew) : screencopy_ask(connection, screen, with_cursor, region);
    if (status != 0)
        cwayland_drop(connection);
    return status;
}

void cwayland_begin(cwayland *connection, int slot, int after_change, const struct cwayland_rectangle *stale, int stale_count) {
    if (connection->copy.stage != CWAYLAND_OFFERED || slot < 0 || slot >= MOST_SLOTS || !connection->slots[slot])
        return;
    // wlr-screencopy has an object for the copy as soon as it is asked for; a session makes one now.
    if (connection->frame)
        screencopy_begin(connection, slot, after_change);
    else
        imagecopy_begin(connection, slot, stale, stale_count);
    connection->copy.stage = CWAYLAND_COPYING;
}

void cwayland_drop(cwayland *connection) {
    imagecopy_drop(connection);
    screencopy_drop(connection);
    connection->copy = (struct cwayland_copy){.stage = CWAYLAND_NONE};
}

const struct cwayland_copy *cwayland_state(const cwayland *connection) { return &connection->copy; }

const struct cwayland_rectangle *cwayland_damage(const cwayland *connection) { return connection->copy.damage; }
