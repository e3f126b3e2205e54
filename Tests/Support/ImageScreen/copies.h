#pragma once
#include <wayland-server.h>

enum { MOST_PIXELS = 1 << 22 };

// The screen: its size in pixels, how it is turned, and what it shows.
extern int width, height, turn;
extern uint32_t picture[MOST_PIXELS];

void copies_begin(struct wl_display *display);
// The screen shows its next picture, in which a rectangle is new.
void copies_present(int x, int y, int columns, int rows);
// The screen has another size.
void copies_tell(void);
// Ends the sessions that are there.
void copies_stop(void);
