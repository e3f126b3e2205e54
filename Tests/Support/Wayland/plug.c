// Preloaded into sway 1.7, whose screens without hardware can neither be switched off nor taken away: SIGUSR1 pulls the plug of the
// first one, SIGUSR2 puts it back, under the same name. And sway, which asks for root's rights to see that it cannot have them, and
// ends where it can, runs for root too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

struct wl_display;
struct wl_event_loop;
struct wlr_output;

static const char first_name[] = "HEADLESS-1";
static struct wlr_output *first;
static void *backend;
static int is_coming_back;

static void *original(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// Every screen gets its name here, before anybody hears of it.
void wlr_output_set_name(struct wlr_output *screen, const char *name)
{
    if (is_coming_back) name = first_name;
    if (!strcmp(name, first_name)) {
        first = screen;
        backend = ((void **)screen)[1]; // the second member of struct wlr_output
    }
    ((void (*)(struct wlr_output *, const char *))original(__func__))(screen, name);
}

static int pull(int number, void *data)
{
    (void)number, (void)data;
    if (first) ((void (*)(struct wlr_output *))original("wlr_output_destroy"))(first);
    first = NULL;
    return 0;
}

static int put_back(int number, void *data)
{
    (void)number, (void)data;
    if (first) return 0;
    is_coming_back = 1;
    ((struct wlr_output *(*)(void *, unsigned, unsigned))original("wlr_headless_add_output"))(backend, 1280, 720);
    is_coming_back = 0;
    return 0;
}

void wl_display_run(struct wl_display *display)
{
    void *loop = ((void *(*)(struct wl_display *))original("wl_display_get_event_loop"))(display);
    typedef void *adder(void *, int, int (*)(int, void *), void *);
    adder *add = (adder *)original("wl_event_loop_add_signal");
    add(loop, SIGUSR1, pull, NULL);
    add(loop, SIGUSR2, put_back, NULL);
    ((void (*)(struct wl_display *))original(__func__))(display);
}

int setuid(uid_t user)
{
    (void)user;
    errno = EPERM;
    return -1;
}

int setgid(gid_t group)
{
    (void)group;
    errno = EPERM;
    return -1;
}
