// What a buffer carries. Its memory is shared with the process that sent it: each number is read once, into a copy, and checked there.
#include "internal.h"
#include <spa/buffer/meta.h>
#include <spa/param/video/raw.h>
#include <string.h>

// Positions beyond it are nonsense, and would overflow sums.
enum { FARTHEST = 1 << 20 };

static bool is_sane(struct spa_region region) {
    return region.size.width > 0 && region.size.height > 0 && region.size.width <= FARTHEST && region.size.height <= FARTHEST &&
           region.position.x >= -FARTHEST && region.position.x <= FARTHEST && region.position.y >= -FARTHEST &&
           region.position.y <= FARTHEST;
}

static struct cpw_rectangle rectangle(struct spa_region region) {
    return (struct cpw_rectangle){region.position.x, region.position.y, region.size.width, region.size.height};
}

static void read_damage(struct cpw_frame *frame, struct spa_buffer *buffer) {
    frame->damage_count = -1;
    struct spa_meta *meta = spa_buffer_find_meta(buffer, SPA_META_VideoDamage);
    if (!meta || !meta->data)
        return;
    size_t room = meta->size / sizeof(struct spa_meta_region);
    const struct spa_meta_region *all = meta->data;
    int32_t count = 0;
    for (size_t i = 0; i < room; i++) {
        struct spa_region region = all[i].region;
        if (region.size.width == 0 || region.size.height == 0) {
            // An end, and so not cut off; nothing at all is said by who has no damage to tell.
            frame->damage_count = count > 0 ? count : -1;
            return;
        }
        if (!is_sane(region) || count == CPW_REGIONS)
            return;
        frame->damage[count++] = rectangle(region);
    }
    // No end was seen: there may have been more than there was room for (and xdg-desktop-portal-wlr 0.7 puts what it then
    // merges at a wrong position).
}

static uint32_t image_of(uint32_t format) {
    switch (format) {
    case SPA_VIDEO_FORMAT_RGBA: return CPW_IMAGE_RGBA;
    case SPA_VIDEO_FORMAT_BGRA: return CPW_IMAGE_BGRA;
    case SPA_VIDEO_FORMAT_ARGB: return CPW_IMAGE_ARGB;
    case SPA_VIDEO_FORMAT_ABGR: return CPW_IMAGE_ABGR;
    default: return CPW_IMAGE_OTHER;
    }
}

static void read_image(struct cpw_frame *frame, const struct spa_meta *meta, const struct spa_meta_cursor *cursor) {
    size_t at = cursor->bitmap_offset;
    if (at < sizeof *cursor || at + sizeof(struct spa_meta_bitmap) > meta->size)
        return;
    struct spa_meta_bitmap bitmap;
    memcpy(&bitmap, (const uint8_t *)meta->data + at, sizeof bitmap);
    if (bitmap.format == 0)
        return;
    // Two ways to say that nothing is to be seen.
    if (bitmap.size.width == 0 || bitmap.size.height == 0 || bitmap.offset == 0) {
        frame->image_is_empty = true;
        return;
    }
    uint64_t row = (uint64_t)bitmap.size.width * 4;
    uint64_t stride = bitmap.stride > 0 ? (uint64_t)bitmap.stride : row;
    if (bitmap.offset < sizeof bitmap || bitmap.size.width > 4096 || bitmap.size.height > 4096 || stride < row ||
        at + bitmap.offset + stride * (bitmap.size.height - 1) + row > meta->size)
        return;
    frame->image_pixels = image_of(bitmap.format);
    if (frame->image_pixels == CPW_IMAGE_OTHER)
        return;
    frame->image = (const uint8_t *)meta->data + at + bitmap.offset;
    (frame->image_width = bitmap.size.width, frame->image_height = bitmap.size.height);
    frame->image_stride = (size_t)stride;
    (frame->hot_x = cursor->hotspot.x, frame->hot_y = cursor->hotspot.y);
}

static void read_pointer(struct cpw_frame *frame, struct spa_buffer *buffer) {
    struct spa_meta *meta = spa_buffer_find_meta(buffer, SPA_META_Cursor);
    struct spa_meta_cursor cursor;
    if (!meta || !meta->data || meta->size < sizeof cursor)
        return;
    memcpy(&cursor, meta->data, sizeof cursor);
    frame->has_pointer = true;
    // Compositors say so where the pointer is on another screen.
    if (cursor.id == 0)
        return;
    frame->pointer_visible = true;
    (frame->pointer_x = cursor.position.x, frame->pointer_y = cursor.position.y);
    if (cursor.bitmap_offset != 0)
        read_image(frame, meta, &cursor);
}

void cpw_read_frame(struct cpw_frame *frame, struct spa_buffer *buffer) {
    frame->transform = -1;
    frame->has_picture = buffer->n_datas > 0;
    for (uint32_t i = 0; i < buffer->n_datas; i++) {
        const struct spa_chunk *chunk = buffer->datas[i].chunk;
        if (chunk->size == 0 || chunk->flags & SPA_CHUNK_FLAG_CORRUPTED)
            frame->has_picture = false;
    }
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    if (header) {
        if (header->flags & (SPA_META_HEADER_FLAG_CORRUPTED | SPA_META_HEADER_FLAG_GAP))
            frame->has_picture = false;
        frame->time = header->pts;
        (frame->has_sequence = true, frame->sequence = header->seq);
    }
    struct spa_meta_videotransform *transform =
        spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof *transform);
    if (transform)
        frame->transform = (int32_t)(transform->transform & INT32_MAX);
    struct spa_meta_region *crop = spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof *crop);
    if (crop) {
        struct spa_region region = crop->region;
        frame->has_crop = is_sane(region);
        frame->crop = rectangle(region);
    }
    read_damage(frame, buffer);
    read_pointer(frame, buffer);
}
