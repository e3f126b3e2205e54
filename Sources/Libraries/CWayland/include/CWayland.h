#pragma once
// A client of a Wayland compositor that asks for copies of a screen, by libwayland-client: what the compositor says is kept in
// plain structures, for Swift to read after `cwayland_read`.
//
// Why in C: listeners are tables of functions with static lifetime, and requests are inline functions of the headers that
// wayland-scanner makes. `make wayland-protocols` makes them, into generated/, from the XML in protocols/.
//
// One thread for each connection. Whatever a pointer in here points to lives until the next call that reads.
#include <stdint.h>

typedef struct cwayland cwayland;

// MARK: The connection

// Connects; `display` is a name or a path, NULL for $WAYLAND_DISPLAY. NULL with errno when no compositor answers.
cwayland *cwayland_open(const char *display);
void cwayland_close(cwayland *connection);
// Readable when the compositor said something.
int cwayland_descriptor(const cwayland *connection);
// Sends what waits and handles what came, without waiting. -1 with errno when the connection broke.
int cwayland_read(cwayland *connection);
// As cwayland_read, until the compositor has answered all that was asked so far. -1 with errno: ETIMEDOUT when it does not.
int cwayland_settle(cwayland *connection, int milliseconds);
// Sends what waits.
void cwayland_flush(cwayland *connection);
// The interface that copies, or those of a part of a screen, need and that the compositor does not have; NULL when it is there.
const char *cwayland_missing(const cwayland *connection, int of_part);
// The version of wl_seat that the compositor has, 0 for none: each version of wlroots has another, which tells its age.
uint32_t cwayland_seat_version(const cwayland *connection);
// Which request the compositor refused, as "interface code"; "" when it refused none. A refusal breaks the connection.
const char *cwayland_refusal(cwayland *connection);

// MARK: Screens

struct cwayland_screen {
    uint32_t number;  // the compositor's, as long as the screen is there
    const char *name; // "HEADLESS-1"; "" where the compositor does not say
    const char *description;
    // Where it stands on the desktop, upright, in logical units.
    int32_t x, y, width, height;
    // What its panel shows, in pixels, unturned.
    int32_t panel_width, panel_height;
    uint32_t transform; // wl_output.transform, 0 to 7
    // As the next picture is turned. What else is in here changes together, some moments later.
    uint32_t turn;
};

// Grows whenever a screen came, went or changed.
uint32_t cwayland_changes(const cwayland *connection);
int cwayland_screen_count(const cwayland *connection);
// In the order in which they came. Returns 0 when there is none of that index.
int cwayland_screen_at(const cwayland *connection, int index, struct cwayland_screen *screen);

// MARK: Screens that stand still

// Has every screen drawn once more, over a connection of its own: who waits for a change to copy it gets one, and no one sees a
// difference. Returns how many screens were drawn, after `milliseconds` at most; -1 with errno: ENOTSUP where the compositor has no layer
// shell (zwlr_layer_shell_v1).
int cwayland_redraw(const char *display, int milliseconds);

// MARK: Copies of one screen, one at a time

enum cwayland_stage {
    CWAYLAND_NONE,
    CWAYLAND_ASKED,   // waits to hear what the copy looks like
    CWAYLAND_OFFERED, // size and format are known
    CWAYLAND_COPYING, // into a slot
    CWAYLAND_READY,   // it is there
    CWAYLAND_FAILED,  // the screen is off, changed, or is gone
};

struct cwayland_rectangle {
    int32_t x, y, width, height;
};

enum { CWAYLAND_MOST_DAMAGE = 16 };

struct cwayland_copy {
    enum cwayland_stage stage;
    uint32_t format; // wl_shm.format
    uint32_t width, height, stride;
    int is_upside_down; // rows lie from the bottom up
    int turn;           // wl_output.transform of this copy; -1 where the screen's own counts
    int64_t nanoseconds; // when it was drawn, by CLOCK_MONOTONIC as a rule
    int damage_count;
    struct cwayland_rectangle damage[CWAYLAND_MOST_DAMAGE];
};

// The memory that copies go into: equal slots in one descriptor, which is borrowed. Replaces the memory before. -1 with errno.
int cwayland_attach(cwayland *connection, int descriptor, int32_t slot_bytes, int slot_count, const struct cwayland_copy *looks);
// Lets go of the memory; a copy on its way is dropped.
void cwayland_detach(cwayland *connection);

// Asks what a copy of a screen would look like, which may be known at once; a copy on its way is dropped. `region`: a part of the
// screen, in its own logical units, upright; NULL for all of it. `anew`: nothing of earlier copies counts. -1 when there is no
// such screen.
int cwayland_ask(cwayland *connection, uint32_t screen, int with_cursor, const struct cwayland_rectangle *region, int anew);
// Has an offered copy made, into a slot of memory that looks the same. `after_change`: only when something has changed since the
// copy before. `stale`: what of the slot is out of date; a compositor may refresh all of it.
void cwayland_begin(cwayland *connection, int slot, int after_change, const struct cwayland_rectangle *stale, int stale_count);
// Lets go of the copy; nothing of it will be heard.
void cwayland_drop(cwayland *connection);
const struct cwayland_copy *cwayland_state(const cwayland *connection);
const struct cwayland_rectangle *cwayland_damage(const cwayland *connection);
