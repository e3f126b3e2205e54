#include "node.h"
#include <spa/debug/types.h>
#include <spa/param/video/type-info.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_video_info_raw format;
    const char *file;
    int wanted, seen;
};

static const struct spa_pod *meta_wish(struct spa_pod_builder *builder, uint32_t type, size_t least, size_t most)
{
    return spa_pod_builder_add_object(builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type),
        SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int((int32_t)most, (int32_t)least, (int32_t)most));
}

static void on_param(void *data, uint32_t id, const struct spa_pod *param)
{
    struct reader *reader = data;
    uint32_t type, subtype;
    if (!param || id != SPA_PARAM_Format || spa_format_parse(param, &type, &subtype) < 0) return;
    if (subtype != SPA_MEDIA_SUBTYPE_raw || spa_format_video_raw_parse(param, &reader->format) < 0) return;
    printf("format %s %ux%u\n", spa_debug_type_find_short_name(spa_type_video_format, reader->format.format), reader->format.size.width,
        reader->format.size.height);
    uint8_t room[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    size_t region = sizeof(struct spa_meta_region), cursor = sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd | 1 << SPA_DATA_MemPtr)),
        meta_wish(&builder, SPA_META_Header, sizeof(struct spa_meta_header), sizeof(struct spa_meta_header)),
        meta_wish(&builder, SPA_META_VideoTransform, sizeof(struct spa_meta_videotransform), sizeof(struct spa_meta_videotransform)),
        meta_wish(&builder, SPA_META_VideoCrop, region, region),
        meta_wish(&builder, SPA_META_VideoDamage, region, 16 * region),
        // mutter leaves it out unless there is room for 384x384 pixels.
        meta_wish(&builder, SPA_META_Cursor, cursor + 4, cursor + 384 * 384 * 4),
    };
    pw_stream_update_params(reader->stream, params, sizeof params / sizeof *params);
}

static void say_metas(struct spa_buffer *buffer)
{
    struct spa_meta_videotransform *transform = spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof *transform);
    if (transform) printf(" transform %u", transform->transform);
    struct spa_meta_region *crop = spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof *crop);
    if (crop && spa_meta_region_is_valid(crop))
        printf(" crop %ux%u+%d+%d", crop->region.size.width, crop->region.size.height, crop->region.position.x, crop->region.position.y);
    struct spa_meta *damage = spa_buffer_find_meta(buffer, SPA_META_VideoDamage);
    struct spa_meta_region *region;
    if (damage) printf(" damage");
    if (damage) spa_meta_for_each(region, damage) {
        if (!spa_meta_region_is_valid(region)) break;
        printf(" %ux%u+%d+%d", region->region.size.width, region->region.size.height, region->region.position.x, region->region.position.y);
    }
    struct spa_meta_cursor *cursor = spa_buffer_find_meta_data(buffer, SPA_META_Cursor, sizeof *cursor);
    if (!cursor || !spa_meta_cursor_is_valid(cursor)) return;
    printf(" cursor %d,%d", cursor->position.x, cursor->position.y);
    struct spa_meta_bitmap *bitmap = SPA_PTROFF(cursor, cursor->bitmap_offset, struct spa_meta_bitmap);
    if (cursor->bitmap_offset) printf(" bitmap %ux%u", bitmap->size.width, bitmap->size.height);
}

static void save(struct reader *reader, const struct spa_data *data)
{
    FILE *file = fopen(reader->file, "wb");
    if (!file || !data->data) node_fail("cannot write the picture");
    if (reader->format.format != SPA_VIDEO_FORMAT_BGRx && reader->format.format != SPA_VIDEO_FORMAT_BGRA) {
        fwrite((const uint8_t *)data->data + data->chunk->offset, data->chunk->size, 1, file);
        fclose(file);
        return;
    }
    fprintf(file, "P6\n%u %u\n255\n", reader->format.size.width, reader->format.size.height);
    for (uint32_t y = 0; y < reader->format.size.height; y++) {
        const uint8_t *row = (const uint8_t *)data->data + data->chunk->offset + (size_t)y * (size_t)data->chunk->stride;
        for (uint32_t x = 0; x < reader->format.size.width; x++) fwrite((uint8_t[]){ row[4 * x + 2], row[4 * x + 1], row[4 * x] }, 3, 1, file);
    }
    fclose(file);
}

static void on_process(void *data)
{
    struct reader *reader = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(reader->stream);
    if (!buffer) return;
    struct spa_data *pixels = &buffer->buffer->datas[0];
    bool has_picture = pixels->chunk->size > 0 && !(pixels->chunk->flags & SPA_CHUNK_FLAG_CORRUPTED);
    printf("%s %u bytes", has_picture ? "frame" : "empty", pixels->chunk->size);
    say_metas(buffer->buffer);
    printf("\n");
    reader->seen += has_picture;
    bool is_last = has_picture && reader->seen >= reader->wanted;
    if (is_last) save(reader, pixels);
    pw_stream_queue_buffer(reader->stream, buffer);
    if (is_last) pw_main_loop_quit(reader->loop);
}

static void on_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error)
{
    (void)data, (void)old;
    printf("state %s%s%s\n", pw_stream_state_as_string(state), error ? ": " : "", error ? error : "");
    if (state == PW_STREAM_STATE_ERROR) exit(1);
}

static const struct pw_stream_events of_stream = {
    PW_VERSION_STREAM_EVENTS, .state_changed = on_state, .param_changed = on_param, .process = on_process,
};

int listen_to(int descriptor, uint32_t node, int count, const char *file)
{
    static struct reader reader;
    reader.wanted = count;
    reader.file = file;
    pw_init(NULL, NULL);
    reader.loop = pw_main_loop_new(NULL);
    struct pw_context *context = pw_context_new(pw_main_loop_get_loop(reader.loop), NULL, 0);
    struct pw_core *core = descriptor < 0 ? pw_context_connect(context, NULL, 0) : pw_context_connect_fd(context, descriptor, NULL, 0);
    if (!core) node_fail("no PipeWire");
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Screen", NULL);
    reader.stream = pw_stream_new(core, "reader", properties);
    struct spa_hook hook;
    pw_stream_add_listener(reader.stream, &hook, &of_stream, &reader);
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *wish = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
        SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw));
    enum pw_stream_flags flags = PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS;
    if (pw_stream_connect(reader.stream, PW_DIRECTION_INPUT, node, flags, &wish, 1) < 0) node_fail("PipeWire takes no reader");
    pw_main_loop_run(reader.loop);
    return 0;
}
