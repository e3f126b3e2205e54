#pragma once
// The server's side of ext-image-copy-capture-v1 and ext-image-capture-source-v1, as far as it is needed. Written down apart from
// the agent's own, so that a mistake in one of them shows.
#include <wayland-server.h>

extern const struct wl_interface source_manager_interface, source_interface, manager_interface, session_interface, frame_interface;

struct source_requests {
    void (*destroy)(struct wl_client *, struct wl_resource *);
};

struct source_manager_requests {
    void (*create_source)(struct wl_client *, struct wl_resource *, uint32_t id, struct wl_resource *screen);
    void (*destroy)(struct wl_client *, struct wl_resource *);
};

struct manager_requests {
    void (*create_session)(struct wl_client *, struct wl_resource *, uint32_t id, struct wl_resource *source, uint32_t options);
    void (*create_cursor_session)(
        struct wl_client *, struct wl_resource *, uint32_t id, struct wl_resource *source, struct wl_resource *pointer);
    void (*destroy)(struct wl_client *, struct wl_resource *);
};

struct session_requests {
    void (*create_frame)(struct wl_client *, struct wl_resource *, uint32_t id);
    void (*destroy)(struct wl_client *, struct wl_resource *);
};
enum { SESSION_SIZE, SESSION_FORMAT, SESSION_DMABUF_DEVICE, SESSION_DMABUF_FORMAT, SESSION_DONE, SESSION_STOPPED };

struct frame_requests {
    void (*destroy)(struct wl_client *, struct wl_resource *);
    void (*attach_buffer)(struct wl_client *, struct wl_resource *, struct wl_resource *buffer);
    void (*damage_buffer)(struct wl_client *, struct wl_resource *, int32_t x, int32_t y, int32_t width, int32_t height);
    void (*capture)(struct wl_client *, struct wl_resource *);
};
enum { FRAME_TRANSFORM, FRAME_DAMAGE, FRAME_TIME, FRAME_READY, FRAME_FAILED };
