// Protocols as libwayland wants them: names, numbers and argument types, written down from the protocols' descriptions
// (wlr-screencopy-unstable-v1 of wlr-protocols, ext-image-capture-source-v1 and ext-image-copy-capture-v1 of wayland-protocols 1.37,
// none of which Debian 12 has, and xdg-output-unstable-v1).
// Signatures: the version that a message came with, then i int, u uint, s string, o object, n new object, a array.
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

static const struct wl_interface *source_types[] = {&cwayland_source_interface, &wl_output_interface};
static const struct wl_message source_manager_requests[] = {{"create_source", "no", source_types}, {"destroy", "", no_types}};
const struct wl_interface cwayland_source_manager_interface = {
    "ext_output_image_capture_source_manager_v1", 1, MESSAGES(source_manager_requests), 0, NULL};
static const struct wl_message source_requests[] = {{"destroy", "", no_types}};
const struct wl_interface cwayland_source_interface = {"ext_image_capture_source_v1", 1, MESSAGES(source_requests), 0, NULL};

static const struct wl_interface *session_types[] = {&cwayland_session_interface, &cwayland_source_interface, NULL};
// Of the session that copies a cursor apart, which is not asked for.
static const struct wl_interface *cursor_types[] = {NULL, &cwayland_source_interface, &wl_pointer_interface};
static const struct wl_message image_manager_requests[] = {
    {"create_session", "nou", session_types},
    {"create_pointer_cursor_session", "noo", cursor_types},
    {"destroy", "", no_types},
};
const struct wl_interface cwayland_image_manager_interface = {
    "ext_image_copy_capture_manager_v1", 1, MESSAGES(image_manager_requests), 0, NULL};

static const struct wl_interface *image_types[] = {&cwayland_image_interface};
static const struct wl_message session_requests[] = {{"create_frame", "n", image_types}, {"destroy", "", no_types}};
static const struct wl_message session_messages[] = {
    {"buffer_size", "uu", no_types},
    {"shm_format", "u", no_types},
    {"dmabuf_device", "a", no_types},
    {"dmabuf_format", "ua", no_types},
    {"done", "", no_types},
    {"stopped", "", no_types},
};
const struct wl_interface cwayland_session_interface = {
    "ext_image_copy_capture_session_v1", 1, MESSAGES(session_requests), MESSAGES(session_messages)};

static const struct wl_message image_requests[] = {
    {"destroy", "", no_types},
    {"attach_buffer", "o", buffer_types},
    {"damage_buffer", "iiii", no_types},
    {"capture", "", no_types},
};
static const struct wl_message image_messages[] = {
    {"transform", "u", no_types},
    {"damage", "iiii", no_types},
    {"presentation_time", "uuu", no_types},
    {"ready", "", no_types},
    {"failed", "u", no_types},
};
const struct wl_interface cwayland_image_interface = {
    "ext_image_copy_capture_frame_v1", 1, MESSAGES(image_requests), MESSAGES(image_messages)};

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
