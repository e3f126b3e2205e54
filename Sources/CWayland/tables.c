// Two protocols as libwayland wants them: names, numbers and argument types, written down from the protocols' descriptions
// (wlr-screencopy-unstable-v1 of wlr-protocols, which Debian 12 does not have, and xdg-output-unstable-v1 of wayland-protocols).
// Signatures: the version that a message came with, then i int, u uint, s string, o object, n new object.
#include "tables.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))
#define MESSAGES(table) COUNT(table), table

static const struct wl_interface *no_types[5];

static const struct wl_interface *capture_types[] = {&cwayland_copy_interface, NULL, &wl_output_interface, NULL, NULL, NULL, NULL};
static const struct wl_message copy_manager_requests[] = {
    {"capture_output", "nio", capture_types},
    {"capture_output_region", "nioiiii", capture_types},
    {"destroy", "", no_types},
};
const struct wl_interface cwayland_copy_manager_interface = {"zwlr_screencopy_manager_v1", 3, MESSAGES(copy_manager_requests), 0, NULL};

static const struct wl_interface *buffer_types[] = {&wl_buffer_interface};
static const struct wl_message copy_requests[] = {
    {"copy", "o", buffer_types},
    {"destroy", "", no_types},
    {"copy_with_damage", "2o", buffer_types},
};
static const struct wl_message copy_messages[] = {
    {"buffer", "uuuu", no_types},
    {"flags", "u", no_types},
    {"ready", "uuu", no_types},
    {"failed", "", no_types},
    {"damage", "2uuuu", no_types},
    {"linux_dmabuf", "3uuu", no_types},
    {"buffer_done", "3", no_types},
};
const struct wl_interface cwayland_copy_interface = {"zwlr_screencopy_frame_v1", 3, MESSAGES(copy_requests), MESSAGES(copy_messages)};

static const struct wl_interface *place_types[] = {&cwayland_place_interface, &wl_output_interface};
static const struct wl_message place_manager_requests[] = {
    {"destroy", "", no_types},
    {"get_xdg_output", "no", place_types},
};
const struct wl_interface cwayland_place_manager_interface = {"zxdg_output_manager_v1", 3, MESSAGES(place_manager_requests), 0, NULL};

static const struct wl_message place_requests[] = {{"destroy", "", no_types}};
static const struct wl_message place_messages[] = {
    {"logical_position", "ii", no_types},
    {"logical_size", "ii", no_types},
    {"done", "", no_types},
    {"name", "2s", no_types},
    {"description", "2s", no_types},
};
const struct wl_interface cwayland_place_interface = {"zxdg_output_v1", 3, MESSAGES(place_requests), MESSAGES(place_messages)};
