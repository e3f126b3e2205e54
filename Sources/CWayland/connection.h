#pragma once
#include "CWayland.h"
#include "tables.h"

enum { MOST_SLOTS = 8 };

struct screen {
    struct screen *next;
    uint32_t number;
    struct cwayland *connection;
    struct wl_output *object;
    struct wl_proxy *place; // NULL until the manager is known
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
    struct wl_proxy *copy_manager;
    struct wl_proxy *place_manager;
    struct screen *screens;
    uint32_t changes;
    uint32_t seat_version;
    char refusal[96];

    struct wl_buffer *slots[MOST_SLOTS];
    struct wl_proxy *copy_object;
    struct cwayland_copy copy;
};

void screens_add(struct cwayland *connection, uint32_t number, uint32_t version);
void screens_remove(struct cwayland *connection, uint32_t number);
// The manager came after the screens.
void screens_place(struct cwayland *connection);
struct screen *screens_find(const struct cwayland *connection, uint32_t number);
