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
};

uint32_t cpw_own_format(uint32_t spa) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].spa == spa)
            return formats[i].own;
    return CPW_OTHER;
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
