#include "protocol.h"

static const struct wl_interface *nothing[4];
static const struct wl_interface *source_types[] = {&source_interface, &wl_output_interface};
static const struct wl_interface *session_types[] = {&session_interface, &source_interface, NULL};
static const struct wl_interface *cursor_types[] = {NULL, &source_interface, &wl_pointer_interface};
static const struct wl_interface *frame_types[] = {&frame_interface};
static const struct wl_interface *buffer_types[] = {&wl_buffer_interface};

static const struct wl_message destroy_only[] = {{"destroy", "", nothing}};
static const struct wl_message for_source_manager[] = {{"create_source", "no", source_types}, {"destroy", "", nothing}};
static const struct wl_message for_manager[] = {
    {"create_session", "nou", session_types},
    {"create_pointer_cursor_session", "noo", cursor_types},
    {"destroy", "", nothing},
};
static const struct wl_message for_session[] = {{"create_frame", "n", frame_types}, {"destroy", "", nothing}};
static const struct wl_message of_session[] = {
    {"buffer_size", "uu", nothing}, {"shm_format", "u", nothing}, {"dmabuf_device", "a", nothing},
    {"dmabuf_format", "ua", nothing}, {"done", "", nothing},      {"stopped", "", nothing},
};
static const struct wl_message for_frame[] = {
    {"destroy", "", nothing}, {"attach_buffer", "o", buffer_types}, {"damage_buffer", "iiii", nothing}, {"capture", "", nothing}};
static const struct wl_message of_frame[] = {
    {"transform", "u", nothing}, {"damage", "iiii", nothing}, {"presentation_time", "uuu", nothing},
    {"ready", "", nothing},      {"failed", "u", nothing},
};

const struct wl_interface source_manager_interface = {"ext_output_image_capture_source_manager_v1", 1, 2, for_source_manager, 0, NULL};
const struct wl_interface source_interface = {"ext_image_capture_source_v1", 1, 1, destroy_only, 0, NULL};
const struct wl_interface manager_interface = {"ext_image_copy_capture_manager_v1", 1, 3, for_manager, 0, NULL};
const struct wl_interface session_interface = {"ext_image_copy_capture_session_v1", 1, 2, for_session, 6, of_session};
const struct wl_interface frame_interface = {"ext_image_copy_capture_frame_v1", 1, 4, for_frame, 5, of_frame};
