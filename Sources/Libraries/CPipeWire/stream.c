#include "internal.h"
#include <errno.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    POINTER_SIDE = 384, // what mutter has room for; with less offered, it leaves the pointer out
    MOST_BUFFERS = 16,
};

// The memory of one buffer's plane, as long as the buffer is there.
struct mapping {
    void *start;
    size_t length;
    const uint8_t *data;
    size_t size;
};

struct buffer {
    struct mapping planes[CPW_PLANES];
    bool is_tried;
};

struct cpw_stream {
    struct pw_stream *stream;
    struct spa_hook listener;
    struct cpw_wish wish;
    struct cpw_events events;
    enum cpw_state state;
    char error[256];
    bool is_closing;
    bool has_format;
    uint64_t format_number;
    struct cpw_format format;
    uint32_t buffer_count;
    bool has_used_buffers;
};

// MARK: Agreeing on a format

static const struct spa_pod *meta(struct spa_pod_builder *builder, uint32_t type, size_t least, size_t usual, size_t most) {
    return spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type), SPA_PARAM_META_size,
        SPA_POD_CHOICE_RANGE_Int((int)usual, (int)least, (int)most));
}

static size_t pointer_bytes(size_t side) {
    return sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap) + side * side * 4;
}

static void agree(cpw_stream *stream) {
    uint8_t room[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *params[8];
    uint32_t count = 0;
    int types = 1 << SPA_DATA_MemFd | (stream->wish.takes_device_buffers ? 1 << SPA_DATA_DmaBuf | 1 << SPA_DATA_MemPtr : 0);
    size_t region = sizeof(struct spa_meta_region), header = sizeof(struct spa_meta_header);
    size_t transform = sizeof(struct spa_meta_videotransform);
    params[count++] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
        SPA_POD_CHOICE_RANGE_Int((int)stream->wish.buffers, 2, MOST_BUFFERS), SPA_PARAM_BUFFERS_dataType,
        SPA_POD_CHOICE_FLAGS_Int(types));
    params[count++] = meta(&builder, SPA_META_Header, header, header, header);
    params[count++] = meta(&builder, SPA_META_VideoDamage, region, CPW_REGIONS * region, CPW_REGIONS * region);
    params[count++] = meta(&builder, SPA_META_VideoTransform, transform, transform, transform);
    params[count++] = meta(&builder, SPA_META_VideoCrop, region, region, region);
    if (stream->wish.wants_pointer)
        params[count++] = meta(&builder, SPA_META_Cursor, pointer_bytes(1), pointer_bytes(64), pointer_bytes(POINTER_SIDE));
    pw_stream_update_params(stream->stream, params, count);
}

static void changed_param(void *context, uint32_t id, const struct spa_pod *param) {
    cpw_stream *stream = context;
    struct spa_video_info_raw raw = {0};
    uint32_t type, subtype;
    if (id != SPA_PARAM_Format)
        return;
    stream->has_format = param != NULL;
    if (!param)
        return;
    if (spa_format_parse(param, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video || subtype != SPA_MEDIA_SUBTYPE_raw ||
        spa_format_video_raw_parse(param, &raw) < 0) {
        pw_stream_set_error(stream->stream, -EINVAL, "the format is not one of those offered");
        return;
    }
    stream->format = (struct cpw_format){
        cpw_own_format(raw.format), raw.size.width, raw.size.height, cpw_own_matrix(raw.color_matrix), cpw_own_range(raw.color_range)};
    stream->format_number++;
    agree(stream);
}

// MARK: Buffers

static void map(struct mapping *mapping, const struct spa_data *data) {
    if (data->type == SPA_DATA_MemPtr && data->data) {
        mapping->data = data->data;
        mapping->size = data->maxsize;
        return;
    }
    if ((data->type != SPA_DATA_MemFd && data->type != SPA_DATA_DmaBuf) || data->fd < 0 || data->maxsize == 0)
        return;
    int descriptor = (int)data->fd;
    size_t begin = data->mapoffset, inset = begin % (size_t)sysconf(_SC_PAGESIZE);
    // Beyond the end of a file there is no memory, only a signal. Asked by lseek(2), which a sandbox allows; glibc makes a look at a
    // path of fstat(2).
    off_t end = lseek(descriptor, 0, SEEK_END);
    if (data->type == SPA_DATA_MemFd && (end < 0 || (uint64_t)end < begin + data->maxsize))
        return;
    size_t length = inset + data->maxsize;
    void *start = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, (off_t)(begin - inset));
    if (start == MAP_FAILED)
        return;
    *mapping = (struct mapping){start, length, (const uint8_t *)start + inset, data->maxsize};
}

