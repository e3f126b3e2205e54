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
};

// Reads a buffer's metadata into `frame`, which says nothing before.
void cpw_read_frame(struct cpw_frame *frame, struct spa_buffer *buffer);

// What SPA's numbers of a format are here (formats.c).
uint32_t cpw_own_format(uint32_t spa);
uint32_t cpw_own_matrix(uint32_t spa);
uint32_t cpw_own_range(uint32_t spa);
// The formats that a stream takes, in order of preference.
const struct spa_pod *cpw_offer(struct spa_pod_builder *builder, uint32_t frames_per_second);
