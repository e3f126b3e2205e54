#include "internal.h"
#include <errno.h>
#include <stdlib.h>

static void turn_data(void *context, int descriptor, uint32_t mask) {
    (void)descriptor;
    (void)mask;
    cpw_library *library = context;
    pw_loop_iterate(library->data_loop, 0);
}

cpw_library *cpw_open(void) {
    pw_init(NULL, NULL);
    // The agent reports what matters; libpipewire's own log is for those who ask for it.
    if (!getenv("PIPEWIRE_DEBUG"))
        pw_log_set_level(SPA_LOG_LEVEL_NONE);
    cpw_library *library = calloc(1, sizeof *library);
    if (!library)
        return NULL;
    library->loop = pw_loop_new(NULL);
    if (!library->loop)
        goto failed;
    pw_loop_enter(library->loop);
    // Of the usual configuration only the two modules that a stream needs are loaded, each 50 to 100 KiB of private memory.
    // Nothing is locked: locking would charge the compositor's pages to the process that locked them first.
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_CONFIG_NAME, "null", "support.dbus", "false", "mem.allow-mlock", "false", "mem.warn-mlock", "false",
        "context.num-data-loops", "0", PW_KEY_APP_NAME, "Splitcast", PW_KEY_APP_ID, "splitcast", PW_KEY_APP_ICON_NAME, "video-display", NULL);
    library->context = properties ? pw_context_new(library->loop, properties, 0) : NULL;
    if (!library->context)
        goto failed;
    pw_context_add_spa_lib(library->context, "support.*", "support/libspa-support");
    if (!pw_context_load_module(library->context, "libpipewire-module-protocol-native", NULL, NULL) ||
        !pw_context_load_module(library->context, "libpipewire-module-client-node", NULL, NULL))
        goto failed;
    // From PipeWire 1.2 on, no loop for data means this one. Before, there always is one, on a thread of its own.
    struct pw_data_loop *data = pw_context_get_data_loop(library->context);
    if (!data)
        return library;
    pw_data_loop_stop(data);
    library->data_loop = pw_data_loop_get_loop(data);
    pw_loop_enter(library->data_loop);
    library->data_source =
        pw_loop_add_io(library->loop, pw_loop_get_fd(library->data_loop), SPA_IO_IN, false, turn_data, library);
    if (!library->data_source)
        goto failed;
    return library;
failed:;
    int number = errno ? errno : ENOSYS;
    cpw_close(library);
    errno = number;
    return NULL;
}

int cpw_descriptor(const cpw_library *library) { return pw_loop_get_fd(library->loop); }

void cpw_turn(cpw_library *library) {
    // One turn takes in up to 32 things; what is left makes the descriptor readable again.
    pw_loop_iterate(library->loop, 0);
}

void cpw_close(cpw_library *library) {
    if (library->data_source)
        pw_loop_destroy_source(library->loop, library->data_source);
    if (library->data_loop)
        pw_loop_leave(library->data_loop);
    if (library->context)
        pw_context_destroy(library->context);
    if (library->loop) {
        pw_loop_leave(library->loop);
        pw_loop_destroy(library->loop);
    }
    free(library);
    pw_deinit();
}
