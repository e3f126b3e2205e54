/* The Splitcast agent protocol, version 1, for C and C++: what PROTOCOL.md says, as constants and structs.
 *
 * A message is its struct, which begins with the header, and then the texts or rectangles that its last comment names.
 * The structs are packed: they can be laid over received bytes wherever these stand, once the length was checked, and
 * sent as they are. A test of the project reads and writes every field of every message through this header. */
#ifndef SPLITCAST_H
#define SPLITCAST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The protocol is little-endian: on this machine, write and read each field byte by byte."
#endif

#define SC_PACKED __attribute__((packed))

/* Limits (sections 1 to 4) */
enum {
    SC_MARK = 0x4353,
    SC_VERSION = 1,
    SC_MESSAGE_MAX_BYTES = 65536, /* header included */
    SC_GROUP_MAX_BYTES = 32,
    SC_BACKEND_MAX_BYTES = 32,
    SC_SCREEN_MAX_BYTES = 128,
    SC_PLACE_MAX_BYTES = 32,
    SC_ENDPOINT_MAX_BYTES = 127,
    SC_REASON_MAX_BYTES = 255,
    SC_SIDE_MAX_PIXELS = 16384,
    SC_FRAME_MAX_PIXELS = 67108864,
    SC_STRIDE_MAX_BYTES = 131072,
    SC_MEMORY_MAX_BYTES = 536870912, /* all slots of one memory */
    SC_SLOTS_MIN = 2,
    SC_SLOTS_MAX = 8,
    SC_SLOT_ALIGNMENT_BYTES = 4096,
    SC_DAMAGE_MAX_RECTANGLES = 16,
    SC_POINTER_SIDE_MAX_PIXELS = 256,
    SC_CONTROLS_MAX = 16,
    SC_FRAME_RATE_MAX_THOUSANDTHS = 240000,
    SC_EXTRA_MAX_BYTES = 128,
    SC_SOUND_NAME_MAX_BYTES = 32,
    SC_SOUND_EXTRA_MAX_BYTES = 128,
    SC_SOUND_CHANNELS_MAX = 8,
    SC_SOUND_RATE_MIN_HERTZ = 8000,
    SC_SOUND_RATE_MAX_HERTZ = 192000
};

enum sc_kind {
    SC_HELLO = 1,
    SC_WELCOME = 2,
    SC_REFUSAL = 3,
    SC_GEOMETRY = 4,
    SC_MEMORY = 5,
    SC_CAST = 6,
    SC_AGENT_STATE = 16,
    SC_NOTICE = 17,
    SC_POINTER = 18,
    SC_POINTER_IMAGE = 19,
    SC_ENDED = 20,
    SC_REMARK = 21,
    SC_FOCUS = 22,
    SC_DISPLAY_POWER = 23,
    SC_CAMERA_CONTROLS = 24,
    SC_EXTRA = 25,
    SC_HOST_STATE = 32,
    SC_CAMERA_SETTINGS = 33,
    SC_SOUND_HELLO = 64,
    SC_SOUND_ACCEPTED = 65,
    SC_SOUND_REFUSAL = 66,
    SC_SOUND_BLOCK = 67,
    SC_SOUND_STATE = 68,
    SC_SOUND_END = 69
};

enum sc_subject { SC_OTHER = 0, SC_STALLED = 1, SC_GOES_ON = 2 };

enum sc_control {
    SC_ZOOM = 1,
    SC_FOCUS_CONTROL = 2,
    SC_AUTOFOCUS = 3,
    SC_TORCH = 4,
    SC_EXPOSURE = 5,
    SC_AUTOEXPOSURE = 6
};

enum sc_hello_flag { SC_STANDBY = 1, SC_WANTS_CAST = 2 };

enum sc_cast_cursor { SC_CURSOR_HIDDEN = 0, SC_CURSOR_EMBEDDED = 1, SC_CURSOR_METADATA = 2 };

/* A format is SC_BGRX alone, or one of the YUV arrangements with a matrix and a range: SC_NV12 | SC_BT709 | SC_LIMITED. */
enum sc_format {
    SC_BGRX = 1,
    SC_I420 = 2,
    SC_NV12 = 3,
    SC_YUYV = 4,
    SC_BT601 = 1 << 8,
    SC_BT709 = 2 << 8,
    SC_BT2020 = 3 << 8,
    SC_LIMITED = 1 << 16,
    SC_FULL = 2 << 16
};

enum sc_sound_format { SC_S16 = 1, SC_F32 = 2 };

enum sc_wish { SC_WAIT = 0, SC_CAPTURE = 1, SC_PAUSE = 2, SC_STOP = 3 };

enum sc_phase { SC_NOT_AVAILABLE = 0, SC_READY = 1, SC_STARTED = 2, SC_CLOSED = 3 };

