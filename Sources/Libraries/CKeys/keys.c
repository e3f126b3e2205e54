#include "CKeys.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <xcb/xcb.h>

enum { NUM_LOCK = 0xff7f, SCROLL_LOCK = 0xff14, BAD_ACCESS = 10, LOCK = XCB_MOD_MASK_LOCK };

// Everything that is used of libxcb.
#define FUNCTIONS(F)                                                                                                                             \
    F(xcb_connect) F(xcb_connection_has_error) F(xcb_disconnect) F(xcb_get_file_descriptor) F(xcb_get_setup) F(xcb_setup_roots_iterator)         \
    F(xcb_screen_next) F(xcb_get_keyboard_mapping) F(xcb_get_keyboard_mapping_reply) F(xcb_get_keyboard_mapping_keysyms)                         \
    F(xcb_get_modifier_mapping) F(xcb_get_modifier_mapping_reply) F(xcb_get_modifier_mapping_keycodes) F(xcb_grab_key_checked)                   \
    F(xcb_ungrab_key) F(xcb_request_check) F(xcb_poll_for_event) F(xcb_flush)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

struct ckeys {
    xcb_connection_t *connection;
    const xcb_setup_t *setup;
    xcb_get_keyboard_mapping_reply_t *layout;
    uint16_t num_lock, scroll_lock;
};

static bool load(char *problem, size_t problem_bytes) {
    static void *library;
    if (library) return true;
    void *opened = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        snprintf(problem, problem_bytes, "libxcb cannot be opened: %s", dlerror());
        return false;
    }
