// A video node of PipeWire for tests, and an independent reader of such nodes.
#pragma once
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <stdbool.h>

// ---- pictures (picture.c)

enum { MOST_PLANES = 3 };

// How one format lies in memory.
struct layout {
    uint32_t format; // as SPA numbers it
    const char *name;
    int planes;
    int across[MOST_PLANES], down[MOST_PLANES]; // pixels of the picture to a sample of the plane
    int bytes[MOST_PLANES];                     // of a sample
};

// NULL when there is none of that name.
const struct layout *layout_named(const char *name);
int layout_stride(const struct layout *layout, int plane, int width);
// Bytes of a whole picture, its planes one after the other without a gap.
size_t layout_bytes(const struct layout *layout, int width, int height);
// Draws the chart of 18 colours that Tests/Support/Signals/ColourChart.swift names, six a row, under a stamp at the top left. Colours
// of YUV formats are those of BT.709 in limited range.
void picture_draw(const struct layout *layout, uint8_t *pixels, int width, int height, uint32_t number, bool whole);

// ---- the two sides

int feed(const char *name, const char *format, const char *size, double fps, int pool, const char *commands);
// Reads `count` frames of a node, by the connection `descriptor` or the user's own (-1), and says what came with each.
int listen_to(int descriptor, uint32_t node, int count, const char *file);
__attribute__((noreturn)) void node_fail(const char *what);