enum sc_confinement {
    SC_NO_NEW_PRIVILEGES = 1,
    SC_SYSTEM_CALLS_FILTERED = 2,
    SC_FILES_AND_NETWORK_REFUSED = 4,
    SC_FILTER_ONLY_LOGS = 8
};

/* Section 6; the values of EXIF */
enum sc_orientation {
    SC_UP = 1,
    SC_UP_MIRRORED = 2,
    SC_DOWN = 3,
    SC_DOWN_MIRRORED = 4,
    SC_LEFT_MIRRORED = 5,
    SC_RIGHT = 6,
    SC_RIGHT_MIRRORED = 7,
    SC_LEFT = 8
};

/* Section 7 */
enum sc_end {
    SC_INVALID_DATA = 1,
    SC_STOPPED = 2,
    SC_SESSION_FINISHED = 3,
    SC_FAILED = 4,
    SC_GONE = 5, /* `closed`: went away without a message */
    SC_REPLACED = 6,
    SC_PERMISSION_DENIED = 7,
    SC_UNRESPONSIVE = 8,
    SC_MEMORY_LIMIT = 9
};

/* Section 12 */
enum sc_sound_refusal_reason {
    SC_SOUND_INVALID_DATA = 1,
    SC_SOUND_OTHER_VERSION = 2,
    SC_SOUND_BAD_NAME = 3,
    SC_SOUND_NAME_TAKEN = 4,
    SC_SOUND_FULL = 5,
    SC_SOUND_FLOOD = 6,
    SC_SOUND_FAILED = 7,
    SC_SOUND_SESSION_FINISHED = 8
};

/* Section 3: every message begins with it. */
struct SC_PACKED sc_header {
    uint16_t mark;
    uint8_t version;
    uint8_t kind;
    uint32_t length; /* bytes after these eight */
};

/* Section 4 */
struct SC_PACKED sc_hello {
    struct sc_header header;
    uint8_t lowest;
    uint8_t highest;
    uint16_t flags;
    uint32_t pid;
    uint32_t need_kib;
    /* text(32) backend, text(128) screen, text(32) place */
};

struct SC_PACKED sc_welcome {
    struct sc_header header;
    uint8_t version;
    uint8_t reserved_1;
    uint16_t reserved_2;
    uint32_t generation;
    uint16_t heartbeat_ms;
    uint16_t silence_ms;
    /* text(127) endpoint */
};

struct SC_PACKED sc_refusal {
    struct sc_header header;
    uint8_t reason;
    /* text(255) for people */
};

struct SC_PACKED sc_geometry {
    struct sc_header header;
    uint32_t width;
    uint32_t height;
    uint32_t format;
    uint32_t stride;
    uint32_t slots;
};

struct SC_PACKED sc_memory {
    struct sc_header header;
    uint32_t memory;
    uint32_t width;
    uint32_t height;
    uint32_t format;
    uint32_t stride;
    uint32_t slots;
    uint64_t size;
};

struct SC_PACKED sc_cast {
    struct sc_header header;
    uint32_t node;
    uint64_t serial; /* 0: not known */
    uint8_t cursor;
    uint8_t reserved_1;
    uint16_t reserved_2;
};

struct SC_PACKED sc_host_state {
    struct sc_header header;
    uint32_t generation;
    uint64_t sequence;
    uint8_t wish;
    uint8_t reason;
    uint16_t reserved;
    uint32_t frame_rate; /* thousandths */
    uint32_t memory;
    uint32_t lent;
    uint64_t last_notice;
};

struct SC_PACKED sc_agent_state {
    struct sc_header header;
    uint32_t generation;
    uint64_t sequence;
    uint8_t phase;
    uint8_t paused;
    uint16_t confinement;
    uint64_t notices;
    uint64_t waited;
    uint64_t pixels;
};

struct SC_PACKED sc_notice {
    struct sc_header header;
    uint32_t generation;
    uint32_t memory;
    uint64_t number;
    int64_t time;
    uint8_t slot;
    uint8_t orientation;
    uint16_t merged;
    uint32_t rectangles;
    /* that many sc_rectangle */
};

struct SC_PACKED sc_rectangle {
    uint16_t x;
    uint16_t y;
    uint16_t width;
    uint16_t height;
};

struct SC_PACKED sc_pointer {
    struct sc_header header;
    uint32_t generation;
    int32_t x;
    int32_t y;
    uint8_t visible;
};

struct SC_PACKED sc_pointer_image {
    struct sc_header header;
    uint32_t generation;
    uint16_t width;
    uint16_t height;
    uint16_t hot_x;
    uint16_t hot_y;
    uint16_t first_row;
    uint16_t rows;
    /* rows x width x 4 bytes */
};

