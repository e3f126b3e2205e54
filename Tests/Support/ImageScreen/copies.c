// Sessions and their frames: what is copied, and when.
#include "copies.h"
#include "generated/ext-image-capture-source-v1-server-protocol.h"
#include "generated/ext-image-copy-capture-v1-server-protocol.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct session {
    struct wl_list link;
    struct wl_resource *resource, *frame;
    int has_copied;
    uint8_t *changed; // one byte for each pixel, since the copy before
};

struct frame {
    struct session *session; // NULL once that is gone
    struct wl_resource *resource, *buffer;
    uint8_t *stale;
    int is_waiting;
};

static struct wl_list sessions;

static void mark(uint8_t *pixels, int x, int y, int columns, int rows) {
    for (int row = y < 0 ? 0 : y; row < y + rows && row < height; row++)
        for (int column = x < 0 ? 0 : x; column < x + columns && column < width; column++)
            pixels[row * width + column] = 1;
}

// MARK: Copies

static void fail(struct frame *frame, enum ext_image_copy_capture_frame_v1_failure_reason reason) {
    frame->is_waiting = 0;
    ext_image_copy_capture_frame_v1_send_failed(frame->resource, reason);
}

static void complete(struct frame *frame) {
    struct session *session = frame->session;
    struct wl_shm_buffer *buffer = wl_shm_buffer_get(frame->buffer);
    if (!buffer || wl_shm_buffer_get_width(buffer) != width || wl_shm_buffer_get_height(buffer) != height ||
        wl_shm_buffer_get_format(buffer) != WL_SHM_FORMAT_XRGB8888) {
        fail(frame, EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_BUFFER_CONSTRAINTS);
        return;
    }
    int copied = 0, left = width, top = height, right = 0, bottom = 0;
    wl_shm_buffer_begin_access(buffer);
    uint8_t *rows = wl_shm_buffer_get_data(buffer);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int pixel = y * width + x, is_new = session->changed[pixel] || !session->has_copied;
            if (is_new) {
                left = x < left ? x : left, right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top, bottom = y + 1 > bottom ? y + 1 : bottom;
            }
            if (!is_new && !frame->stale[pixel])
                continue;
            ((uint32_t *)(rows + y * wl_shm_buffer_get_stride(buffer)))[x] = picture[pixel];
            copied += 1;
        }
    wl_shm_buffer_end_access(buffer);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    frame->is_waiting = 0;
    ext_image_copy_capture_frame_v1_send_transform(frame->resource, (uint32_t)turn);
    if (right > left)
        ext_image_copy_capture_frame_v1_send_damage(frame->resource, left, top, right - left, bottom - top);
    ext_image_copy_capture_frame_v1_send_presentation_time(
        frame->resource, (uint32_t)((uint64_t)now.tv_sec >> 32), (uint32_t)now.tv_sec, (uint32_t)now.tv_nsec);
    ext_image_copy_capture_frame_v1_send_ready(frame->resource);
    memset(session->changed, 0, (size_t)width * height);
    session->has_copied = 1;
    printf("copied %d\n", copied);
}

void copies_present(int x, int y, int columns, int rows) {
    struct session *session;
    wl_list_for_each(session, &sessions, link) {
        mark(session->changed, x, y, columns, rows);
        struct frame *frame = session->frame ? wl_resource_get_user_data(session->frame) : NULL;
        if (frame && frame->is_waiting)
            complete(frame);
    }
}

static void frame_destroy(struct wl_client *client, struct wl_resource *resource) { (void)client, wl_resource_destroy(resource); }

static void frame_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer) {
    (void)client;
    ((struct frame *)wl_resource_get_user_data(resource))->buffer = buffer;
}

static void frame_damage(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t columns, int32_t rows) {
    (void)client;
    struct frame *frame = wl_resource_get_user_data(resource);
    if (x < 0 || y < 0 || columns <= 0 || rows <= 0)
        wl_resource_post_error(resource, EXT_IMAGE_COPY_CAPTURE_FRAME_V1_ERROR_INVALID_BUFFER_DAMAGE, "no such damage");
    else
        mark(frame->stale, x, y, columns, rows);
}

static void frame_capture(struct wl_client *client, struct wl_resource *resource) {
    (void)client;
    struct frame *frame = wl_resource_get_user_data(resource);
    if (!frame->buffer)
        wl_resource_post_error(resource, EXT_IMAGE_COPY_CAPTURE_FRAME_V1_ERROR_NO_BUFFER, "no buffer");
    else if (!frame->session)
        fail(frame, EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_STOPPED);
    else if (!frame->session->has_copied || memchr(frame->session->changed, 1, (size_t)width * height))
        complete(frame);
    else
        frame->is_waiting = 1;
}

static const struct ext_image_copy_capture_frame_v1_interface frame_requests = {frame_destroy, frame_attach, frame_damage, frame_capture};

