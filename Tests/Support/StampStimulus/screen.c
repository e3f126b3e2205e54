#define _GNU_SOURCE
#include "screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void screen_fail(const char *what)
{
    fprintf(stderr, "StampStimulus: %s\n", what);
    exit(1);
}

void *screen_memory(size_t bytes, int *descriptor)
{
    *descriptor = memfd_create("stamp-stimulus", MFD_CLOEXEC);
    if (*descriptor < 0 || ftruncate(*descriptor, (off_t)bytes) < 0) screen_fail("no memory for the pictures");
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
    if (memory == MAP_FAILED) screen_fail("cannot map the pictures");
    return memory;
}

struct screen screen_open(int width, int height, int pictures)
{
    bool is_wayland = getenv("WAYLAND_DISPLAY") && !getenv("DISPLAY");
    struct screen screen = { .kind = is_wayland ? &screen_of_wayland : &screen_of_x, .pictures = pictures };
    screen.kind->open(&screen, width, height);
    return screen;
}

struct screen screen_open_unseen(int width, int height, int pictures)
{
    struct screen screen = { .kind = &screen_unseen, .pictures = pictures };
    screen.kind->open(&screen, width, height);
    return screen;
}

uint32_t *screen_picture(struct screen *screen, int picture)
{
    screen->kind->wait_for(screen, picture);
    return screen->pixels + (size_t)picture * screen->width * screen->height;
}

void screen_put(struct screen *screen, int picture, int x, int y, int width, int height)
{
    screen->kind->put(screen, picture, x, y, width, height);
}

void screen_fill(struct screen *screen, uint32_t colour, int x, int y, int width, int height)
{
    screen->kind->fill(screen, colour, x, y, width, height);
}

void screen_scroll(struct screen *screen, int top, int bottom, int width, int by)
{
    screen->kind->scroll(screen, top, bottom, width, by);
}

void screen_finish(struct screen *screen) { screen->kind->finish(screen); }

void screen_refresh(struct screen *screen) { screen->kind->refresh(screen); }

bool screen_follow(struct screen *screen) { return screen->kind->follow(screen); }
