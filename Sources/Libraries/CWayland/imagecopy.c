// Copies by ext-image-copy-capture: a session for a screen, which tells what its copies look like and makes them one by one. Its
// first copy is made at once, each later one after a change.
#include "connection.h"

// MARK: The session

static void offer(struct cwayland *connection) {
    const struct session *session = &connection->session;
    if (connection->copy.stage != CWAYLAND_ASKED || !session->is_told)
        return;
    connection->copy.format = session->format;
    connection->copy.width = session->width;
    connection->copy.height = session->height;
    connection->copy.stride = session->width * 4;
    connection->copy.stage = CWAYLAND_OFFERED;
}

static struct session *begin_telling(void *data) {
    struct session *session = &((struct cwayland *)data)->session;
    if (session->is_told)
        session->is_told = session->has_format = 0;
    return session;
}

static void size(void *data, struct ext_image_copy_capture_session_v1 *object, uint32_t width, uint32_t height) {
    (void)object;
    struct session *session = begin_telling(data);
    session->width = width;
    session->height = height;
}

// Any of them may be chosen: best without alpha, then with it.
static void shm_format(void *data, struct ext_image_copy_capture_session_v1 *object, uint32_t format) {
    (void)object;
    struct session *session = begin_telling(data);
    int is_better = format == WL_SHM_FORMAT_XRGB8888 || (format == WL_SHM_FORMAT_ARGB8888 && session->format != WL_SHM_FORMAT_XRGB8888);
    if (!session->has_format || is_better)
        session->format = format;
    session->has_format = 1;
}

static void dmabuf_device(void *data, struct ext_image_copy_capture_session_v1 *object, struct wl_array *device) {
    (void)data, (void)object, (void)device;
}

static void dmabuf_format(void *data, struct ext_image_copy_capture_session_v1 *object, uint32_t format, struct wl_array *modifiers) {
    (void)data, (void)object, (void)format, (void)modifiers;
}

static void done(void *data, struct ext_image_copy_capture_session_v1 *object) {
    (void)object;
    struct cwayland *connection = data;
    struct session *session = &connection->session;
    session->is_told = session->has_format && session->width > 0 && session->width <= INT32_MAX / 4;
    if (session->is_told)
        offer(connection);
    else
        connection->copy.stage = CWAYLAND_FAILED;
}

static void stopped(void *data, struct ext_image_copy_capture_session_v1 *object) {
    (void)object;
    struct cwayland *connection = data;
    // It is let go of when the next copy is asked for.
    connection->session.screen = 0;
    connection->copy.stage = CWAYLAND_FAILED;
}

static const struct ext_image_copy_capture_session_v1_listener session_events = {
    size, shm_format, dmabuf_device, dmabuf_format, done, stopped,
};

void imagecopy_end(struct cwayland *connection) {
    imagecopy_drop(connection);
    if (connection->session.object)
        ext_image_copy_capture_session_v1_destroy(connection->session.object);
    if (connection->session.source)
        ext_image_capture_source_v1_destroy(connection->session.source);
    connection->session = (struct session){0};
}

int imagecopy_ask(struct cwayland *connection, struct screen *screen, int with_cursor, int anew) {
    struct session *session = &connection->session;
    if (!anew && session->object && session->screen == screen->number && session->with_cursor == with_cursor) {
        offer(connection);
        return 0;
    }
    imagecopy_end(connection);
    session->source = ext_output_image_capture_source_manager_v1_create_source(connection->source_manager, screen->object);
    if (!session->source)
        return -1;
    session->object = ext_image_copy_capture_manager_v1_create_session(
        connection->image_manager, session->source, with_cursor ? EXT_IMAGE_COPY_CAPTURE_MANAGER_V1_OPTIONS_PAINT_CURSORS : 0);
    if (!session->object)
        return -1;
    ext_image_copy_capture_session_v1_add_listener(session->object, &session_events, connection);
    session->screen = screen->number;
    session->with_cursor = with_cursor;
    return 0;
}

// MARK: One copy

static void transform(void *data, struct ext_image_copy_capture_frame_v1 *object, uint32_t turn) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.turn = turn < 8 ? (int)turn : 0;
}

static void damage(void *data, struct ext_image_copy_capture_frame_v1 *object, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)object;
    copies_damage(data, x, y, width, height);
}

static void presented(
    void *data, struct ext_image_copy_capture_frame_v1 *object, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds) {
    (void)object;
    copies_finish(data, seconds_high, seconds_low, nanoseconds);
}

static void ready(void *data, struct ext_image_copy_capture_frame_v1 *object) {
    (void)object;
    struct cwayland *connection = data;
    connection->copy.stage = CWAYLAND_READY;
}

static void failed(void *data, struct ext_image_copy_capture_frame_v1 *object, uint32_t reason) {
    (void)object, (void)reason;
    struct cwayland *connection = data;
    connection->copy.stage = CWAYLAND_FAILED;
}

static const struct ext_image_copy_capture_frame_v1_listener image_events = {transform, damage, presented, ready, failed};

void imagecopy_begin(struct cwayland *connection, int slot, const struct cwayland_rectangle *stale, int stale_count) {
    struct ext_image_copy_capture_frame_v1 *image = ext_image_copy_capture_session_v1_create_frame(connection->session.object);
    if (!image)
        return;
    connection->image = image;
    ext_image_copy_capture_frame_v1_add_listener(image, &image_events, connection);
    ext_image_copy_capture_frame_v1_attach_buffer(image, connection->slots[slot]);
    for (int index = 0; index < stale_count; index++)
        ext_image_copy_capture_frame_v1_damage_buffer(image, stale[index].x, stale[index].y, stale[index].width, stale[index].height);
    ext_image_copy_capture_frame_v1_capture(image);
}

void imagecopy_drop(struct cwayland *connection) {
    if (connection->image)
        ext_image_copy_capture_frame_v1_destroy(connection->image);
    connection->image = NULL;
}