static void frame_gone(struct wl_resource *resource) {
    struct frame *frame = wl_resource_get_user_data(resource);
    if (frame->session)
        frame->session->frame = NULL;
    free(frame->stale);
    free(frame);
}

// MARK: Sessions

static void tell_constraints(struct session *session) {
    struct wl_array modifiers;
    wl_array_init(&modifiers);
    *(uint64_t *)wl_array_add(&modifiers, sizeof(uint64_t)) = 0;
    ext_image_copy_capture_session_v1_send_buffer_size(session->resource, (uint32_t)width, (uint32_t)height);
    // Blue and red exchanged, with alpha, and what is wanted.
    ext_image_copy_capture_session_v1_send_shm_format(session->resource, WL_SHM_FORMAT_ABGR8888);
    ext_image_copy_capture_session_v1_send_shm_format(session->resource, WL_SHM_FORMAT_XRGB8888);
    ext_image_copy_capture_session_v1_send_shm_format(session->resource, WL_SHM_FORMAT_ARGB8888);
    ext_image_copy_capture_session_v1_send_dmabuf_format(session->resource, WL_SHM_FORMAT_XRGB8888, &modifiers);
    ext_image_copy_capture_session_v1_send_done(session->resource);
    wl_array_release(&modifiers);
}

static void session_create(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct session *session = wl_resource_get_user_data(resource);
    if (session && session->frame) {
        wl_resource_post_error(resource, EXT_IMAGE_COPY_CAPTURE_SESSION_V1_ERROR_DUPLICATE_FRAME, "a second frame");
        return;
    }
    struct frame *frame = calloc(1, sizeof *frame);
    frame->session = session;
    frame->stale = calloc(1, MOST_PIXELS);
    frame->resource = wl_resource_create(client, &ext_image_copy_capture_frame_v1_interface, 1, id);
    wl_resource_set_implementation(frame->resource, &frame_requests, frame, frame_gone);
    if (session)
        session->frame = frame->resource;
}

static void session_destroy(struct wl_client *client, struct wl_resource *resource) { (void)client, wl_resource_destroy(resource); }

static const struct ext_image_copy_capture_session_v1_interface session_requests = {session_create, session_destroy};

static void forget(struct session *session) {
    struct frame *frame = session->frame ? wl_resource_get_user_data(session->frame) : NULL;
    if (frame) {
        frame->session = NULL;
        if (frame->is_waiting)
            fail(frame, EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_STOPPED);
    }
    wl_resource_set_user_data(session->resource, NULL);
    wl_list_remove(&session->link);
    free(session->changed);
    free(session);
}

static void session_gone(struct wl_resource *resource) {
    struct session *session = wl_resource_get_user_data(resource);
    if (session)
        forget(session);
}

static void create_session(
    struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *source, uint32_t options) {
    (void)resource, (void)source, (void)options;
    struct session *session = calloc(1, sizeof *session);
    session->changed = calloc(1, MOST_PIXELS);
    session->resource = wl_resource_create(client, &ext_image_copy_capture_session_v1_interface, 1, id);
    wl_resource_set_implementation(session->resource, &session_requests, session, session_gone);
    wl_list_insert(&sessions, &session->link);
    tell_constraints(session);
}

static void create_cursor_session(
    struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *source, struct wl_resource *pointer) {
    (void)client, (void)id, (void)source, (void)pointer;
    wl_resource_post_error(resource, 1, "no cursors here");
}

static const struct ext_image_copy_capture_manager_v1_interface manager_requests = {create_session, create_cursor_session, frame_destroy};

static void create_source(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *screen) {
    (void)resource, (void)screen;
    static const struct ext_image_capture_source_v1_interface requests = {frame_destroy};
    wl_resource_set_implementation(wl_resource_create(client, &ext_image_capture_source_v1_interface, 1, id), &requests, NULL, NULL);
}

static const struct ext_output_image_capture_source_manager_v1_interface source_manager_requests = {create_source, frame_destroy};

static void bind_manager(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &ext_image_copy_capture_manager_v1_interface, (int)version, id);
    wl_resource_set_implementation(resource, &manager_requests, NULL, NULL);
}

static void bind_source_manager(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    struct wl_resource *resource = wl_resource_create(client, &ext_output_image_capture_source_manager_v1_interface, (int)version, id);
    wl_resource_set_implementation(resource, &source_manager_requests, NULL, NULL);
}

void copies_tell(void) {
    struct session *session;
    wl_list_for_each(session, &sessions, link) tell_constraints(session);
}

void copies_stop(void) {
    struct session *session, *next;
    wl_list_for_each_safe(session, next, &sessions, link) {
        ext_image_copy_capture_session_v1_send_stopped(session->resource);
        forget(session);
    }
}

void copies_begin(struct wl_display *display) {
    wl_list_init(&sessions);
    wl_global_create(display, &ext_image_copy_capture_manager_v1_interface, 1, NULL, bind_manager);
    wl_global_create(display, &ext_output_image_capture_source_manager_v1_interface, 1, NULL, bind_source_manager);
}
