#include "stamp.h"
#include "node.h"
#include <fcntl.h>
#include <spa/param/buffers.h>
#include <spa/utils/result.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 16, CURSOR_SIDE = 8 };

struct source {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_source *timer;
    const struct layout *layout;
    int width, height, pool;
    double fps;
    uint32_t number;
    // Of every buffer from now on.
    uint32_t transform;
    struct spa_region crop;
    bool has_cursor, is_still, is_empty, is_corrupt, is_streaming;
    int cursor_x, cursor_y;
    // Buffers that hold no chart of the present size yet.
    struct pw_buffer *fresh[MOST_BUFFERS];
    char words[256];
    size_t filled;
};

static const struct spa_pod *format_offer(struct source *source, struct spa_pod_builder *builder)
{
    struct spa_rectangle size = SPA_RECTANGLE((uint32_t)source->width, (uint32_t)source->height);
    struct spa_fraction rate = SPA_FRACTION(0, 1), most = SPA_FRACTION((uint32_t)(source->fps + 0.5), 1);
    return spa_pod_builder_add_object(builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
        SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format,
        SPA_POD_Id(source->layout->format), SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate,
        SPA_POD_Fraction(&rate), SPA_FORMAT_VIDEO_maxFramerate,
        SPA_POD_CHOICE_RANGE_Fraction(&most, &SPA_FRACTION(1, 1), &most));
}

static const struct spa_pod *meta_offer(struct spa_pod_builder *builder, uint32_t type, size_t bytes)
{
    return spa_pod_builder_add_object(builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type),
        SPA_PARAM_META_size, SPA_POD_Int((int32_t)bytes));
}

static size_t cursor_bytes(void) { return sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap) + CURSOR_SIDE * CURSOR_SIDE * 4; }

static void on_param(void *data, uint32_t id, const struct spa_pod *param)
{
    struct source *source = data;
    if (!param || id != SPA_PARAM_Format) return;
    uint8_t room[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    int pool = source->pool ? source->pool : 4, least = source->pool ? source->pool : 2, most = source->pool ? source->pool : MOST_BUFFERS;
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(pool, least, most), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
            SPA_POD_Int((int32_t)layout_bytes(source->layout, source->width, source->height)), SPA_PARAM_BUFFERS_stride,
            SPA_POD_Int(layout_stride(source->layout, 0, source->width)), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd)),
        meta_offer(&builder, SPA_META_Header, sizeof(struct spa_meta_header)),
        meta_offer(&builder, SPA_META_VideoTransform, sizeof(struct spa_meta_videotransform)),
        meta_offer(&builder, SPA_META_VideoCrop, sizeof(struct spa_meta_region)),
        meta_offer(&builder, SPA_META_VideoDamage, 4 * sizeof(struct spa_meta_region)),
        meta_offer(&builder, SPA_META_Cursor, cursor_bytes()),
    };
    pw_stream_update_params(source->stream, params, sizeof params / sizeof *params);
}

static void on_add_buffer(void *data, struct pw_buffer *buffer)
{
    struct source *source = data;
    for (int at = 0; at < MOST_BUFFERS; at++)
        if (!source->fresh[at]) { source->fresh[at] = buffer; return; }
}

static bool take_fresh(struct source *source, struct pw_buffer *buffer)
{
    for (int at = 0; at < MOST_BUFFERS; at++)
        if (source->fresh[at] == buffer) { source->fresh[at] = NULL; return true; }
    return false;
}

static void on_remove_buffer(void *data, struct pw_buffer *buffer) { take_fresh(data, buffer); }

static void put_cursor(struct source *source, struct spa_meta_cursor *cursor)
{
    memset(cursor, 0, sizeof *cursor);
    if (!source->has_cursor) return;
    cursor->id = 1;
    cursor->position = SPA_POINT(source->cursor_x, source->cursor_y);
    cursor->bitmap_offset = sizeof *cursor;
    struct spa_meta_bitmap *bitmap = SPA_PTROFF(cursor, cursor->bitmap_offset, struct spa_meta_bitmap);
    *bitmap = (struct spa_meta_bitmap){
        .format = SPA_VIDEO_FORMAT_RGBA, .size = SPA_RECTANGLE(CURSOR_SIDE, CURSOR_SIDE), .stride = CURSOR_SIDE * 4, .offset = sizeof *bitmap,
    };
    uint32_t *pixels = SPA_PTROFF(bitmap, bitmap->offset, uint32_t);
    for (int at = 0; at < CURSOR_SIDE * CURSOR_SIDE; at++) pixels[at] = 0xff0000ff;
}

static void put_metas(struct source *source, struct spa_buffer *buffer, bool whole)
{
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    if (header) *header = (struct spa_meta_header){ .pts = SPA_TIMESPEC_TO_NSEC(&time), .seq = source->number };
    struct spa_meta_videotransform *transform = spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof *transform);
    if (transform) transform->transform = source->transform;
    struct spa_meta_region *crop = spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof *crop);
    if (crop) crop->region = source->crop;
    struct spa_meta *damage = spa_buffer_find_meta(buffer, SPA_META_VideoDamage);
    if (damage) {
        struct spa_meta_region *region = spa_meta_first(damage);
        region[0].region = whole ? SPA_REGION(0, 0, (uint32_t)source->width, (uint32_t)source->height) : SPA_REGION(0, 0, STAMP_WIDTH, STAMP_HEIGHT);
        region[1].region = SPA_REGION(0, 0, 0, 0);
    }
    struct spa_meta_cursor *cursor = spa_buffer_find_meta_data(buffer, SPA_META_Cursor, sizeof *cursor);
    if (cursor) put_cursor(source, cursor);
}