static void unmap(struct buffer *buffer) {
    for (int i = 0; i < CPW_PLANES; i++)
        if (buffer->planes[i].start)
            munmap(buffer->planes[i].start, buffer->planes[i].length);
    memset(buffer, 0, sizeof *buffer);
}

// `rows` of `bytes` each: the plane's share of data that begins `at` into a mapping, if it lies within.
static bool place(struct cpw_plane *plane, const struct mapping *mapping, uint64_t at, uint64_t stride, uint64_t bytes, uint64_t rows) {
    if (!mapping->data || stride < bytes || rows == 0 || stride > 1 << 20 || at + stride * (rows - 1) + bytes > mapping->size)
        return false;
    *plane = (struct cpw_plane){mapping->data + at, (size_t)stride};
    return true;
}

static bool find_planes(const cpw_stream *stream, struct cpw_frame *frame, struct spa_buffer *spa, struct buffer *buffer) {
    uint64_t width = stream->format.width, height = stream->format.height;
    uint64_t half_width = (width + 1) / 2;
    struct cpw_shape shape = cpw_shape_of(stream->format.pixels);
    uint32_t count = shape.planes;
    if (count == 0 || spa->n_datas == 0 || (spa->n_datas != 1 && spa->n_datas < count))
        return false;
    uint64_t row = (width + shape.together - 1) / shape.together * shape.bytes;
    uint32_t offset = spa->datas[0].chunk->offset;
    int32_t stride = spa->datas[0].chunk->stride;
    if (stride < 0)
        return false;
    // Who gives no stride means rows that begin at multiples of four bytes.
    uint64_t luma = stride > 0 ? (uint64_t)stride : (row + 3) / 4 * 4;
    if (!place(&frame->planes[0], &buffer->planes[0], offset, luma, row, height))
        return false;
    uint64_t chroma_rows = count > 1 ? (height + shape.chroma_rows - 1) / shape.chroma_rows : 0;
    uint64_t at = offset + luma * (count > 1 ? chroma_rows * shape.chroma_rows : height);
    for (uint32_t i = 1; i < count; i++) {
        uint64_t bytes = half_width * shape.chroma_bytes;
        uint64_t chroma = count == 2 ? luma : luma / 2;
        const struct mapping *mapping = &buffer->planes[0];
        if (spa->n_datas >= count) {
            int32_t own = spa->datas[i].chunk->stride;
            (mapping = &buffer->planes[i], at = spa->datas[i].chunk->offset);
            chroma = own > 0 ? (uint64_t)own : chroma;
        }
        // V comes before U in YV12.
        if (!place(&frame->planes[stream->format.pixels == CPW_YV12 ? 3 - i : i], mapping, at, chroma, bytes, chroma_rows))
            return false;
        at += chroma * chroma_rows;
    }
    return true;
}

static void added(void *context, struct pw_buffer *buffer) {
    cpw_stream *stream = context;
    buffer->user_data = calloc(1, sizeof(struct buffer));
    if (stream->buffer_count++ == 0)
        stream->has_used_buffers = false;
    // What was written there is there still; new memory is all zero.
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header && header->pts > 0)
        stream->has_used_buffers = true;
}

static void removed(void *context, struct pw_buffer *buffer) {
    cpw_stream *stream = context;
    // They go all together, and the first says so before its memory does.
    if (!stream->is_closing)
        stream->events.buffers_gone(stream->events.context);
    if (buffer->user_data) {
        unmap(buffer->user_data);
        free(buffer->user_data);
    }
    buffer->user_data = NULL;
    if (stream->buffer_count > 0)
        stream->buffer_count--;
}

