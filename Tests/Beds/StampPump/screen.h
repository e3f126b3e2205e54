// The pump's window: it covers the screen, and pixels reach it through shared memory.
#pragma once
#include <stdint.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

struct screen {
    xcb_connection_t *connection;
    xcb_window_t window;
    xcb_gcontext_t context;
    uint8_t depth;
    int width, height;     // of the window, pixels
    xcb_shm_seg_t segment; // `pictures` pictures of the window's size, one after the other
    uint32_t *pixels;
    int pictures;
};

// Opens $DISPLAY with a window at the top left; 0 for width or height means the screen's. Exits with a message on failure.
struct screen screen_open(int width, int height, int pictures);
uint32_t *screen_picture(struct screen *screen, int picture);
// Shows part of one picture at the same place in the window.
void screen_put(struct screen *screen, int picture, int x, int y, int width, int height);
void screen_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height);
// Returns when the server has drawn everything.
void screen_finish(struct screen *screen);
