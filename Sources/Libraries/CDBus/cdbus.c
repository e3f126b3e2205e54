#include "CDBus.h"

#include <dbus/dbus.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

// A stranger's message cannot be larger: it ends the connection.
enum { LARGEST_MESSAGE = 1 << 20, MOST_WATCHES = 4 };

struct cdbus_connection {
    DBusConnection *bus;
    // libdbus has one for reading and one for writing.
    DBusWatch *watches[MOST_WATCHES];
    int count;
};

_Static_assert(sizeof(DBusMessageIter) <= sizeof(cdbus_place), "cdbus_place holds an iterator");

static DBusMessage *of(cdbus_message *message) { return (DBusMessage *)message; }
static DBusMessageIter *at(cdbus_place *place) { return (DBusMessageIter *)place->room; }

static dbus_bool_t add_watch(DBusWatch *watch, void *data) {
    cdbus_connection *connection = data;
    if (connection->count == MOST_WATCHES) return FALSE;
    connection->watches[connection->count++] = watch;
    return TRUE;
}

static void remove_watch(DBusWatch *watch, void *data) {
    cdbus_connection *connection = data;
    for (int i = 0; i < connection->count; i++)
        if (connection->watches[i] == watch) connection->watches[i--] = connection->watches[--connection->count];
}

cdbus_connection *cdbus_connect(const char *address, char *problem, size_t problem_bytes) {
    cdbus_connection *connection = calloc(1, sizeof *connection);
    if (!connection || !dbus_threads_init_default()) {
        free(connection);
        snprintf(problem, problem_bytes, "out of memory");
        return NULL;
    }
    DBusError error = DBUS_ERROR_INIT;
    connection->bus = dbus_connection_open_private(address, &error);
    if (!connection->bus) {
        snprintf(problem, problem_bytes, "%s", error.message ? error.message : "no reason given");
        dbus_error_free(&error);
        free(connection);
        return NULL;
    }
    dbus_connection_set_exit_on_disconnect(connection->bus, FALSE);
    dbus_connection_set_max_message_size(connection->bus, LARGEST_MESSAGE);
    if (!dbus_connection_set_watch_functions(connection->bus, add_watch, remove_watch, NULL, connection, NULL)) {
        snprintf(problem, problem_bytes, "out of memory");
        cdbus_close(connection);
        return NULL;
    }
    return connection;
}

void cdbus_close(cdbus_connection *connection) {
    dbus_connection_close(connection->bus);
    dbus_connection_set_watch_functions(connection->bus, NULL, NULL, NULL, NULL, NULL);
    dbus_connection_unref(connection->bus);
    free(connection);
}

bool cdbus_set_name(cdbus_connection *connection, const char *name) { return dbus_bus_set_unique_name(connection->bus, name); }

int cdbus_descriptor(cdbus_connection *connection, short *events) {
    int descriptor = -1;
    *events = 0;
    for (int i = 0; i < connection->count; i++) {
        DBusWatch *watch = connection->watches[i];
        if (!dbus_watch_get_enabled(watch)) continue;
        descriptor = dbus_watch_get_unix_fd(watch);
        unsigned flags = dbus_watch_get_flags(watch);
        if (flags & DBUS_WATCH_READABLE) *events |= POLLIN;
        if (flags & DBUS_WATCH_WRITABLE) *events |= POLLOUT;
    }
    return descriptor;
}

bool cdbus_handle(cdbus_connection *connection, short events) {
    unsigned flags = 0;
    if (events & POLLIN) flags |= DBUS_WATCH_READABLE;
    if (events & POLLOUT) flags |= DBUS_WATCH_WRITABLE;
    if (events & POLLHUP) flags |= DBUS_WATCH_HANGUP;
    if (events & POLLERR) flags |= DBUS_WATCH_ERROR;
    // What is handled may take watches away.
    DBusWatch *watches[MOST_WATCHES];
    int count = connection->count;
    for (int i = 0; i < count; i++) watches[i] = connection->watches[i];
    for (int i = 0; i < count; i++) {
        bool is_there = false;
        for (int j = 0; j < connection->count; j++) is_there |= connection->watches[j] == watches[i];
        if (is_there && flags && dbus_watch_get_enabled(watches[i])) dbus_watch_handle(watches[i], flags);
    }
    return dbus_connection_get_is_connected(connection->bus);
}

cdbus_message *cdbus_next(cdbus_connection *connection) { return (cdbus_message *)dbus_connection_pop_message(connection->bus); }

uint32_t cdbus_send(cdbus_connection *connection, cdbus_message *message) {
    dbus_uint32_t serial = 0;
    return dbus_connection_send(connection->bus, of(message), &serial) ? serial : 0;
}

void cdbus_flush(cdbus_connection *connection) { dbus_connection_flush(connection->bus); }

bool cdbus_is_path(const char *text) { return dbus_validate_path(text, NULL); }
bool cdbus_is_name(const char *text) { return dbus_validate_bus_name(text, NULL); }

cdbus_message *cdbus_call(const char *destination, const char *path, const char *interface, const char *member, bool wants_reply) {
    DBusMessage *message = dbus_message_new_method_call(destination, path, interface, member);
    if (message) dbus_message_set_no_reply(message, !wants_reply);
    return (cdbus_message *)message;
}

void cdbus_release(cdbus_message *message) { dbus_message_unref(of(message)); }

static bool add(cdbus_message *message, int type, const char *text) {
    DBusMessageIter end;
    dbus_message_iter_init_append(of(message), &end);
    return dbus_message_iter_append_basic(&end, type, &text);
}

