#include "stamp.h"
#include "node.h"
#include <string.h>
#include <time.h>

static const struct layout layouts[] = {
    { SPA_VIDEO_FORMAT_BGRx, "BGRx", 1, { 1 }, { 1 }, { 4 } }, { SPA_VIDEO_FORMAT_BGRA, "BGRA", 1, { 1 }, { 1 }, { 4 } },
    { SPA_VIDEO_FORMAT_RGBx, "RGBx", 1, { 1 }, { 1 }, { 4 } }, { SPA_VIDEO_FORMAT_RGBA, "RGBA", 1, { 1 }, { 1 }, { 4 } },
    { SPA_VIDEO_FORMAT_xRGB, "xRGB", 1, { 1 }, { 1 }, { 4 } }, { SPA_VIDEO_FORMAT_xBGR, "xBGR", 1, { 1 }, { 1 }, { 4 } },
    { SPA_VIDEO_FORMAT_I420, "I420", 3, { 1, 2, 2 }, { 1, 2, 2 }, { 1, 1, 1 } },
    { SPA_VIDEO_FORMAT_NV12, "NV12", 2, { 1, 2 }, { 1, 2 }, { 1, 2 } },
    { SPA_VIDEO_FORMAT_NV21, "NV21", 2, { 1, 2 }, { 1, 2 }, { 1, 2 } },
    { SPA_VIDEO_FORMAT_P010_10LE, "P010_10LE", 2, { 1, 2 }, { 1, 2 }, { 2, 4 } },
    { SPA_VIDEO_FORMAT_YUY2, "YUY2", 1, { 2 }, { 1 }, { 4 } }, { SPA_VIDEO_FORMAT_UYVY, "UYVY", 1, { 2 }, { 1 }, { 4 } },
    { SPA_VIDEO_FORMAT_YVYU, "YVYU", 1, { 2 }, { 1 }, { 4 } },
    { SPA_VIDEO_FORMAT_Y42B, "Y42B", 3, { 1, 2, 2 }, { 1, 1, 1 }, { 1, 1, 1 } },
    { SPA_VIDEO_FORMAT_RGB, "RGB", 1, { 1 }, { 1 }, { 3 } }, { SPA_VIDEO_FORMAT_BGR, "BGR", 1, { 1 }, { 1 }, { 3 } },
    { SPA_VIDEO_FORMAT_GRAY8, "GRAY8", 1, { 1 }, { 1 }, { 1 } }, { SPA_VIDEO_FORMAT_GRAY16_LE, "GRAY16_LE", 1, { 1 }, { 1 }, { 2 } },
};

static const uint32_t chart[] = {
    0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff, 0x808080,
    0x404040, 0xc0c0c0, 0x102030, 0xe0b090, 0x805030, 0x306090, 0x609030, 0x903060, 0xf08020,
};
enum { COLUMNS = 6, ROWS = 3 };

struct colour {
    int red, green, blue, y, u, v, grey;
};

const struct layout *layout_named(const char *name)
{
    for (size_t at = 0; at < sizeof layouts / sizeof *layouts; at++)
        if (!strcmp(layouts[at].name, name)) return &layouts[at];
    return NULL;
}

int layout_stride(const struct layout *layout, int plane, int width)
{
    return (width + layout->across[plane] - 1) / layout->across[plane] * layout->bytes[plane];
}

static int rows(const struct layout *layout, int plane, int height) { return (height + layout->down[plane] - 1) / layout->down[plane]; }

size_t layout_bytes(const struct layout *layout, int width, int height)
{
    size_t bytes = 0;
    for (int plane = 0; plane < layout->planes; plane++) bytes += (size_t)layout_stride(layout, plane, width) * rows(layout, plane, height);
    return bytes;
}

static struct colour colour_of(uint32_t rgb)
{
    double red = (rgb >> 16 & 0xff) / 255.0, green = (rgb >> 8 & 0xff) / 255.0, blue = (rgb & 0xff) / 255.0;
    double luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return (struct colour){
        (int)(rgb >> 16 & 0xff), (int)(rgb >> 8 & 0xff), (int)(rgb & 0xff), (int)(16.5 + 219 * luma),
        (int)(128.5 + 224 * (blue - luma) / 1.8556), (int)(128.5 + 224 * (red - luma) / 1.5748),
        (int)(0.5 + 255 * luma),
    };
}

