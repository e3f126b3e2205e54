// The window of the stimulus on X.
#include "screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

struct x_window {
    xcb_connection_t *connection;
    xcb_window_t window;
    xcb_gcontext_t context;
    uint8_t depth;
    xcb_shm_seg_t segment;
};

static void x_open(struct screen *screen, int width, int height)
{
    struct x_window *own = screen->own = calloc(1, sizeof *own);
    own->connection = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(own->connection)) screen_fail("cannot open the display");
    xcb_screen_t *root = xcb_setup_roots_iterator(xcb_get_setup(own->connection)).data;
    screen->width = width ? width : root->width_in_pixels;
    screen->height = height ? height : root->height_in_pixels;
    own->depth = root->root_depth;
    own->window = xcb_generate_id(own->connection);
    uint32_t values[] = { root->black_pixel, 1 };
    xcb_create_window(own->connection, XCB_COPY_FROM_PARENT, own->window, root->root, 0, 0, (uint16_t)screen->width,
        (uint16_t)screen->height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
        XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_map_window(own->connection, own->window);
    const char *pointer = getenv("STIMULUS_POINTER");
    int x, y;
    if (pointer && sscanf(pointer, "%d,%d", &x, &y) == 2)
        xcb_warp_pointer(own->connection, XCB_NONE, root->root, 0, 0, 0, 0, (int16_t)x, (int16_t)y);
    own->context = xcb_generate_id(own->connection);
    uint32_t quiet = 0;
    xcb_create_gc(own->connection, own->context, own->window, XCB_GC_GRAPHICS_EXPOSURES, &quiet);

    int descriptor;
    screen->pixels = screen_memory((size_t)screen->width * screen->height * 4 * screen->pictures, &descriptor);
    own->segment = xcb_generate_id(own->connection);
    // The call takes the descriptor over.
    xcb_void_cookie_t cookie = xcb_shm_attach_fd_checked(own->connection, own->segment, descriptor, 0);
    if (xcb_request_check(own->connection, cookie)) screen_fail("the X server takes no shared memory");
}

// The server has copied a picture when `finish` returns.
static void x_wait_for(struct screen *screen, int picture) { (void)screen, (void)picture; }

static void x_put(struct screen *screen, int picture, int x, int y, int width, int height)
{
    struct x_window *own = screen->own;
    uint32_t offset = (uint32_t)((size_t)picture * screen->width * screen->height * 4);
    xcb_shm_put_image(own->connection, own->window, own->context, (uint16_t)screen->width, (uint16_t)screen->height,
        (uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height, (int16_t)x, (int16_t)y, own->depth,
        XCB_IMAGE_FORMAT_Z_PIXMAP, 0, own->segment, offset);
}

static void x_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height)
{
    struct x_window *own = screen->own;
    xcb_change_gc(own->connection, own->context, XCB_GC_FOREGROUND, &colour);
    xcb_rectangle_t rectangle = { (int16_t)x, (int16_t)y, (uint16_t)width, (uint16_t)height };
    xcb_poly_fill_rectangle(own->connection, own->window, own->context, 1, &rectangle);
}

static void x_scroll(struct screen *screen, int top, int bottom, int width, int by)
{
    struct x_window *own = screen->own;
    xcb_copy_area(own->connection, own->window, own->window, own->context, 0, (int16_t)(top + by), 0, (int16_t)top, (uint16_t)width,
        (uint16_t)(bottom - top));
}

static void x_finish(struct screen *screen)
{
    struct x_window *own = screen->own;
    free(xcb_get_input_focus_reply(own->connection, xcb_get_input_focus(own->connection), NULL));
    if (xcb_connection_has_error(own->connection)) screen_fail("the X server is gone");
}

static void x_refresh(struct screen *screen) { (void)screen; }

static bool x_follow(struct screen *screen) { return (void)screen, false; }

const struct screen_kind screen_of_x = { x_open, x_wait_for, x_put, x_fill, x_scroll, x_finish, x_refresh, x_follow };