static void send_frame(struct source *source)
{
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(source->stream);
    // The reader holds them all: a frame is lost, as at a camera.
    if (!buffer) return;
    struct spa_data *data = &buffer->buffer->datas[0];
    size_t bytes = layout_bytes(source->layout, source->width, source->height);
    bool has_picture = !source->is_empty && data->data && data->maxsize >= bytes;
    bool whole = has_picture && take_fresh(source, buffer);
    if (has_picture) picture_draw(source->layout, data->data, source->width, source->height, source->number++, whole);
    put_metas(source, buffer->buffer, whole);
    data->chunk->offset = 0;
    data->chunk->size = has_picture ? (uint32_t)bytes : 0;
    data->chunk->stride = layout_stride(source->layout, 0, source->width);
    data->chunk->flags = source->is_corrupt || source->is_empty ? SPA_CHUNK_FLAG_CORRUPTED : SPA_CHUNK_FLAG_NONE;
    source->is_corrupt = source->is_empty = false;
    pw_stream_queue_buffer(source->stream, buffer);
}

static void on_time(void *data, uint64_t expirations)
{
    struct source *source = data;
    (void)expirations;
    if (source->is_streaming && (!source->is_still || source->is_empty || source->is_corrupt)) send_frame(source);
}

static void on_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error)
{
    struct source *source = data;
    (void)old;
    source->is_streaming = state == PW_STREAM_STATE_STREAMING;
    printf("state %s%s%s\n", pw_stream_state_as_string(state), error ? ": " : "", error ? error : "");
    if (state == PW_STREAM_STATE_PAUSED && old == PW_STREAM_STATE_CONNECTING) printf("node %u\n", pw_stream_get_node_id(source->stream));
    if (state == PW_STREAM_STATE_ERROR || (state == PW_STREAM_STATE_UNCONNECTED && old != PW_STREAM_STATE_UNCONNECTED))
        pw_main_loop_quit(source->loop);
}

static const struct pw_stream_events of_stream = {
    PW_VERSION_STREAM_EVENTS, .state_changed = on_state, .param_changed = on_param, .add_buffer = on_add_buffer, .remove_buffer = on_remove_buffer,
};

static void obey(struct source *source, const char *line)
{
    int x, y, width, height;
    if (!strcmp(line, "still") || !strcmp(line, "go")) {
        source->is_still = line[0] == 's';
    } else if (sscanf(line, "size %dx%d", &width, &height) == 2) {
        source->width = width, source->height = height;
        uint8_t room[1024];
        struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
        const struct spa_pod *offer = format_offer(source, &builder);
        pw_stream_update_params(source->stream, &offer, 1);
    } else if (sscanf(line, "transform %d", &x) == 1) {
        source->transform = (uint32_t)x;
    } else if (sscanf(line, "crop %d,%d,%dx%d", &x, &y, &width, &height) == 4) {
        source->crop = SPA_REGION(x, y, (uint32_t)width, (uint32_t)height);
    } else if (!strcmp(line, "crop none")) {
        source->crop = SPA_REGION(0, 0, 0, 0);
    } else if (sscanf(line, "cursor %d,%d", &x, &y) == 2) {
        source->cursor_x = x, source->cursor_y = y, source->has_cursor = true;
    } else if (!strcmp(line, "cursor none")) {
        source->has_cursor = false;
    } else if (!strcmp(line, "corrupt")) {
        source->is_corrupt = true;
    } else if (!strcmp(line, "empty")) {
        source->is_empty = true;
    } else {
        node_fail(line);
    }
    printf("done %s\n", line);
}

static void on_words(void *data, int descriptor, uint32_t mask)
{
    struct source *source = data;
    (void)mask;
    ssize_t count = read(descriptor, source->words + source->filled, sizeof source->words - source->filled - 1);
    if (count <= 0) return;
    source->filled += (size_t)count;
    source->words[source->filled] = 0;
    for (char *end; (end = strchr(source->words, '\n'));) {
        *end = 0;
        obey(source, source->words);
        source->filled -= (size_t)(end + 1 - source->words);
        memmove(source->words, end + 1, source->filled + 1);
    }
}

int feed(const char *name, const char *format, const char *size, double fps, int pool, const char *commands)
{
    static struct source source;
    source.layout = layout_named(format);
    source.fps = fps;
    source.pool = pool;
    if (!source.layout || fps <= 0 || sscanf(size, "%dx%d", &source.width, &source.height) != 2) node_fail("no such format, size or rate");
    // For writing too, so that it never ends.
    int descriptor = open(commands, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) node_fail("cannot read the commands");
    pw_init(NULL, NULL);
    source.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(source.loop);
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_NODE_NAME, name, PW_KEY_NODE_DESCRIPTION, name, PW_KEY_MEDIA_ROLE, "Camera", NULL);
    source.stream = pw_stream_new_simple(loop, name, properties, &of_stream, &source);
    if (!source.stream) node_fail("no PipeWire");
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *offer = format_offer(&source, &builder);
    enum pw_stream_flags flags = PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS;
    if (pw_stream_connect(source.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, flags, &offer, 1) < 0) node_fail("PipeWire takes no node");
    source.timer = pw_loop_add_timer(loop, on_time, &source);
    struct timespec interval = { (time_t)(1 / fps), (long)(1e9 / fps) % 1000000000 };
    pw_loop_update_timer(loop, source.timer, &interval, &interval, false);
    pw_loop_add_io(loop, descriptor, SPA_IO_IN, false, on_words, &source);
    pw_main_loop_run(source.loop);
    return 1;
}
