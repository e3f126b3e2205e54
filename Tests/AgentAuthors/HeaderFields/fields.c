#include "HeaderFields.h"

#define FIELD(type, field) \
    {#field, offsetof(struct type, field), sizeof(((struct type *)0)->field), ((__typeof__(((struct type *)0)->field))-1) < 0}
#define HEAD(field) {"header." #field, offsetof(struct sc_header, field), sizeof(((struct sc_header *)0)->field), 0}
#define HEADER HEAD(mark), HEAD(version), HEAD(kind), HEAD(length)

static const struct header_field rectangle[] = {
    FIELD(sc_rectangle, x), FIELD(sc_rectangle, y), FIELD(sc_rectangle, width), FIELD(sc_rectangle, height), {NULL, 0, 0, 0}
};
static const struct header_field hello[] = {
    HEADER, FIELD(sc_hello, lowest), FIELD(sc_hello, highest), FIELD(sc_hello, flags), FIELD(sc_hello, pid),
    FIELD(sc_hello, need_kib), {NULL, 0, 0, 0}
};
static const struct header_field welcome[] = {
    HEADER, FIELD(sc_welcome, version), FIELD(sc_welcome, reserved_1), FIELD(sc_welcome, reserved_2),
    FIELD(sc_welcome, generation), FIELD(sc_welcome, heartbeat_ms), FIELD(sc_welcome, silence_ms), {NULL, 0, 0, 0}
};
static const struct header_field refusal[] = {
    HEADER, FIELD(sc_refusal, reason), {NULL, 0, 0, 0}
};
static const struct header_field geometry[] = {
    HEADER, FIELD(sc_geometry, width), FIELD(sc_geometry, height), FIELD(sc_geometry, format),
    FIELD(sc_geometry, stride), FIELD(sc_geometry, slots), {NULL, 0, 0, 0}
};
static const struct header_field memory[] = {
    HEADER, FIELD(sc_memory, memory), FIELD(sc_memory, width), FIELD(sc_memory, height), FIELD(sc_memory, format),
    FIELD(sc_memory, stride), FIELD(sc_memory, slots), FIELD(sc_memory, size), {NULL, 0, 0, 0}
};
static const struct header_field cast[] = {
    HEADER, FIELD(sc_cast, node), FIELD(sc_cast, serial), FIELD(sc_cast, cursor), FIELD(sc_cast, reserved_1),
    FIELD(sc_cast, reserved_2), {NULL, 0, 0, 0}
};
static const struct header_field agent_state[] = {
    HEADER, FIELD(sc_agent_state, generation), FIELD(sc_agent_state, sequence), FIELD(sc_agent_state, phase),
    FIELD(sc_agent_state, paused), FIELD(sc_agent_state, confinement), FIELD(sc_agent_state, notices),
    FIELD(sc_agent_state, waited), FIELD(sc_agent_state, pixels), {NULL, 0, 0, 0}
};
static const struct header_field notice[] = {
    HEADER, FIELD(sc_notice, generation), FIELD(sc_notice, memory), FIELD(sc_notice, number), FIELD(sc_notice, time),
    FIELD(sc_notice, slot), FIELD(sc_notice, orientation), FIELD(sc_notice, merged), FIELD(sc_notice, rectangles), {NULL, 0, 0, 0}
};
static const struct header_field pointer[] = {
    HEADER, FIELD(sc_pointer, generation), FIELD(sc_pointer, x), FIELD(sc_pointer, y), FIELD(sc_pointer, visible), {NULL, 0, 0, 0}
};
static const struct header_field pointer_image[] = {
    HEADER, FIELD(sc_pointer_image, generation), FIELD(sc_pointer_image, width), FIELD(sc_pointer_image, height),
    FIELD(sc_pointer_image, hot_x), FIELD(sc_pointer_image, hot_y), FIELD(sc_pointer_image, first_row),
    FIELD(sc_pointer_image, rows), {NULL, 0, 0, 0}
};
static const struct header_field ended[] = {
    HEADER, FIELD(sc_ended, generation), FIELD(sc_ended, reason), FIELD(sc_ended, may_work_again), {NULL, 0, 0, 0}
};
static const struct header_field remark[] = {
    HEADER, FIELD(sc_remark, generation), FIELD(sc_remark, subject), {NULL, 0, 0, 0}
};
static const struct header_field focus[] = {
    HEADER, FIELD(sc_focus, generation), FIELD(sc_focus, x), FIELD(sc_focus, y), FIELD(sc_focus, width), FIELD(sc_focus, height),
    {NULL, 0, 0, 0}
};
static const struct header_field display_power[] = {
    HEADER, FIELD(sc_display_power, generation), FIELD(sc_display_power, on), {NULL, 0, 0, 0}
};
static const struct header_field camera_controls[] = {
    HEADER, FIELD(sc_camera_controls, generation), FIELD(sc_camera_controls, controls), {NULL, 0, 0, 0}
};
static const struct header_field extra[] = {
    HEADER, FIELD(sc_extra, generation), {NULL, 0, 0, 0}
};
static const struct header_field camera_settings[] = {
    HEADER, FIELD(sc_camera_settings, generation), FIELD(sc_camera_settings, settings), {NULL, 0, 0, 0}
};
static const struct header_field host_state[] = {
    HEADER, FIELD(sc_host_state, generation), FIELD(sc_host_state, sequence), FIELD(sc_host_state, wish),
    FIELD(sc_host_state, reason), FIELD(sc_host_state, reserved), FIELD(sc_host_state, frame_rate),
    FIELD(sc_host_state, memory), FIELD(sc_host_state, lent), FIELD(sc_host_state, last_notice), {NULL, 0, 0, 0}
};
static const struct header_field sound_hello[] = {
    HEADER, FIELD(sc_sound_hello, lowest), FIELD(sc_sound_hello, highest), FIELD(sc_sound_hello, format),
    FIELD(sc_sound_hello, channels), FIELD(sc_sound_hello, rate), {NULL, 0, 0, 0}
};
static const struct header_field sound_accepted[] = {
    HEADER, FIELD(sc_sound_accepted, version), FIELD(sc_sound_accepted, reserved_1), FIELD(sc_sound_accepted, reserved_2),
    FIELD(sc_sound_accepted, number), {NULL, 0, 0, 0}
};
static const struct header_field sound_refusal[] = {
    HEADER, FIELD(sc_sound_refusal, reason), {NULL, 0, 0, 0}
};
static const struct header_field sound_block[] = {
    HEADER, FIELD(sc_sound_block, time), FIELD(sc_sound_block, sample_frames), {NULL, 0, 0, 0}
};
static const struct header_field sound_state[] = {
    HEADER, FIELD(sc_sound_state, active), FIELD(sc_sound_state, muted), {NULL, 0, 0, 0}
};
static const struct header_field sound_end[] = {
    HEADER, FIELD(sc_sound_end, reserved), {NULL, 0, 0, 0}
};

const struct header_field *header_fields(uint8_t kind) {
    switch (kind) {
    case 0: return rectangle;
    case SC_HELLO: return hello;
    case SC_WELCOME: return welcome;
    case SC_REFUSAL: return refusal;
    case SC_GEOMETRY: return geometry;
    case SC_MEMORY: return memory;
    case SC_CAST: return cast;
    case SC_AGENT_STATE: return agent_state;
    case SC_NOTICE: return notice;
    case SC_POINTER: return pointer;
    case SC_POINTER_IMAGE: return pointer_image;
    case SC_ENDED: return ended;
    case SC_REMARK: return remark;
    case SC_FOCUS: return focus;
    case SC_DISPLAY_POWER: return display_power;
    case SC_CAMERA_CONTROLS: return camera_controls;
    case SC_EXTRA: return extra;
    case SC_CAMERA_SETTINGS: return camera_settings;
    case SC_HOST_STATE: return host_state;
    case SC_SOUND_HELLO: return sound_hello;
    case SC_SOUND_ACCEPTED: return sound_accepted;
    case SC_SOUND_REFUSAL: return sound_refusal;
    case SC_SOUND_BLOCK: return sound_block;
    case SC_SOUND_STATE: return sound_state;
    case SC_SOUND_END: return sound_end;
    default: return NULL;
    }
}

size_t header_struct_size(uint8_t kind) {
    switch (kind) {
    case 0: return sizeof(struct sc_rectangle);
    case SC_HELLO: return sizeof(struct sc_hello);
    case SC_WELCOME: return sizeof(struct sc_welcome);
    case SC_REFUSAL: return sizeof(struct sc_refusal);
    case SC_GEOMETRY: return sizeof(struct sc_geometry);
    case SC_MEMORY: return sizeof(struct sc_memory);
    case SC_CAST: return sizeof(struct sc_cast);
    case SC_AGENT_STATE: return sizeof(struct sc_agent_state);
    case SC_NOTICE: return sizeof(struct sc_notice);
    case SC_POINTER: return sizeof(struct sc_pointer);
    case SC_POINTER_IMAGE: return sizeof(struct sc_pointer_image);
    case SC_ENDED: return sizeof(struct sc_ended);
    case SC_REMARK: return sizeof(struct sc_remark);
    case SC_FOCUS: return sizeof(struct sc_focus);
    case SC_DISPLAY_POWER: return sizeof(struct sc_display_power);
    case SC_CAMERA_CONTROLS: return sizeof(struct sc_camera_controls);
    case SC_EXTRA: return sizeof(struct sc_extra);
    case SC_CAMERA_SETTINGS: return sizeof(struct sc_camera_settings);
    case SC_HOST_STATE: return sizeof(struct sc_host_state);
    case SC_SOUND_HELLO: return sizeof(struct sc_sound_hello);
    case SC_SOUND_ACCEPTED: return sizeof(struct sc_sound_accepted);
    case SC_SOUND_REFUSAL: return sizeof(struct sc_sound_refusal);
    case SC_SOUND_BLOCK: return sizeof(struct sc_sound_block);
    case SC_SOUND_STATE: return sizeof(struct sc_sound_state);
    case SC_SOUND_END: return sizeof(struct sc_sound_end);
    default: return 0;
    }
}

struct sc_header header_head(uint8_t kind, size_t bytes) { return sc_head((enum sc_kind)kind, bytes); }

int header_is_whole(const void *bytes, size_t count, size_t least) { return sc_is_whole(bytes, count, least); }

size_t header_put_text(char *to, const char *text, size_t most) { return (size_t)(sc_put_text(to, text, most) - to); }

ptrdiff_t header_get_text(const char *from, size_t count, char *text) {
    const char *next = sc_get_text(from, from + count, text);
    return next ? next - from : -1;
}

uint64_t header_slot_bytes(uint32_t stride, uint32_t height) { return sc_slot_bytes(stride, height); }

uint64_t header_planar_slot_bytes(uint32_t stride, uint32_t height) { return sc_planar_slot_bytes(stride, height); }
