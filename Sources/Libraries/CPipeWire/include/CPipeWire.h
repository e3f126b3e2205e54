#pragma once
// libpipewire's macros and inline functions behind plain ones: a connection, the nodes on it, and a stream of frames.
//
// A target of its own because the headers of PipeWire and its SPA need search paths that a module map cannot name, and are
// mostly inline functions and variadic macros that Swift cannot import. It decides nothing: what to hold, to copy and to wait
// for is up to Swift.
//
// One thread for all of it, the one that called `cpw_open`: libpipewire's own thread for data is stopped, and its loop turned
// along with the other, so that a buffer goes back within the turn that replaced it, nothing has to be locked, and a sandbox
// has no thread to miss.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Pixel formats, by their numbers in SPA: the module map cannot reach those either.
enum cpw_pixels {
    CPW_OTHER = 0,
    CPW_BGRX,
    CPW_RGBX,
    CPW_XRGB,
    CPW_XBGR,
    CPW_I420,
    CPW_YV12,
    CPW_NV12,
    CPW_YUY2,
    CPW_UYVY,
    CPW_YVYU,
    CPW_NV21,
    CPW_Y42B,  // three planes, colour at half width
    CPW_P010,  // as NV12, 10 bits in the upper part of 16
    CPW_GRAY8, // luma alone
    CPW_RGB,   // three bytes
    CPW_BGR,
};

enum cpw_matrix { CPW_MATRIX_UNKNOWN = 0, CPW_BT601, CPW_BT709, CPW_BT2020 };
enum cpw_range { CPW_RANGE_UNKNOWN = 0, CPW_FULL, CPW_LIMITED };

enum { CPW_PLANES = 3, CPW_REGIONS = 16, CPW_TEXT = 160, CPW_NODES = 256 };

// MARK: The library

typedef struct cpw_library cpw_library;

// Loads all that libpipewire ever loads: no file is opened after it. NULL with errno.
cpw_library *cpw_open(void);

// Readable when `cpw_turn` has something to do. Owned by the library.
int cpw_descriptor(const cpw_library *library);

// Handles what has come, calling back, without waiting.
void cpw_turn(cpw_library *library);

void cpw_close(cpw_library *library);

// MARK: A connection

typedef struct cpw_remote cpw_remote;

// By a connected descriptor, which is taken over whatever happens, or by name where it is -1 (NULL: the user's own PipeWire).
// NULL with errno.
cpw_remote *cpw_connect(cpw_library *library, int descriptor, const char *name);

// True when everything that was on the other side at first has been told.
bool cpw_is_settled(const cpw_remote *remote);

// 0 as long as the connection stands; an errno then.
int cpw_fault(const cpw_remote *remote);

// For good: of all that is on the other side, now and later, only this node is still to be seen, and may not be changed; a stream can be
// made, and nothing else. PipeWire enforces it; a client cannot take its own permissions back. It is settled again when that is done. A
// negative errno.
int cpw_restrict(cpw_remote *remote, uint32_t node);

// Everything made on the connection must be closed before.
void cpw_disconnect(cpw_remote *remote);

// A node. Texts are cut, and empty where nothing is known.
struct cpw_node {
    uint32_t id;
    uint64_t serial;
    char name[CPW_TEXT];
    char description[CPW_TEXT];
    char media_class[CPW_TEXT];
    char role[CPW_TEXT];
    char path[CPW_TEXT];
};

// The nodes that are there now, of audio, too; at most CPW_NODES are known.
size_t cpw_node_count(const cpw_remote *remote);
const struct cpw_node *cpw_node_at(const cpw_remote *remote, size_t index);

// Whether a session manager was there at some time: without one PipeWire links no streams.
bool cpw_has_manager(const cpw_remote *remote);

// What it calls itself; "" for one that is not known here.
const char *cpw_manager(const cpw_remote *remote);

// What a node says that its pictures can be.
struct cpw_variety {
    // It has answered.
    bool is_told;
    // It named some of what it can give.
    bool has_some;
    // One of them can be had.
    bool has_ours;
    // Their names, each once, with commas between them: "GRAY16_LE, mjpg". Cut where there is no more room.
    char names[CPW_TEXT];
};

// Asks a node what its pictures can be; `cpw_variety` has the answer once that has come. Negative when it cannot be asked.
int cpw_ask_variety(cpw_remote *remote, uint32_t node);
const struct cpw_variety *cpw_variety(const cpw_remote *remote);

// What can be had, as `names` above.
const char *cpw_our_variety(void);

// MARK: A stream

typedef struct cpw_stream cpw_stream;

enum cpw_state { CPW_FAILED = -1, CPW_UNCONNECTED = 0, CPW_CONNECTING = 1, CPW_PAUSED = 2, CPW_STREAMING = 3 };

