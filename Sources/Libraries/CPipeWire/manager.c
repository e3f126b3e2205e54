// Whether a session manager looks after PipeWire, as PipeWire itself knows: by its connection, or by the metadata that only one makes.
#include "internal.h"
#include <string.h>

void cpw_note_manager(cpw_remote *remote, const char *type, const struct spa_dict *properties) {
    if (spa_streq(type, PW_TYPE_INTERFACE_Metadata)) {
        const char *name = spa_dict_lookup(properties, "metadata.name");
        remote->has_manager = remote->has_manager || (name && !strcmp(name, "default"));
        return;
    }
    const char *name = spa_streq(type, PW_TYPE_INTERFACE_Client) ? spa_dict_lookup(properties, PW_KEY_APP_NAME) : NULL;
    if (!name)
        return;
    static const char *const known[] = {"WirePlumber", "pipewire-media-session"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        // What it exports has a connection of its own: "WirePlumber [export]".
        if (strncmp(name, known[i], strlen(known[i])))
            continue;
        remote->has_manager = true;
        remote->manager = known[i];
    }
}

bool cpw_has_manager(const cpw_remote *remote) { return remote->has_manager; }

const char *cpw_manager(const cpw_remote *remote) { return remote->manager ? remote->manager : ""; }
