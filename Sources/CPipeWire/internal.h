#pragma once
#include "CPipeWire.h"
#include <pipewire/impl.h>
#include <pipewire/pipewire.h>

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
    struct cpw_node nodes[CPW_NODES];
    size_t count;
};

// Reads a buffer's metadata into `frame`, which says nothing before.
void cpw_read_frame(struct cpw_frame *frame, struct spa_buffer *buffer);