struct cpw_format {
    uint32_t pixels; // enum cpw_pixels
    uint32_t width;
    uint32_t height;
    uint32_t matrix; // enum cpw_matrix
    uint32_t range;  // enum cpw_range
};

struct cpw_rectangle {
    int32_t x;
    int32_t y;
    uint32_t width;
    uint32_t height;
};

struct cpw_plane {
    const uint8_t *pixels;
    size_t stride;
};

// A buffer that has come, its metadata read once: who sent it may write there still.
struct cpw_frame {
    // To be given back by `cpw_give_back`; the pixels are valid until then, or until buffers are said to be gone.
    void *buffer;
    // No picture: an update of the pointer alone, or a frame that failed.
    bool has_picture;
    // There is a picture, in memory that cannot be read.
    bool is_unreadable;
    struct cpw_plane planes[CPW_PLANES];
    // CLOCK_MONOTONIC in nanoseconds; 0 when it does not say.
    int64_t time;
    bool has_sequence;
    uint64_t sequence;
    // As in spa/buffer/meta.h; -1 when it does not say.
    int32_t transform;
    bool has_crop;
    struct cpw_rectangle crop;
    // -1 when it does not say, or may not have said all.
    int32_t damage_count;
    struct cpw_rectangle damage[CPW_REGIONS];
    // Whether it says something about the pointer; then whether that is to be seen, and where.
    bool has_pointer;
    bool pointer_visible;
    int32_t pointer_x;
    int32_t pointer_y;
    // NULL when the image is the one told last.
    const uint8_t *image;
    uint32_t image_pixels; // enum cpw_image
    uint32_t image_width;
    uint32_t image_height;
    size_t image_stride;
    int32_t hot_x;
    int32_t hot_y;
    bool image_is_empty;
};

enum cpw_image { CPW_IMAGE_OTHER = 0, CPW_IMAGE_RGBA, CPW_IMAGE_BGRA, CPW_IMAGE_ARGB, CPW_IMAGE_ABGR };

struct cpw_wish {
    // What is to be linked: the serial or the name, as text; or, where that is NULL, the node's number.
    const char *target;
    uint32_t node;
    // The most frames a second that are of use.
    uint32_t frames_per_second;
    bool wants_pointer;
    // Buffers of a device's own may come, which are plain memory in a camera and may be anything in a graphics card.
    bool takes_device_buffers;
    // How many buffers are asked for; at least 2.
    uint32_t buffers;
};

struct cpw_events {
    void *context;
    void (*frame)(void *context, const struct cpw_frame *frame);
    // All buffers of before are gone: nothing of them may be looked at or given back.
    void (*buffers_gone)(void *context);
};

// NULL with errno.
cpw_stream *cpw_stream_open(cpw_remote *remote, const struct cpw_wish *wish, struct cpw_events events);

enum cpw_state cpw_stream_state(const cpw_stream *stream);

// Why it failed; empty when it did not.
const char *cpw_stream_error(const cpw_stream *stream);

// Whether a format is agreed on now: not so without a link to the node.
bool cpw_has_format(const cpw_stream *stream);

// Counts the formats that were agreed on; 0: none as yet.
uint64_t cpw_format_number(const cpw_stream *stream);
struct cpw_format cpw_stream_format(const cpw_stream *stream);

// Whether pictures were in them before this stream had them: the stream that had them then may have ended with some of them.
bool cpw_has_used_buffers(const cpw_stream *stream);

// Renegotiates the format and gets new buffers, which drops the pictures in them. Negative when it cannot be asked for.
int cpw_renegotiate(cpw_stream *stream);

void cpw_give_back(cpw_stream *stream, void *buffer);

// Calls back no more.
void cpw_stream_close(cpw_stream *stream);

// MARK: Pixels

// Copies pixels of 32 bits, put in the order blue, green, red, unused. `from` is an enum cpw_pixels of those that have 32 bits, or 24.
void cpw_copy_rows(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t width, size_t rows, uint32_t pixels);

// What becomes of the bytes of a plane on their way.
enum cpw_order {
    CPW_AS_IT_IS,
    CPW_SWAPPED,   // each two of them change places
    CPW_EXCHANGED, // of each four the second and the fourth do
    CPW_UPPER,     // of each two the second alone
};

// Copies rows of which `bytes` are written, each.
void cpw_copy_plane(
    uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t bytes, size_t rows, uint32_t order);

// Makes rows of luma, blue, luma, red of three planes, of `width` pixels each. The last one of an odd width stands for two.
void cpw_weave_rows(
    uint8_t *to, size_t to_stride, const struct cpw_plane planes[CPW_PLANES], size_t width, size_t rows);