static void process(void *context) {
    cpw_stream *stream = context;
    struct pw_buffer *pw;
    while ((pw = pw_stream_dequeue_buffer(stream->stream))) {
        struct cpw_frame frame = {.buffer = pw};
        struct buffer *buffer = pw->user_data;
        cpw_read_frame(&frame, pw->buffer);
        if (frame.has_picture && buffer && !buffer->is_tried) {
            buffer->is_tried = true;
            for (uint32_t i = 0; i < pw->buffer->n_datas && i < CPW_PLANES; i++)
                map(&buffer->planes[i], &pw->buffer->datas[i]);
        }
        frame.is_unreadable = frame.has_picture && !(buffer && find_planes(stream, &frame, pw->buffer, buffer));
        frame.has_picture = frame.has_picture && !frame.is_unreadable;
        stream->events.frame(stream->events.context, &frame);
    }
}

// MARK: Life

static void changed_state(void *context, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)old;
    cpw_stream *stream = context;
    stream->state = (enum cpw_state)state;
    if (state == PW_STREAM_STATE_ERROR)
        snprintf(stream->error, sizeof stream->error, "%s", error && *error ? error : "no reason given");
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = changed_state,
    .param_changed = changed_param,
    .add_buffer = added,
    .remove_buffer = removed,
    .process = process,
};

cpw_stream *cpw_stream_open(cpw_remote *remote, const struct cpw_wish *wish, struct cpw_events events) {
    cpw_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    (stream->wish = *wish, stream->events = events);
    stream->wish.target = NULL; // borrowed
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Screen", PW_KEY_NODE_NAME, "splitcast",
        // Without it the session manager would link us to another source when ours ends: a camera, say.
        PW_KEY_NODE_DONT_RECONNECT, "true", NULL);
    if (!properties)
        goto failed;
    // A graph that something else drives turns as often as the shortest latency asked for; left alone, 47 times a second.
    pw_properties_setf(properties, PW_KEY_NODE_LATENCY, "1/%u", wish->frames_per_second);
    if (wish->target)
        pw_properties_set(properties, PW_KEY_TARGET_OBJECT, wish->target);
    stream->stream = pw_stream_new(remote->core, "splitcast", properties);
    if (!stream->stream)
        goto failed;
    pw_stream_add_listener(stream->stream, &stream->listener, &stream_events, stream);
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *params[1] = {cpw_offer(&builder, wish->frames_per_second)};
    // Called back on our own thread, which turns the data loop (`cpw_open`): a buffer that is given back within the callback goes
    // back with this turn of the graph, not with the next.
    int status = pw_stream_connect(
        stream->stream, PW_DIRECTION_INPUT, wish->target ? PW_ID_ANY : wish->node,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT | PW_STREAM_FLAG_RT_PROCESS | PW_STREAM_FLAG_NO_CONVERT, params, 1);
    if (status >= 0)
        return stream;
    errno = -status;
failed:;
    int reason = errno ? errno : ENOMEM;
    cpw_stream_close(stream);
    errno = reason;
    return NULL;
}

enum cpw_state cpw_stream_state(const cpw_stream *stream) { return stream->state; }

const char *cpw_stream_error(const cpw_stream *stream) { return stream->error; }

bool cpw_has_format(const cpw_stream *stream) { return stream->has_format; }

uint64_t cpw_format_number(const cpw_stream *stream) { return stream->format_number; }

struct cpw_format cpw_stream_format(const cpw_stream *stream) { return stream->format; }

bool cpw_has_used_buffers(const cpw_stream *stream) { return stream->has_used_buffers; }

int cpw_renegotiate(cpw_stream *stream) {
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    // The same formats again: that they are said anew is enough for the link to be made ready from the beginning.
    const struct spa_pod *params[1] = {cpw_offer(&builder, stream->wish.frames_per_second)};
    return pw_stream_update_params(stream->stream, params, 1);
}

void cpw_give_back(cpw_stream *stream, void *buffer) { pw_stream_queue_buffer(stream->stream, buffer); }

void cpw_stream_close(cpw_stream *stream) {
    stream->is_closing = true;
    if (stream->stream)
        pw_stream_destroy(stream->stream);
    free(stream);
}
