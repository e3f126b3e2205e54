#pragma once
// A connection to a message bus and the messages on it, by libdbus: only what asking a portal takes.
//
// A target of its own because libdbus's headers need search paths that a module map cannot name; and its functions with
// variable arguments are none for Swift. One thread at a time per connection, with its messages. Nothing here waits, but
// for connect(2) to a local socket.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cdbus_connection cdbus_connection;
typedef struct cdbus_message cdbus_message;

// Connects to a bus; the first message must be Hello, its answer goes to `cdbus_set_name`. NULL with a line in `problem` on failure.
cdbus_connection *cdbus_connect(const char *address, char *problem, size_t problem_bytes);
void cdbus_close(cdbus_connection *connection);
bool cdbus_set_name(cdbus_connection *connection, const char *name);

// What to poll(2) for, now: the events, and the descriptor; -1 for none.
int cdbus_descriptor(cdbus_connection *connection, short *events);
// Reads and writes as poll(2) found it possible. False when the connection has ended; messages may still be waiting then.
bool cdbus_handle(cdbus_connection *connection, short events);
// The next message, to be released; NULL when none waits.
cdbus_message *cdbus_next(cdbus_connection *connection);
// Queues a message; its serial number, or 0 when memory is out.
uint32_t cdbus_send(cdbus_connection *connection, cdbus_message *message);
// Waits until what was queued is written: for the last messages before a close.
void cdbus_flush(cdbus_connection *connection);

// Whether libdbus would take it as such: it ends the process over one that is not.
bool cdbus_is_path(const char *text);
bool cdbus_is_name(const char *text);

// A method call; NULL when memory is out. The parts must be valid.
cdbus_message *cdbus_call(const char *destination, const char *path, const char *interface, const char *member, bool wants_reply);
void cdbus_release(cdbus_message *message);
bool cdbus_add_text(cdbus_message *message, const char *text);
bool cdbus_add_path(cdbus_message *message, const char *path);

// One entry of an a{sv}: kind 's' is a text, 'u' a number, 'y' a byte, 'b' a truth.
struct cdbus_option {
    const char *name;
    char kind;
    const char *text;
    uint32_t number;
};
bool cdbus_add_options(cdbus_message *message, const struct cdbus_option *options, size_t count);
bool cdbus_add_number(cdbus_message *message, uint32_t number);
bool cdbus_add_signed(cdbus_message *message, int32_t number);
// An empty array of texts.
bool cdbus_add_no_texts(cdbus_message *message);
// Names with options each, as an a(sa{sv}).
struct cdbus_named {
    const char *name;
    const struct cdbus_option *options;
    size_t count;
};
bool cdbus_add_named(cdbus_message *message, const struct cdbus_named *named, size_t count);

enum cdbus_kind { CDBUS_CALL = 1, CDBUS_REPLY = 2, CDBUS_ERROR = 3, CDBUS_SIGNAL = 4 };
int cdbus_kind(cdbus_message *message);
uint32_t cdbus_reply_serial(cdbus_message *message);
// These belong to the message; NULL where it has none.
const char *cdbus_sender(cdbus_message *message);
const char *cdbus_path(cdbus_message *message);
const char *cdbus_interface(cdbus_message *message);
const char *cdbus_member(cdbus_message *message);
const char *cdbus_error_name(cdbus_message *message);

// A position in a message's body: DBusMessageIter, whose size is not this header's business.
typedef struct {
    uint64_t room[12];
} cdbus_place;

// The type code there as D-Bus spells it, 0 at the end.
int cdbus_begin(cdbus_message *message, cdbus_place *place);
int cdbus_advance(cdbus_place *place);
// Into an array, a structure, a dictionary's entry or a variant.
int cdbus_enter(cdbus_place *outer, cdbus_place *inner);
int64_t cdbus_signed(cdbus_place *place, int type);
uint64_t cdbus_unsigned(cdbus_place *place, int type);
double cdbus_double(cdbus_place *place);
// Of a text, a path or a signature; belongs to the message.
const char *cdbus_text(cdbus_place *place);
// A descriptor of one's own; -1 when there is none.
int cdbus_descriptor_there(cdbus_place *place);
