#pragma once
#include "CWayland.h"
#include "generated/ext-image-capture-source-v1-client-protocol.h"
#include "generated/ext-image-copy-capture-v1-client-protocol.h"
#include "generated/wlr-screencopy-unstable-v1-client-protocol.h"
#include "generated/xdg-output-unstable-v1-client-protocol.h"
#include <wayland-client.h>

enum { MOST_SLOTS = 8 };

struct screen {
    struct screen *next;
    uint32_t number;
    struct cwayland *connection;
    struct wl_output *object;
    struct zxdg_output_v1 *place; // NULL until the manager is known
    uint32_t version;
    // As the very next picture is turned, which may come before the rest is told.
    uint32_t turn;
    // Makes sense together only: taken over when the compositor says that it is done.
    struct words {
        int32_t x, y, width, height, panel_width, panel_height;
        uint32_t transform;
        char name[64], description[128];
    } said, told;
    int is_told;
};

struct cwayland {
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_shm *memory_maker;
    struct zwlr_screencopy_manager_v1 *copy_manager;
    struct ext_image_copy_capture_manager_v1 *image_manager;
    struct ext_output_image_capture_source_manager_v1 *source_manager;
    struct zxdg_output_manager_v1 *place_manager;
    struct screen *screens;
    uint32_t changes;
    uint32_t seat_version;
    char refusal[96];

    struct wl_buffer *slots[MOST_SLOTS];
    // The copy that was asked for: by wlr-screencopy, or by ext-image-copy-capture.
    struct zwlr_screencopy_frame_v1 *frame;
    struct ext_image_copy_capture_frame_v1 *image;
    struct cwayland_copy copy;
    // Copies of one screen by ext-image-copy-capture, from one to the next.
    struct session {
        struct ext_image_copy_capture_session_v1 *object;
        struct ext_image_capture_source_v1 *source;
        uint32_t screen;
        int with_cursor;
        uint32_t width, height, format;
        int has_format, is_told;
    } session;
};

// Copies by either protocol: `copying.c` chooses.
void copies_finish(struct cwayland *connection, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds);
void copies_damage(struct cwayland *connection, int64_t x, int64_t y, int64_t width, int64_t height);
int screencopy_ask(struct cwayland *connection, struct screen *screen, int with_cursor, const struct cwayland_rectangle *region);
void screencopy_begin(struct cwayland *connection, int slot, int after_change);
void screencopy_drop(struct cwayland *connection);
int imagecopy_ask(struct cwayland *connection, struct screen *screen, int with_cursor, int anew);
void imagecopy_begin(struct cwayland *connection, int slot, const struct cwayland_rectangle *stale, int stale_count);
void imagecopy_drop(struct cwayland *connection);
void imagecopy_end(struct cwayland *connection);

void screens_add(struct cwayland *connection, uint32_t number, uint32_t version);
void screens_remove(struct cwayland *connection, uint32_t number);
// The manager came after the screens.
void screens_place(struct cwayland *connection);
struct screen *screens_find(const struct cwayland *connection, uint32_t number);
