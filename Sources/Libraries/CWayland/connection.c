#include "connection.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint32_t least(uint32_t one, uint32_t other) { return one < other ? one : other; }

static void global(void *data, struct wl_registry *registry, uint32_t number, const char *interface, uint32_t version) {
    struct cwayland *connection = data;
    if (!strcmp(interface, wl_output_interface.name)) {
        screens_add(connection, number, version);
    } else if (!strcmp(interface, wl_shm_interface.name) && !connection->memory_maker) {
        connection->memory_maker = wl_registry_bind(registry, number, &wl_shm_interface, 1);
    } else if (!strcmp(interface, zwlr_screencopy_manager_v1_interface.name) && !connection->copy_manager) {
        connection->copy_manager = wl_registry_bind(registry, number, &zwlr_screencopy_manager_v1_interface, least(version, 3));
    } else if (!strcmp(interface, ext_image_copy_capture_manager_v1_interface.name) && !connection->image_manager) {
        connection->image_manager = wl_registry_bind(registry, number, &ext_image_copy_capture_manager_v1_interface, 1);
    } else if (!strcmp(interface, ext_output_image_capture_source_manager_v1_interface.name) && !connection->source_manager) {
        connection->source_manager = wl_registry_bind(registry, number, &ext_output_image_capture_source_manager_v1_interface, 1);
    } else if (!strcmp(interface, zxdg_output_manager_v1_interface.name) && !connection->place_manager) {
        connection->place_manager = wl_registry_bind(registry, number, &zxdg_output_manager_v1_interface, least(version, 3));
        screens_place(connection);
    } else if (!strcmp(interface, wl_seat_interface.name)) {
        connection->seat_version = version;
    }
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t number) {
    (void)registry;
    screens_remove(data, number);
}

static const struct wl_registry_listener registry_events = {global, global_remove};

// libwayland would write to standard error by itself; what broke is asked for with cwayland_refusal.
static void say_nothing(const char *format, va_list arguments) {
    (void)format;
    (void)arguments;
}

cwayland *cwayland_open(const char *display) {
    wl_log_set_handler_client(say_nothing);
    struct cwayland *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->display = wl_display_connect(display);
    if (!connection->display) {
        int saved = errno;
        free(connection);
        errno = saved;
        return NULL;
    }
    connection->registry = wl_display_get_registry(connection->display);
    wl_registry_add_listener(connection->registry, &registry_events, connection);
    return connection;
}

void cwayland_close(cwayland *connection) {
    cwayland_detach(connection);
    imagecopy_end(connection);
    while (connection->screens)
        screens_remove(connection, connection->screens->number);
    if (connection->copy_manager)
        zwlr_screencopy_manager_v1_destroy(connection->copy_manager);
    if (connection->image_manager)
        ext_image_copy_capture_manager_v1_destroy(connection->image_manager);
    if (connection->source_manager)
        ext_output_image_capture_source_manager_v1_destroy(connection->source_manager);
    if (connection->place_manager)
        zxdg_output_manager_v1_destroy(connection->place_manager);
    if (connection->memory_maker)
        wl_shm_destroy(connection->memory_maker);
    wl_registry_destroy(connection->registry);
    wl_display_disconnect(connection->display);
    free(connection);
}

int cwayland_descriptor(const cwayland *connection) { return wl_display_get_fd(connection->display); }

void cwayland_flush(cwayland *connection) { wl_display_flush(connection->display); }

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

// Waits at most so long for something to read.
static int take_in(struct cwayland *connection, int milliseconds) {
    struct wl_display *display = connection->display;
    while (wl_display_prepare_read(display) != 0)
        if (wl_display_dispatch_pending(display) < 0)
            return -1;
    // A socket that is full takes the rest with a later call.
    if (wl_display_flush(display) < 0 && errno != EAGAIN) {
        // What the compositor said last, such as why it hung up, is still to be read.
        if (errno != EPIPE) {
            wl_display_cancel_read(display);
            return -1;
        }
    }
    struct pollfd entry = {.fd = wl_display_get_fd(display), .events = POLLIN};
    if (poll(&entry, 1, milliseconds) > 0) {
        if (wl_display_read_events(display) < 0)
            return -1;
    } else {
        wl_display_cancel_read(display);
    }
    return wl_display_dispatch_pending(display) < 0 ? -1 : 0;
}

int cwayland_read(cwayland *connection) { return take_in(connection, 0); }

static void answered(void *data, struct wl_callback *callback, uint32_t serial) {
    (void)callback;
    (void)serial;
    *(int *)data = 1;
}

static const struct wl_callback_listener answer_events = {answered};

int cwayland_settle(cwayland *connection, int milliseconds) {
    int is_answered = 0, status = 0;
    int64_t end = milliseconds_now() + milliseconds;
    struct wl_callback *callback = wl_display_sync(connection->display);
    wl_callback_add_listener(callback, &answer_events, &is_answered);
    while (!is_answered && status == 0) {
        int64_t left = end - milliseconds_now();
        if (left <= 0) {
            errno = ETIMEDOUT;
            status = -1;
        } else {
            status = take_in(connection, (int)left);
        }
    }
    int saved = errno;
    wl_callback_destroy(callback);
    errno = saved;
    return status;
}

const char *cwayland_missing(const cwayland *connection, int of_part) {
    int has_images = connection->image_manager && connection->source_manager;
    if (!connection->copy_manager && (of_part || !has_images))
        return zwlr_screencopy_manager_v1_interface.name;
    return connection->memory_maker ? NULL : wl_shm_interface.name;
}

uint32_t cwayland_seat_version(const cwayland *connection) { return connection->seat_version; }

const char *cwayland_refusal(cwayland *connection) {
    connection->refusal[0] = 0;
    if (wl_display_get_error(connection->display) == EPROTO) {
        const struct wl_interface *interface = NULL;
        uint32_t code = wl_display_get_protocol_error(connection->display, &interface, NULL);
        snprintf(connection->refusal, sizeof connection->refusal, "%s %u", interface ? interface->name : "wl_display", code);
    }
    return connection->refusal;
}
