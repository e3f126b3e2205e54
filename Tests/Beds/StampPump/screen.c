#define _GNU_SOURCE
#include "screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void fail(const char *what)
{
    fprintf(stderr, "StampPump: %s\n", what);
    exit(1);
}

static void share(struct screen *screen)
{
    size_t bytes = (size_t)screen->width * screen->height * 4 * screen->pictures;
    int descriptor = memfd_create("stamp-pump", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)bytes) < 0) fail("no memory for the pictures");
    screen->pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (screen->pixels == MAP_FAILED) fail("cannot map the pictures");
    screen->segment = xcb_generate_id(screen->connection);
    // The call takes the descriptor over.
    xcb_void_cookie_t cookie = xcb_shm_attach_fd_checked(screen->connection, screen->segment, descriptor, 0);
    if (xcb_request_check(screen->connection, cookie)) fail("the X server takes no shared memory");
}

struct screen screen_open(int width, int height, int pictures)
{
    struct screen screen = { .pictures = pictures };
    screen.connection = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(screen.connection)) fail("cannot open the display");
    xcb_screen_t *root = xcb_setup_roots_iterator(xcb_get_setup(screen.connection)).data;
    screen.width = width ? width : root->width_in_pixels;
    screen.height = height ? height : root->height_in_pixels;
    screen.depth = root->root_depth;
    screen.window = xcb_generate_id(screen.connection);
    uint32_t values[] = { root->black_pixel, 1 };
    xcb_create_window(screen.connection, XCB_COPY_FROM_PARENT, screen.window, root->root, 0, 0, (uint16_t)screen.width,
        (uint16_t)screen.height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
        XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_map_window(screen.connection, screen.window);
    screen.context = xcb_generate_id(screen.connection);
    uint32_t quiet = 0;
    xcb_create_gc(screen.connection, screen.context, screen.window, XCB_GC_GRAPHICS_EXPOSURES, &quiet);
    share(&screen);
    return screen;
}

uint32_t *screen_picture(struct screen *screen, int picture)
{
    return screen->pixels + (size_t)picture * screen->width * screen->height;
}

void screen_put(struct screen *screen, int picture, int x, int y, int width, int height)
{
    uint32_t offset = (uint32_t)((size_t)picture * screen->width * screen->height * 4);
    xcb_shm_put_image(screen->connection, screen->window, screen->context, (uint16_t)screen->width, (uint16_t)screen->height,
        (uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height, (int16_t)x, (int16_t)y, screen->depth,
        XCB_IMAGE_FORMAT_Z_PIXMAP, 0, screen->segment, offset);
}

void screen_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height)
{
    xcb_change_gc(screen->connection, screen->context, XCB_GC_FOREGROUND, &colour);
    xcb_rectangle_t rectangle = { (int16_t)x, (int16_t)y, (uint16_t)width, (uint16_t)height };
    xcb_poly_fill_rectangle(screen->connection, screen->window, screen->context, 1, &rectangle);
}

void screen_finish(struct screen *screen)
{
    free(xcb_get_input_focus_reply(screen->connection, xcb_get_input_focus(screen->connection), NULL));
    if (xcb_connection_has_error(screen->connection)) fail("the X server is gone");
}
