// Formats of SPA as our own numbers, and what a stream offers to take.
#include "internal.h"
#include <spa/param/video/format-utils.h>

static const struct {
    uint32_t spa;
    uint32_t own;
} formats[] = {
    {SPA_VIDEO_FORMAT_BGRx, CPW_BGRX}, {SPA_VIDEO_FORMAT_BGRA, CPW_BGRX}, {SPA_VIDEO_FORMAT_RGBx, CPW_RGBX},
    {SPA_VIDEO_FORMAT_RGBA, CPW_RGBX}, {SPA_VIDEO_FORMAT_xRGB, CPW_XRGB}, {SPA_VIDEO_FORMAT_ARGB, CPW_XRGB},
    {SPA_VIDEO_FORMAT_xBGR, CPW_XBGR}, {SPA_VIDEO_FORMAT_ABGR, CPW_XBGR}, {SPA_VIDEO_FORMAT_NV12, CPW_NV12},
    {SPA_VIDEO_FORMAT_I420, CPW_I420}, {SPA_VIDEO_FORMAT_YV12, CPW_YV12}, {SPA_VIDEO_FORMAT_YUY2, CPW_YUY2},
    {SPA_VIDEO_FORMAT_UYVY, CPW_UYVY}, {SPA_VIDEO_FORMAT_YVYU, CPW_YVYU}, {SPA_VIDEO_FORMAT_NV21, CPW_NV21},
    {SPA_VIDEO_FORMAT_Y42B, CPW_Y42B}, {SPA_VIDEO_FORMAT_RGB, CPW_RGB},   {SPA_VIDEO_FORMAT_BGR, CPW_BGR},
    {SPA_VIDEO_FORMAT_GRAY8, CPW_GRAY8}, {SPA_VIDEO_FORMAT_P010_10LE, CPW_P010},
};

uint32_t cpw_own_format(uint32_t spa) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].spa == spa)
            return formats[i].own;
    return CPW_OTHER;
}

uint32_t cpw_spa_format(size_t index) {
    return index < sizeof formats / sizeof *formats ? formats[index].spa : (uint32_t)SPA_VIDEO_FORMAT_UNKNOWN;
}

struct cpw_shape cpw_shape_of(uint32_t own) {
    switch (own) {
    case CPW_BGRX:
    case CPW_RGBX:
    case CPW_XRGB:
    case CPW_XBGR: return (struct cpw_shape){.planes = 1, .bytes = 4, .together = 1};
    case CPW_RGB:
    case CPW_BGR: return (struct cpw_shape){.planes = 1, .bytes = 3, .together = 1};
    case CPW_GRAY8: return (struct cpw_shape){.planes = 1, .bytes = 1, .together = 1};
    case CPW_YUY2:
    case CPW_UYVY:
    case CPW_YVYU: return (struct cpw_shape){.planes = 1, .bytes = 4, .together = 2};
    case CPW_I420:
    case CPW_YV12: return (struct cpw_shape){.planes = 3, .bytes = 1, .together = 1, .chroma_bytes = 1, .chroma_rows = 2};
    case CPW_Y42B: return (struct cpw_shape){.planes = 3, .bytes = 1, .together = 1, .chroma_bytes = 1, .chroma_rows = 1};
    case CPW_NV12:
    case CPW_NV21: return (struct cpw_shape){.planes = 2, .bytes = 1, .together = 1, .chroma_bytes = 2, .chroma_rows = 2};
    case CPW_P010: return (struct cpw_shape){.planes = 2, .bytes = 2, .together = 1, .chroma_bytes = 4, .chroma_rows = 2};
    default: return (struct cpw_shape){0};
    }
}

uint32_t cpw_own_matrix(uint32_t spa) {
    switch (spa) {
    case SPA_VIDEO_COLOR_MATRIX_BT601:
    case SPA_VIDEO_COLOR_MATRIX_FCC: return CPW_BT601;
    case SPA_VIDEO_COLOR_MATRIX_BT709: return CPW_BT709;
    case SPA_VIDEO_COLOR_MATRIX_BT2020: return CPW_BT2020;
    default: return CPW_MATRIX_UNKNOWN;
    }
}

uint32_t cpw_own_range(uint32_t spa) {
    switch (spa) {
    case SPA_VIDEO_COLOR_RANGE_0_255: return CPW_FULL;
    case SPA_VIDEO_COLOR_RANGE_16_235: return CPW_LIMITED;
    default: return CPW_RANGE_UNKNOWN;
    }
}

// No modifier is offered: a program whose pictures are in a graphics card alone copies them into plain memory, or has none for us.
const struct spa_pod *cpw_offer(struct spa_pod_builder *builder, uint32_t frames_per_second) {
    struct spa_pod_frame object, choice;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
    spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
    spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
    spa_pod_builder_id(builder, formats[0].spa); // the one that is liked best comes twice
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        spa_pod_builder_id(builder, formats[i].spa);
    spa_pod_builder_pop(builder, &choice);
    spa_pod_builder_add(
        builder, SPA_FORMAT_VIDEO_size,
        SPA_POD_CHOICE_RANGE_Rectangle(&SPA_RECTANGLE(1920, 1080), &SPA_RECTANGLE(1, 1), &SPA_RECTANGLE(16384, 16384)),
        SPA_FORMAT_VIDEO_framerate,
        SPA_POD_CHOICE_RANGE_Fraction(&SPA_FRACTION(frames_per_second, 1), &SPA_FRACTION(0, 1), &SPA_FRACTION(1000, 1)), 0);
    return spa_pod_builder_pop(builder, &object);
}
