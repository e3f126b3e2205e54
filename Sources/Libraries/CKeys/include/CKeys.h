#pragma once
// Keys of an X server that a program gets wherever the keyboard's focus is, by libxcb, which is opened with the first connection: a host without
// hotkeys does without it. One thread at a time. What asks the server waits for its answer.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ckeys ckeys;

// Connects to a server, NULL for that of $DISPLAY. NULL with a line in `problem` on failure.
ckeys *ckeys_open(const char *display, char *problem, size_t problem_bytes);
void ckeys_close(ckeys *keys);

// For poll(2): readable when there may be an event, and when the server is gone.
int ckeys_descriptor(ckeys *keys);
bool ckeys_is_gone(ckeys *keys);

enum ckeys_outcome { CKEYS_TAKEN_OVER = 0, CKEYS_IN_USE = 1, CKEYS_NO_SUCH_KEY = 2, CKEYS_FAILED = 3 };
// Gets a key by its symbol with these modifiers (Shift 1, Control 4, Mod1 8, Mod4 64), whatever CapsLock, NumLock and ScrollLock are.
// CKEYS_IN_USE: another program has it; then nothing is held of it.
int ckeys_grab(ckeys *keys, uint32_t symbol, uint16_t modifiers, uint8_t *code);
// Lets go of all.
void ckeys_release(ckeys *keys);
// Reads the keyboard's layout again: that is said to be another as often as another keyboard is used, and mostly is the same. True where the locks
// are other modifiers than before.
bool ckeys_read_layout(ckeys *keys);
// The key with this symbol; 0 for none.
uint8_t ckeys_code(ckeys *keys, uint32_t symbol);

// What happened.
enum ckeys_kind { CKEYS_PRESS = 1, CKEYS_RELEASE = 2, CKEYS_LAYOUT = 3 };
// The modifiers are those held before, without the locks; the time is the server's, in milliseconds.
struct ckeys_event {
    int kind;
    uint8_t code;
    uint16_t modifiers;
    uint32_t time;
};
// The next event that was received; false where there is none.
bool ckeys_next(ckeys *keys, struct ckeys_event *event);