struct SC_PACKED sc_ended {
    struct sc_header header;
    uint32_t generation;
    uint8_t reason;
    uint8_t may_work_again;
    /* text(255) for people */
};

struct SC_PACKED sc_remark {
    struct sc_header header;
    uint32_t generation;
    uint8_t subject; /* enum sc_subject */
    /* text(255) for people */
};

struct SC_PACKED sc_focus {
    struct sc_header header;
    uint32_t generation;
    int32_t x;
    int32_t y;
    uint32_t width;
    uint32_t height;
};

struct SC_PACKED sc_display_power {
    struct sc_header header;
    uint32_t generation;
    uint8_t on;
};

struct SC_PACKED sc_camera_controls {
    struct sc_header header;
    uint32_t generation;
    uint8_t controls;
    /* that many sc_camera_control */
};

struct SC_PACKED sc_camera_control {
    uint8_t control; /* enum sc_control */
    int32_t minimum;
    int32_t maximum;
    int32_t step;
    int32_t value;
};

struct SC_PACKED sc_extra {
    struct sc_header header;
    uint32_t generation;
    /* text(128) to be shown beside the agent */
};

struct SC_PACKED sc_camera_settings {
    struct sc_header header;
    uint32_t generation;
    uint8_t settings;
    /* that many sc_camera_setting */
};

struct SC_PACKED sc_camera_setting {
    uint8_t control; /* enum sc_control */
    int32_t value;
};

/* Section 12 */
struct SC_PACKED sc_sound_hello {
    struct sc_header header;
    uint8_t lowest;
    uint8_t highest;
    uint8_t format;
    uint8_t channels;
    uint32_t rate; /* hertz */
    /* text(32) name, text(128) extra */
};

struct SC_PACKED sc_sound_accepted {
    struct sc_header header;
    uint8_t version;
    uint8_t reserved_1;
    uint16_t reserved_2;
    uint32_t number;
};

struct SC_PACKED sc_sound_refusal {
    struct sc_header header;
    uint8_t reason;
    /* text(255) for people */
};

struct SC_PACKED sc_sound_block {
    struct sc_header header;
    int64_t time; /* 0: now */
    uint32_t sample_frames;
    /* that many sample frames */
};

struct SC_PACKED sc_sound_state {
    struct sc_header header;
    uint8_t active;
    uint8_t muted;
};

struct SC_PACKED sc_sound_end {
    struct sc_header header;
    uint32_t reserved;
};

/* The header of a message of `bytes` in all. */
static inline struct sc_header sc_head(enum sc_kind kind, size_t bytes) {
    struct sc_header header = {SC_MARK, SC_VERSION, (uint8_t)kind, (uint32_t)(bytes - sizeof header)};
    return header;
}

/* Whether `count` bytes hold a whole message with a body of at least what stands in a struct of `least` bytes. */
static inline int sc_is_whole(const void *bytes, size_t count, size_t least) {
    const struct sc_header *header = (const struct sc_header *)bytes;
    return count >= sizeof *header && count >= least && header->mark == SC_MARK && header->length == count - sizeof *header;
}

/* Appends a text, cut to `most` bytes; returns where the next byte goes. Cut UTF-8 between characters yourself. */
static inline char *sc_put_text(char *to, const char *text, size_t most) {
    size_t length = strlen(text);
    if (length > most) length = most;
    *to = (char)length;
    memcpy(to + 1, text, length);
    return to + 1 + length;
}

/* Copies the text at `from` into `text`, which has room for 256 bytes, and ends it with a zero. Reads nothing at or
 * after `end`; returns what follows, or NULL when the text is not whole. */
static inline const char *sc_get_text(const char *from, const char *end, char *text) {
    if (from >= end || end - from - 1 < (uint8_t)*from) return NULL;
    size_t length = (uint8_t)*from;
    memcpy(text, from + 1, length);
    text[length] = 0;
    return from + 1 + length;
}

/* Bytes from one slot to the next: rows of `stride` bytes, rounded up; for SC_BGRX and SC_YUYV. */
static inline uint64_t sc_slot_bytes(uint32_t stride, uint32_t height) {
    uint64_t bytes = (uint64_t)stride * height;
    return (bytes + SC_SLOT_ALIGNMENT_BYTES - 1) / SC_SLOT_ALIGNMENT_BYTES * SC_SLOT_ALIGNMENT_BYTES;
}

/* The same for SC_I420 and SC_NV12, whose planes of colour have half as many rows and follow the luma. */
static inline uint64_t sc_planar_slot_bytes(uint32_t stride, uint32_t height) {
    return sc_slot_bytes(stride, height + (height + 1) / 2);
}

#endif