#define FIND(name)                                                                 \
    if (!(p_##name = (__typeof__(&name))dlsym(opened, #name))) {                   \
        snprintf(problem, problem_bytes, "libxcb has no function %s", #name);      \
        dlclose(opened);                                                           \
        return false;                                                              \
    }
    FUNCTIONS(FIND)
    library = opened;
    return true;
}

static xcb_keysym_t symbol_at(ckeys *keys, uint8_t code, int column) {
    int columns = keys->layout->keysyms_per_keycode;
    if (column >= columns) return 0;
    return p_xcb_get_keyboard_mapping_keysyms(keys->layout)[(code - keys->setup->min_keycode) * columns + column];
}

// The modifier that a key with this symbol is; 0 for none.
static uint16_t modifier_of(ckeys *keys, xcb_get_modifier_mapping_reply_t *mapping, xcb_keysym_t symbol) {
    const xcb_keycode_t *codes = p_xcb_get_modifier_mapping_keycodes(mapping);
    for (int modifier = 0; modifier < 8; modifier++)
        for (int index = 0; index < mapping->keycodes_per_modifier; index++) {
            xcb_keycode_t code = codes[modifier * mapping->keycodes_per_modifier + index];
            if (code >= keys->setup->min_keycode && code <= keys->setup->max_keycode && symbol_at(keys, code, 0) == symbol) return 1 << modifier;
        }
    return 0;
}

static void read_layout(ckeys *keys) {
    free(keys->layout);
    uint8_t first = keys->setup->min_keycode, count = keys->setup->max_keycode - first + 1;
    keys->layout = p_xcb_get_keyboard_mapping_reply(
        keys->connection, p_xcb_get_keyboard_mapping(keys->connection, first, count), NULL);
    xcb_get_modifier_mapping_reply_t *mapping =
        p_xcb_get_modifier_mapping_reply(keys->connection, p_xcb_get_modifier_mapping(keys->connection), NULL);
    keys->num_lock = keys->scroll_lock = 0;
    if (mapping && keys->layout) {
        keys->num_lock = modifier_of(keys, mapping, NUM_LOCK);
        keys->scroll_lock = modifier_of(keys, mapping, SCROLL_LOCK);
    }
    free(mapping);
}

ckeys *ckeys_open(const char *display, char *problem, size_t problem_bytes) {
    if (!load(problem, problem_bytes)) return NULL;
    ckeys *keys = calloc(1, sizeof *keys);
    if (!keys) return NULL;
    keys->connection = p_xcb_connect(display, NULL);
    if (p_xcb_connection_has_error(keys->connection)) {
        const char *own = display ? display : getenv("DISPLAY");
        snprintf(problem, problem_bytes, "the X server %s cannot be reached", own ? own : "of $DISPLAY");
        p_xcb_disconnect(keys->connection);
        free(keys);
        return NULL;
    }
    keys->setup = p_xcb_get_setup(keys->connection);
    read_layout(keys);
    return keys;
}

void ckeys_close(ckeys *keys) {
    p_xcb_disconnect(keys->connection);
    free(keys->layout);
    free(keys);
}

int ckeys_descriptor(ckeys *keys) { return p_xcb_get_file_descriptor(keys->connection); }
bool ckeys_is_gone(ckeys *keys) { return p_xcb_connection_has_error(keys->connection) != 0; }

uint8_t ckeys_code(ckeys *keys, uint32_t symbol) {
    if (!keys->layout) return 0;
    // What a key is without any modifier comes first.
    for (int column = 0; column < keys->layout->keysyms_per_keycode; column++)
        for (int code = keys->setup->min_keycode; code <= keys->setup->max_keycode; code++)
            if (symbol_at(keys, (uint8_t)code, column) == symbol) return (uint8_t)code;
    return 0;
}

int ckeys_grab(ckeys *keys, uint32_t symbol, uint16_t modifiers, uint8_t *code) {
    *code = ckeys_code(keys, symbol);
    if (!*code) return ckeys_is_gone(keys) ? CKEYS_FAILED : CKEYS_NO_SUCH_KEY;
    uint16_t locks[3] = {LOCK, keys->num_lock, keys->scroll_lock};
    for (xcb_screen_iterator_t screens = p_xcb_setup_roots_iterator(keys->setup); screens.rem; p_xcb_screen_next(&screens))
        for (int choice = 0; choice < 8; choice++) {
            uint16_t all = modifiers;
            bool is_new = true;
            for (int lock = 0; lock < 3; lock++)
                if (choice & 1 << lock) {
                    is_new &= locks[lock] != 0 && !(all & locks[lock]);
                    all |= locks[lock];
                }
            if (!is_new) continue;
            xcb_generic_error_t *error = p_xcb_request_check(
                keys->connection, p_xcb_grab_key_checked(
                                      keys->connection, 0, screens.data->root, all, *code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC));
            if (!error) continue;
            int outcome = error->error_code == BAD_ACCESS ? CKEYS_IN_USE : CKEYS_FAILED;
            free(error);
            // With some of the locks, and not with others, would be a riddle.
            for (xcb_screen_iterator_t again = p_xcb_setup_roots_iterator(keys->setup); again.rem; p_xcb_screen_next(&again))
                for (int each = 0; each < 8; each++) {
                    uint16_t held = modifiers;
                    for (int lock = 0; lock < 3; lock++)
                        if (each & 1 << lock) held |= locks[lock];
                    p_xcb_ungrab_key(keys->connection, *code, again.data->root, held);
                }
            p_xcb_flush(keys->connection);
            return outcome;
        }
    return ckeys_is_gone(keys) ? CKEYS_FAILED : CKEYS_TAKEN_OVER;
}

void ckeys_release(ckeys *keys) {
    for (xcb_screen_iterator_t screens = p_xcb_setup_roots_iterator(keys->setup); screens.rem; p_xcb_screen_next(&screens))
        p_xcb_ungrab_key(keys->connection, XCB_GRAB_ANY, screens.data->root, XCB_MOD_MASK_ANY);
}

bool ckeys_read_layout(ckeys *keys) {
    uint16_t num_lock = keys->num_lock, scroll_lock = keys->scroll_lock;
    read_layout(keys);
    return num_lock != keys->num_lock || scroll_lock != keys->scroll_lock;
}

bool ckeys_next(ckeys *keys, struct ckeys_event *event) {
    for (;;) {
        xcb_generic_event_t *received = p_xcb_poll_for_event(keys->connection);
        if (!received) return false;
        int type = received->response_type & 0x7f;
        uint16_t known = 0xff & ~(LOCK | keys->num_lock | keys->scroll_lock);
        xcb_key_press_event_t *key = (xcb_key_press_event_t *)received;
        *event = (struct ckeys_event){0};
        if (type == XCB_KEY_PRESS || type == XCB_KEY_RELEASE)
            *event = (struct ckeys_event){type == XCB_KEY_PRESS ? CKEYS_PRESS : CKEYS_RELEASE, key->detail, key->state & known, key->time};
        else if (type == XCB_MAPPING_NOTIFY && ((xcb_mapping_notify_event_t *)received)->request != XCB_MAPPING_POINTER)
            event->kind = CKEYS_LAYOUT;
        free(received);
        if (event->kind) return true;
    }
}
