#include "internal.h"
#include <errno.h>
#include <pipewire/extensions/client-node.h>
#include <stdlib.h>
#include <string.h>

static void put(char *to, const struct spa_dict *properties, const char *key) {
    const char *text = spa_dict_lookup(properties, key);
    strncpy(to, text ? text : "", CPW_TEXT - 1);
}

static void appeared(
    void *context, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
    (void)permissions;
    (void)version;
    cpw_remote *remote = context;
    if (properties && spa_streq(type, PW_TYPE_INTERFACE_Factory) &&
        spa_streq(spa_dict_lookup(properties, PW_KEY_FACTORY_TYPE_NAME), PW_TYPE_INTERFACE_ClientNode))
        remote->node_factory = id;
    if (properties)
        cpw_note_manager(remote, type, properties);
    if (!properties || remote->count == CPW_NODES || !spa_streq(type, PW_TYPE_INTERFACE_Node))
        return;
    struct cpw_node *node = &remote->nodes[remote->count++];
    memset(node, 0, sizeof *node);
    node->id = id;
    const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
    node->serial = serial ? strtoull(serial, NULL, 10) : 0;
    put(node->name, properties, PW_KEY_NODE_NAME);
    put(node->description, properties, PW_KEY_NODE_DESCRIPTION);
    put(node->media_class, properties, PW_KEY_MEDIA_CLASS);
    put(node->role, properties, PW_KEY_MEDIA_ROLE);
    put(node->path, properties, PW_KEY_OBJECT_PATH);
}

static void vanished(void *context, uint32_t id) {
    cpw_remote *remote = context;
    for (size_t i = 0; i < remote->count; i++) {
        if (remote->nodes[i].id != id)
            continue;
        remote->nodes[i] = remote->nodes[--remote->count];
        return;
    }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = appeared,
    .global_remove = vanished,
};

static void settled(void *context, uint32_t id, int number) {
    cpw_remote *remote = context;
    if (id == PW_ID_CORE && number == remote->settling)
        remote->is_settled = true;
}

static void failed(void *context, uint32_t id, int number, int result, const char *message) {
    (void)number;
    (void)message;
    cpw_remote *remote = context;
    // Other numbers are objects of the connection, such as a stream, which hears of it itself.
    if (id == PW_ID_CORE && (result == -EPIPE || result == -ECONNRESET || result == -EPROTO || result == -ECONNREFUSED))
        remote->fault = -result;
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = settled,
    .error = failed,
};

cpw_remote *cpw_connect(cpw_library *library, int descriptor, const char *name) {
    cpw_remote *remote = calloc(1, sizeof *remote);
    if (!remote)
        return NULL;
    remote->library = library;
    remote->node_factory = PW_ID_ANY;
    struct pw_properties *properties = pw_properties_new(NULL, NULL);
    if (properties && name)
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, name);
    remote->core = descriptor >= 0 ? pw_context_connect_fd(library->context, descriptor, properties, 0)
                                   : pw_context_connect(library->context, properties, 0);
    if (!remote->core) {
        int reason = errno;
        free(remote);
        errno = reason;
        return NULL;
    }
    pw_core_add_listener(remote->core, &remote->core_listener, &core_events, remote);
    remote->registry = pw_core_get_registry(remote->core, PW_VERSION_REGISTRY, 0);
    if (!remote->registry) {
        int reason = errno;
        cpw_disconnect(remote);
        errno = reason;
        return NULL;
    }
    pw_registry_add_listener(remote->registry, &remote->registry_listener, &registry_events, remote);
    remote->settling = pw_core_sync(remote->core, PW_ID_CORE, 0);
    return remote;
}

int cpw_restrict(cpw_remote *remote, uint32_t node) {
    struct pw_client *client = pw_core_get_client(remote->core);
    if (!client || remote->node_factory == PW_ID_ANY)
        return -ENOTSUP;
    const struct pw_permission permissions[] = {
        PW_PERMISSION_INIT(PW_ID_CORE, PW_PERM_RWX),
        PW_PERMISSION_INIT(remote->node_factory, PW_PERM_R),
        // To be linked by the session manager, the owner of one node must see the other.
        PW_PERMISSION_INIT(node, PW_PERM_R),
        PW_PERMISSION_INIT(PW_ID_ANY, 0),
    };
    int status = pw_client_update_permissions(client, sizeof permissions / sizeof *permissions, permissions);
    if (status < 0)
        return status;
    remote->is_settled = false;
    remote->settling = pw_core_sync(remote->core, PW_ID_CORE, 0);
    return 0;
}

bool cpw_is_settled(const cpw_remote *remote) { return remote->is_settled; }

int cpw_fault(const cpw_remote *remote) { return remote->fault; }

void cpw_disconnect(cpw_remote *remote) {
    cpw_forget_variety(remote);
    if (remote->registry) {
        spa_hook_remove(&remote->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)remote->registry);
    }
    spa_hook_remove(&remote->core_listener);
    pw_core_disconnect(remote->core);
    free(remote);
}

size_t cpw_node_count(const cpw_remote *remote) { return remote->count; }

const struct cpw_node *cpw_node_at(const cpw_remote *remote, size_t index) { return &remote->nodes[index]; }
