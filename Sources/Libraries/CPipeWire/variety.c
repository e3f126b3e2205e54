// What a node's pictures can be, asked of the node itself, so that one which gives none for us is told apart from one that is not linked.
#include "internal.h"
#include <errno.h>
#include <spa/debug/types.h>
#include <spa/param/format-types.h>
#include <spa/param/video/format-utils.h>
#include <spa/param/video/raw-types.h>
#include <stdio.h>
#include <string.h>

static void add_name(char names[CPW_TEXT], const char *name) {
    size_t length = strlen(name), used = strlen(names);
    for (const char *at = names; (at = strstr(at, name)); at += length)
        if ((at == names || at[-1] == ' ') && (at[length] == 0 || at[length] == ','))
            return;
    if (used + length + 3 <= CPW_TEXT)
        snprintf(names + used, CPW_TEXT - used, "%s%s", used > 0 ? ", " : "", name);
}

static void add_video_format(struct cpw_variety *variety, uint32_t format, bool needs_modifier) {
    const char *name = spa_debug_type_find_short_name(spa_type_video_format, format);
    char text[64];
    snprintf(text, sizeof text, "%s%s", name ? name : "?", needs_modifier ? " of a graphics card alone" : "");
    add_name(variety->names, text);
    variety->has_some = true;
    if (!needs_modifier && cpw_own_format(format) != CPW_OTHER)
        variety->has_ours = true;
}

static void told(void *context, int number, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    (void)number;
    (void)index;
    (void)next;
    struct cpw_variety *variety = &((cpw_remote *)context)->variety;
    uint32_t type, subtype, count, choice;
    if (id != SPA_PARAM_EnumFormat || !param || spa_format_parse(param, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video)
        return;
    if (subtype != SPA_MEDIA_SUBTYPE_raw) {
        const char *name = spa_debug_type_find_short_name(spa_type_media_subtype, subtype);
        add_name(variety->names, name ? name : "?");
        variety->has_some = true;
        return;
    }
    const struct spa_pod_prop *format = spa_pod_find_prop(param, NULL, SPA_FORMAT_VIDEO_format);
    const struct spa_pod_prop *modifier = spa_pod_find_prop(param, NULL, SPA_FORMAT_VIDEO_modifier);
    if (!format)
        return;
    const struct spa_pod *values = spa_pod_get_values(&format->value, &count, &choice);
    if (SPA_POD_TYPE(values) != SPA_TYPE_Id)
        return;
    const uint32_t *ids = SPA_POD_BODY_CONST(values);
    // The first of a choice is what is liked best, and comes once more.
    for (uint32_t i = choice == SPA_CHOICE_None || count == 1 ? 0 : 1; i < count; i++)
        add_video_format(variety, ids[i], modifier && modifier->flags & SPA_POD_PROP_FLAG_MANDATORY);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .param = told,
};

static void answered(void *context, uint32_t id, int number) {
    cpw_remote *remote = context;
    if (id == PW_ID_CORE && number == remote->asking)
        remote->variety.is_told = true;
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = answered,
};

int cpw_ask_variety(cpw_remote *remote, uint32_t node) {
    cpw_forget_variety(remote);
    remote->asked = pw_registry_bind(remote->registry, node, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
    if (!remote->asked)
        return errno ? -errno : -ENOMEM;
    pw_node_add_listener((struct pw_node *)remote->asked, &remote->asked_listener, &node_events, remote);
    pw_core_add_listener(remote->core, &remote->answer_listener, &core_events, remote);
    pw_node_enum_params((struct pw_node *)remote->asked, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
    remote->asking = pw_core_sync(remote->core, PW_ID_CORE, 0);
    return 0;
}

const struct cpw_variety *cpw_variety(const cpw_remote *remote) { return &remote->variety; }

void cpw_forget_variety(cpw_remote *remote) {
    if (remote->asked) {
        spa_hook_remove(&remote->asked_listener);
        spa_hook_remove(&remote->answer_listener);
        pw_proxy_destroy(remote->asked);
    }
    remote->asked = NULL;
    remote->variety = (struct cpw_variety){0};
}

const char *cpw_our_variety(void) {
    static char names[CPW_TEXT];
    if (!*names)
        for (size_t i = 0; cpw_spa_format(i) != SPA_VIDEO_FORMAT_UNKNOWN; i++)
            add_name(names, spa_debug_type_find_short_name(spa_type_video_format, cpw_spa_format(i)));
    return names;
}
