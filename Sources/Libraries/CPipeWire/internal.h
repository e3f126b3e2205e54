#pragma once
#include "CPipeWire.h"
#include <pipewire/impl.h>
#include <pipewire/pipewire.h>
#include <spa/pod/builder.h>

struct cpw_library {
    struct pw_loop *loop;
    struct pw_context *context;
    struct pw_loop *data_loop;
    struct spa_source *data_source;
};

struct cpw_remote {
    cpw_library *library;
    struct pw_core *core;
    struct spa_hook core_listener;
    struct pw_registry *registry;
    struct spa_hook registry_listener;
    int fault;
    int settling;
    bool is_settled;
    // Makes the node of a stream.
    uint32_t node_factory;
    struct cpw_node nodes[CPW_NODES];
    size_t count;
    // The session manager (manager.c).
    bool has_manager;
    const char *manager;
    // The node whose variety is asked for (variety.c).
    struct pw_proxy *asked;
    struct spa_hook asked_listener;
    struct spa_hook answer_listener;
    int asking;
    struct cpw_variety variety;
};

// Looks at an object that was announced.
void cpw_note_manager(cpw_remote *remote, const char *type, const struct spa_dict *properties);

// Lets go of what was asked of a node.
void cpw_forget_variety(cpw_remote *remote);

// Reads a buffer's metadata into `frame`, which says nothing before.
void cpw_read_frame(struct cpw_frame *frame, struct spa_buffer *buffer);

// What SPA's numbers of a format are here (formats.c).
uint32_t cpw_own_format(uint32_t spa);
// The one at `index` of those that are taken, as SPA numbers it; SPA_VIDEO_FORMAT_UNKNOWN behind the last.
uint32_t cpw_spa_format(size_t index);
uint32_t cpw_own_matrix(uint32_t spa);
uint32_t cpw_own_range(uint32_t spa);

// How the planes of a format of ours lie; no planes for what is none.
struct cpw_shape {
    uint32_t planes;
    // Of the first plane: this many bytes for this many pixels that stand together.
    uint32_t bytes;
    uint32_t together;
    // Of each other one: bytes for two columns, and how many rows share a row of it.
    uint32_t chroma_bytes;
    uint32_t chroma_rows;
};
struct cpw_shape cpw_shape_of(uint32_t own);
// The formats that a stream takes, in order of preference.
const struct spa_pod *cpw_offer(struct spa_pod_builder *builder, uint32_t frames_per_second);
