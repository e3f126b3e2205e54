// A compositor of one screen that offers its copies by ext-image-copy-capture-v1, which no compositor of Debian 12 does, and that
// copies exactly what that protocol makes it copy: what the client says is stale, and what has changed since the copy before.
//   ImageScreen SOCKET COMMANDS WIDTH HEIGHT
// Commands, a line each from the named pipe COMMANDS: "fill X Y W H COLOUR" (hexadecimal) draws, "size W H", "turn 0..7", "stop" ends the
// sessions that are there. Each line that was carried out is answered by "done"; each copy is told as "copied PIXELS".
#include "copies.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int width, height, turn;
uint32_t picture[MOST_PIXELS];

static struct wl_display *display;
static struct wl_list screens;

// MARK: The screen

static void tell_screen(struct wl_resource *screen) {
    wl_resource_post_event(screen, WL_OUTPUT_GEOMETRY, 0, 0, 0, 0, 0, "Splitcast", "Test", turn);
    wl_resource_post_event(screen, WL_OUTPUT_MODE, WL_OUTPUT_MODE_CURRENT, width, height, 60000);
    wl_resource_post_event(screen, WL_OUTPUT_SCALE, 1);
    wl_resource_post_event(screen, WL_OUTPUT_NAME, "IMAGE-1");
    wl_resource_post_event(screen, WL_OUTPUT_DONE);
}

static void screen_release(struct wl_client *client, struct wl_resource *resource) { (void)client, wl_resource_destroy(resource); }

static void screen_gone(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void bind_screen(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    static const struct wl_output_interface release = {screen_release};
    struct wl_resource *resource = wl_resource_create(client, &wl_output_interface, (int)version, id);
    wl_resource_set_implementation(resource, &release, NULL, screen_gone);
    wl_list_insert(&screens, wl_resource_get_link(resource));
    tell_screen(resource);
}

static void change_screen(void) {
    struct wl_resource *screen;
    wl_resource_for_each(screen, &screens) tell_screen(screen);
    copies_tell();
    copies_present(0, 0, width, height);
}

// MARK: Commands

static void carry_out(const char *line) {
    int x, y, columns, rows;
    uint32_t colour;
    if (sscanf(line, "fill %d %d %d %d %x", &x, &y, &columns, &rows, &colour) == 5) {
        for (int row = y; row < y + rows; row++)
            for (int column = x; column < x + columns; column++)
                picture[row * width + column] = colour;
        copies_present(x, y, columns, rows);
    } else if (sscanf(line, "size %d %d", &width, &height) == 2 || sscanf(line, "turn %d", &turn) == 1) {
        change_screen();
    } else if (!strncmp(line, "stop", 4)) {
        copies_stop();
    }
    wl_display_flush_clients(display);
    puts("done");
}

static int read_commands(int descriptor, uint32_t mask, void *data) {
    (void)mask, (void)data;
    static char text[4096];
    static size_t count;
    ssize_t got = read(descriptor, text + count, sizeof text - 1 - count);
    if (got <= 0) {
        wl_display_terminate(display);
        return 0;
    }
    text[count += (size_t)got] = 0;
    char *start = text, *end;
    for (; (end = strchr(start, '\n')); start = end + 1) {
        *end = 0;
        carry_out(start);
    }
    count = strlen(start);
    memmove(text, start, count + 1);
    return 0;
}

int main(int count, char **arguments) {
    if (count != 5)
        return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    width = atoi(arguments[3]), height = atoi(arguments[4]);
    wl_list_init(&screens);
    display = wl_display_create();
    if (wl_display_add_socket(display, arguments[1]) < 0 || wl_display_init_shm(display) < 0)
        return 1;
    wl_global_create(display, &wl_output_interface, 4, NULL, bind_screen);
    copies_begin(display);
    // For both, so that it never ends.
    int commands = open(arguments[2], O_RDWR | O_CLOEXEC);
    wl_event_loop_add_fd(wl_display_get_event_loop(display), commands, WL_EVENT_READABLE, read_commands, NULL);
    puts("ready");
    wl_display_run(display);
    wl_display_destroy_clients(display);
    wl_display_destroy(display);
    return 0;
}
