#pragma once
#include <wayland-client.h>

// wlr-screencopy-unstable-v1, version 3: the numbers of its requests and the order of its events.
extern const struct wl_interface cwayland_copy_manager_interface, cwayland_copy_interface;
enum { COPY_MANAGER_CAPTURE = 0, COPY_MANAGER_CAPTURE_REGION = 1, COPY_MANAGER_DESTROY = 2 };
enum { COPY_INTO = 0, COPY_DESTROY = 1, COPY_INTO_AFTER_CHANGE = 2 };
struct copy_events {
    void (*buffer)(void *, struct wl_proxy *, uint32_t format, uint32_t width, uint32_t height, uint32_t stride);
    void (*flags)(void *, struct wl_proxy *, uint32_t flags);
    void (*ready)(void *, struct wl_proxy *, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds);
    void (*failed)(void *, struct wl_proxy *);
    void (*damage)(void *, struct wl_proxy *, uint32_t x, uint32_t y, uint32_t width, uint32_t height);
    void (*dmabuf)(void *, struct wl_proxy *, uint32_t format, uint32_t width, uint32_t height);
    void (*buffer_done)(void *, struct wl_proxy *);
};

// ext-image-capture-source-v1 and ext-image-copy-capture-v1, version 1.
extern const struct wl_interface cwayland_source_manager_interface, cwayland_source_interface;
enum { SOURCE_MANAGER_CREATE = 0, SOURCE_MANAGER_DESTROY = 1 };
enum { SOURCE_DESTROY = 0 };
extern const struct wl_interface cwayland_image_manager_interface, cwayland_session_interface, cwayland_image_interface;
enum { IMAGE_MANAGER_CREATE_SESSION = 0, IMAGE_MANAGER_DESTROY = 2 };
enum { IMAGE_OPTION_CURSORS = 1 };
enum { SESSION_CREATE_IMAGE = 0, SESSION_DESTROY = 1 };
struct session_events {
    void (*size)(void *, struct wl_proxy *, uint32_t width, uint32_t height);
    void (*shm_format)(void *, struct wl_proxy *, uint32_t format);
    void (*dmabuf_device)(void *, struct wl_proxy *, struct wl_array *device);
    void (*dmabuf_format)(void *, struct wl_proxy *, uint32_t format, struct wl_array *modifiers);
    void (*done)(void *, struct wl_proxy *);
    void (*stopped)(void *, struct wl_proxy *);
};
enum { IMAGE_DESTROY = 0, IMAGE_ATTACH = 1, IMAGE_DAMAGE = 2, IMAGE_CAPTURE = 3 };
struct image_events {
    void (*transform)(void *, struct wl_proxy *, uint32_t transform);
    void (*damage)(void *, struct wl_proxy *, int32_t x, int32_t y, int32_t width, int32_t height);
    void (*time)(void *, struct wl_proxy *, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds);
    void (*ready)(void *, struct wl_proxy *);
    void (*failed)(void *, struct wl_proxy *, uint32_t reason);
};

// xdg-output-unstable-v1, version 3: where screens stand on the desktop.
extern const struct wl_interface cwayland_place_manager_interface, cwayland_place_interface;
enum { PLACE_MANAGER_DESTROY = 0, PLACE_MANAGER_GET = 1 };
enum { PLACE_DESTROY = 0 };
struct place_events {
    void (*position)(void *, struct wl_proxy *, int32_t x, int32_t y);
    void (*size)(void *, struct wl_proxy *, int32_t width, int32_t height);
    void (*done)(void *, struct wl_proxy *);
    void (*name)(void *, struct wl_proxy *, const char *name);
    void (*description)(void *, struct wl_proxy *, const char *description);
};