// The place of a sample, and what stands there in a picture of this colour.
static void fill_sample(const struct layout *layout, int plane, uint8_t *sample, struct colour colour)
{
    uint8_t red = (uint8_t)colour.red, green = (uint8_t)colour.green, blue = (uint8_t)colour.blue;
    uint8_t y = (uint8_t)colour.y, u = (uint8_t)colour.u, v = (uint8_t)colour.v;
    switch (layout->format) {
    case SPA_VIDEO_FORMAT_BGRx: case SPA_VIDEO_FORMAT_BGRA: memcpy(sample, (uint8_t[]){ blue, green, red, 255 }, 4); break;
    case SPA_VIDEO_FORMAT_RGBx: case SPA_VIDEO_FORMAT_RGBA: memcpy(sample, (uint8_t[]){ red, green, blue, 255 }, 4); break;
    case SPA_VIDEO_FORMAT_xRGB: memcpy(sample, (uint8_t[]){ 255, red, green, blue }, 4); break;
    case SPA_VIDEO_FORMAT_xBGR: memcpy(sample, (uint8_t[]){ 255, blue, green, red }, 4); break;
    case SPA_VIDEO_FORMAT_YUY2: memcpy(sample, (uint8_t[]){ y, u, y, v }, 4); break;
    case SPA_VIDEO_FORMAT_UYVY: memcpy(sample, (uint8_t[]){ u, y, v, y }, 4); break;
    case SPA_VIDEO_FORMAT_YVYU: memcpy(sample, (uint8_t[]){ y, v, y, u }, 4); break;
    case SPA_VIDEO_FORMAT_RGB: memcpy(sample, (uint8_t[]){ red, green, blue }, 3); break;
    case SPA_VIDEO_FORMAT_BGR: memcpy(sample, (uint8_t[]){ blue, green, red }, 3); break;
    case SPA_VIDEO_FORMAT_NV12:
        if (plane) sample[0] = u, sample[1] = v; else sample[0] = y;
        break;
    case SPA_VIDEO_FORMAT_NV21:
        if (plane) sample[0] = v, sample[1] = u; else sample[0] = y;
        break;
    case SPA_VIDEO_FORMAT_P010_10LE: memcpy(sample, plane ? (uint8_t[]){ 0, u, 0, v } : (uint8_t[]){ 0, y }, plane ? 4 : 2); break;
    // Without colour the range is full.
    case SPA_VIDEO_FORMAT_GRAY8: sample[0] = (uint8_t)colour.grey; break;
    case SPA_VIDEO_FORMAT_GRAY16_LE: memcpy(sample, (uint8_t[]){ 0, (uint8_t)colour.grey }, 2); break;
    default: sample[0] = plane == 0 ? y : plane == 1 ? u : v;
    }
}

static void fill(const struct layout *layout, uint8_t *pixels, int width, int height, int left, int top, int wide, int high, uint32_t rgb)
{
    struct colour colour = colour_of(rgb);
    for (int plane = 0; plane < layout->planes; plane++) {
        int stride = layout_stride(layout, plane, width), across = layout->across[plane], down = layout->down[plane], bytes = layout->bytes[plane];
        for (int row = top / down; row * down < top + high && row < rows(layout, plane, height); row++)
            for (int column = left / across; column * across < left + wide && column * across < width; column++)
                fill_sample(layout, plane, pixels + (size_t)row * stride + column * bytes, colour);
        pixels += (size_t)stride * rows(layout, plane, height);
    }
}

void picture_draw(const struct layout *layout, uint8_t *pixels, int width, int height, uint32_t number, bool whole)
{
    for (int patch = 0; whole && patch < COLUMNS * ROWS; patch++) {
        int left = patch % COLUMNS * width / COLUMNS, top = patch / COLUMNS * height / ROWS;
        // Patches of formats that share colours between two pixels begin at even ones, as the left and upper neighbours end.
        fill(layout, pixels, width, height, left, top, width / COLUMNS + 1, height / ROWS + 1, chart[patch]);
    }
    if (width < STAMP_WIDTH || height < STAMP_HEIGHT) return;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    struct stamp stamp = stamp_make(number, (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000));
    for (int row = 0; row < STAMP_ROWS; row++)
        for (int column = 0; column < STAMP_COLUMNS; column++)
            fill(layout, pixels, width, height, column * STAMP_CELL, row * STAMP_CELL, STAMP_CELL, STAMP_CELL,
                stamp.rows[row] >> (STAMP_COLUMNS - 1 - column) & 1 ? 0xffffff : 0);
}