bool cdbus_add_text(cdbus_message *message, const char *text) { return add(message, DBUS_TYPE_STRING, text); }
bool cdbus_add_path(cdbus_message *message, const char *path) { return add(message, DBUS_TYPE_OBJECT_PATH, path); }

static bool add_option(DBusMessageIter *list, const struct cdbus_option *option) {
    DBusMessageIter entry, value;
    char signature[2] = {option->kind, 0};
    dbus_bool_t truth = option->number != 0;
    dbus_uint32_t number = option->number;
    unsigned char byte = (unsigned char)option->number;
    const void *source = option->kind == 's' ? (const void *)&option->text
        : option->kind == 'b'                ? (const void *)&truth
        : option->kind == 'y'                ? (const void *)&byte
                                             : (const void *)&number;
    return dbus_message_iter_open_container(list, DBUS_TYPE_DICT_ENTRY, NULL, &entry)
        && dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &option->name)
        && dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &value)
        && dbus_message_iter_append_basic(&value, option->kind, source) && dbus_message_iter_close_container(&entry, &value)
        && dbus_message_iter_close_container(list, &entry);
}

static bool add_options(DBusMessageIter *end, const struct cdbus_option *options, size_t count) {
    DBusMessageIter list;
    if (!dbus_message_iter_open_container(end, DBUS_TYPE_ARRAY, "{sv}", &list)) return false;
    for (size_t i = 0; i < count; i++)
        if (!add_option(&list, &options[i])) return false;
    return dbus_message_iter_close_container(end, &list);
}

bool cdbus_add_options(cdbus_message *message, const struct cdbus_option *options, size_t count) {
    DBusMessageIter end;
    dbus_message_iter_init_append(of(message), &end);
    return add_options(&end, options, count);
}

bool cdbus_add_number(cdbus_message *message, uint32_t number) {
    DBusMessageIter end;
    dbus_message_iter_init_append(of(message), &end);
    return dbus_message_iter_append_basic(&end, DBUS_TYPE_UINT32, &number);
}

bool cdbus_add_signed(cdbus_message *message, int32_t number) {
    DBusMessageIter end;
    dbus_message_iter_init_append(of(message), &end);
    return dbus_message_iter_append_basic(&end, DBUS_TYPE_INT32, &number);
}

bool cdbus_add_no_texts(cdbus_message *message) {
    DBusMessageIter end, list;
    dbus_message_iter_init_append(of(message), &end);
    return dbus_message_iter_open_container(&end, DBUS_TYPE_ARRAY, "s", &list) && dbus_message_iter_close_container(&end, &list);
}

bool cdbus_add_named(cdbus_message *message, const struct cdbus_named *named, size_t count) {
    DBusMessageIter end, list;
    dbus_message_iter_init_append(of(message), &end);
    if (!dbus_message_iter_open_container(&end, DBUS_TYPE_ARRAY, "(sa{sv})", &list)) return false;
    for (size_t i = 0; i < count; i++) {
        DBusMessageIter one;
        if (!dbus_message_iter_open_container(&list, DBUS_TYPE_STRUCT, NULL, &one)
            || !dbus_message_iter_append_basic(&one, DBUS_TYPE_STRING, &named[i].name) || !add_options(&one, named[i].options, named[i].count)
            || !dbus_message_iter_close_container(&list, &one))
            return false;
    }
    return dbus_message_iter_close_container(&end, &list);
}

int cdbus_kind(cdbus_message *message) { return dbus_message_get_type(of(message)); }
uint32_t cdbus_reply_serial(cdbus_message *message) { return dbus_message_get_reply_serial(of(message)); }
const char *cdbus_sender(cdbus_message *message) { return dbus_message_get_sender(of(message)); }
const char *cdbus_path(cdbus_message *message) { return dbus_message_get_path(of(message)); }
const char *cdbus_interface(cdbus_message *message) { return dbus_message_get_interface(of(message)); }
const char *cdbus_member(cdbus_message *message) { return dbus_message_get_member(of(message)); }
const char *cdbus_error_name(cdbus_message *message) { return dbus_message_get_error_name(of(message)); }

int cdbus_begin(cdbus_message *message, cdbus_place *place) {
    return dbus_message_iter_init(of(message), at(place)) ? dbus_message_iter_get_arg_type(at(place)) : 0;
}

int cdbus_advance(cdbus_place *place) {
    return dbus_message_iter_next(at(place)) ? dbus_message_iter_get_arg_type(at(place)) : 0;
}

int cdbus_enter(cdbus_place *outer, cdbus_place *inner) {
    dbus_message_iter_recurse(at(outer), at(inner));
    return dbus_message_iter_get_arg_type(at(inner));
}

static DBusBasicValue basic(cdbus_place *place) {
    DBusBasicValue value = {0};
    dbus_message_iter_get_basic(at(place), &value);
    return value;
}

int64_t cdbus_signed(cdbus_place *place, int type) {
    DBusBasicValue value = basic(place);
    return type == DBUS_TYPE_INT16 ? value.i16 : type == DBUS_TYPE_INT32 ? value.i32 : value.i64;
}

uint64_t cdbus_unsigned(cdbus_place *place, int type) {
    DBusBasicValue value = basic(place);
    switch (type) {
    case DBUS_TYPE_BYTE: return value.byt;
    case DBUS_TYPE_BOOLEAN: return value.bool_val;
    case DBUS_TYPE_UINT16: return value.u16;
    case DBUS_TYPE_UINT32: return value.u32;
    default: return value.u64;
    }
}

double cdbus_double(cdbus_place *place) { return basic(place).dbl; }
const char *cdbus_text(cdbus_place *place) { return basic(place).str; }
int cdbus_descriptor_there(cdbus_place *place) { return basic(place).fd; }
