/* A Splitcast agent in C, written from PROTOCOL.md: eight colour bars that move, and a counter of sixteen cells below
 * them, white for 1, the lowest bit at the left: the number of the notice.
 *
 *     cc -std=c11 -Wall -Wextra -o agent agent.c -lzmq        (Debian: libzmq3-dev)
 *     ./agent --group talk [--standby]
 *
 * It ends with 0 when it was asked to, 2 for a wrong option, 4 for trouble with the group. */
#define _GNU_SOURCE
#include "../splitcast.h"
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { WIDTH = 640, HEIGHT = 360, STRIDE = WIDTH * 4, SLOTS = 3, BARS = 8, CELLS = 16, COUNTER_TOP = 320 };
static const uint32_t colours[BARS] = {0xffffff, 0xffff00, 0x00ffff, 0x00ff00, 0xff00ff, 0xff0000, 0x0000ff, 0x000000};
static const int64_t second = 1000000000, millisecond = 1000000; /* in nanoseconds */
static volatile sig_atomic_t interrupted;

struct attachment {
    int handoff;
    void *channel;
    uint32_t generation, memory;
    int64_t heartbeat, silence; /* ns */
    uint8_t *pixels;
    size_t size;
};

static void interrupt(int number) { interrupted = number; }
static int fail(int status, const char *what) { return fprintf(stderr, "agent: %s\n", what), status; }

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * second + time.tv_nsec;
}

/* The path of a group; 0 when what is there is not a private directory of ours. Nothing there is fine: no host yet. */
static int find_group(const char *name, char *path, size_t room) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    char own[64];
    snprintf(own, sizeof own, "/run/user/%u", (unsigned)getuid());
    if (!runtime && access(own, W_OK) == 0) runtime = own;
    if (runtime) snprintf(path, room, "%s/splitcast/%s", runtime, name);
    else snprintf(path, room, "/tmp/splitcast-%u/%s", (unsigned)getuid(), name);
    struct stat found;
    return lstat(path, &found) != 0 || (S_ISDIR(found.st_mode) && found.st_uid == getuid() && !(found.st_mode & 077));
}

/* Waits up to five seconds for a message of `kind` and passes over unknown ones: its length, 0 after a refusal, or -1. */
static ssize_t receive(int socket, enum sc_kind kind, size_t least, void *bytes, size_t room, int *descriptor) {
    for (;;) {
        union { struct cmsghdr aligned; char space[CMSG_SPACE(sizeof(int))]; } control;
        struct iovec part = {bytes, room};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        struct pollfd readable = {socket, POLLIN, 0};
        if (poll(&readable, 1, 5000) <= 0) return -1;
        ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count <= 0 || !sc_is_whole(bytes, (size_t)count, sizeof(struct sc_header))) return -1;
        const struct cmsghdr *extra = CMSG_FIRSTHDR(&message);
        if (extra && extra->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(extra), sizeof(int));
        const struct sc_header *header = bytes;
        char text[256];
        if (header->kind == SC_REFUSAL && sc_get_text((char *)bytes + sizeof(struct sc_refusal), (char *)bytes + count, text))
            return fail(0, text);
        if (header->kind == kind) return sc_is_whole(bytes, (size_t)count, least) ? count : -1;
    }
}

/* Attaches to the host of a group: 1 attached, 0 refused, -1 no host, or it went away meanwhile. */
static ssize_t attach(struct attachment *to, const char *group, uint16_t flags, void *context) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char bytes[2048], endpoint[256], *end = bytes + sizeof(struct sc_hello);
    if (snprintf(address.sun_path, sizeof address.sun_path, "%s/handoff.sock", group) >= (int)sizeof address.sun_path) return -1;
    to->handoff = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (connect(to->handoff, (struct sockaddr *)&address, sizeof address)) return -1;

    end = sc_put_text(sc_put_text(sc_put_text(end, "example-c", 32), "colour bars", 128), "screen", 32);
    struct sc_hello hello = {sc_head(SC_HELLO, (size_t)(end - bytes)), SC_VERSION, SC_VERSION, flags, (uint32_t)getpid(), 1024};
    memcpy(bytes, &hello, sizeof hello);
    send(to->handoff, bytes, (size_t)(end - bytes), MSG_NOSIGNAL);
    int descriptor = -1;
    ssize_t count = receive(to->handoff, SC_WELCOME, sizeof(struct sc_welcome), bytes, sizeof bytes, &descriptor);
    if (count <= 0) return count;
    const struct sc_welcome *welcome = (const void *)bytes;
    if (!sc_get_text(bytes + sizeof *welcome, bytes + count, endpoint)) return -1;
    to->generation = welcome->generation;
    to->heartbeat = welcome->heartbeat_ms * millisecond;
    to->silence = 3 * welcome->silence_ms * millisecond;

    to->channel = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(to->channel, ZMQ_MAXMSGSIZE, &(int64_t){SC_MESSAGE_MAX_BYTES}, sizeof(int64_t));
    zmq_setsockopt(to->channel, ZMQ_LINGER, &(int){1000}, sizeof(int));
    if (zmq_connect(to->channel, endpoint)) return -1;

    struct sc_geometry geometry = {sc_head(SC_GEOMETRY, sizeof geometry), WIDTH, HEIGHT, SC_BGRX, STRIDE, SLOTS};
    send(to->handoff, &geometry, sizeof geometry, MSG_NOSIGNAL);
    count = receive(to->handoff, SC_MEMORY, sizeof(struct sc_memory), bytes, sizeof bytes, &descriptor);
    if (count <= 0) return count;
    const struct sc_memory *memory = (const void *)bytes;
    to->memory = memory->memory, to->size = memory->size;
    to->pixels = mmap(NULL, to->size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    return to->pixels != MAP_FAILED && to->size >= SLOTS * sc_slot_bytes(STRIDE, HEIGHT) ? 1 : -1;
}

static void draw(uint8_t *slot, uint64_t number) {
    for (uint32_t y = 0; y < HEIGHT; y++) {
        uint32_t *row = (uint32_t *)(void *)(slot + (size_t)y * STRIDE);
        for (uint32_t x = 0; x < WIDTH; x++)
            row[x] = y < COUNTER_TOP ? colours[(x + number * 2) % WIDTH * BARS / WIDTH] : number >> x * CELLS / WIDTH & 1 ? 0xffffff : 0;
    }
}

/* The last message, and the host's confirmation: the end of the connection, within a second. */
static int say_ended(const struct attachment *on, uint8_t reason) {
    struct { struct sc_ended fixed; char text; } SC_PACKED ended = {{sc_head(SC_ENDED, sizeof ended), on->generation, reason, 0}, 0};
    zmq_send(on->channel, &ended, sizeof ended, ZMQ_DONTWAIT);
    poll(&(struct pollfd){on->handoff, POLLIN, 0}, 1, 1000);
    return 1;
}

/* Draws for one host: 1 when it said stop or we were interrupted, 0 when it went away. */
static int serve(const struct attachment *on) {
    struct sc_host_state host = {.wish = SC_WAIT}, update;
    uint64_t used[SLOTS] = {0}, number = 0, waited = 0, sequence = 0;
    int64_t heard = now(), next_heartbeat = 0, next_frame = 0;
    uint8_t phase = SC_READY;
    for (;;) {
        uint8_t wish = host.wish;
        for (int got; (got = zmq_recv(on->channel, &update, sizeof update, ZMQ_DONTWAIT)) >= 0;) {
            heard = now(); /* what is longer than `update` is cut, and of a kind that we do not know */
            if (got != sizeof update || !sc_is_whole(&update, sizeof update, sizeof update) || update.header.kind != SC_HOST_STATE) continue;
            if (update.generation == on->generation && update.sequence > host.sequence) host = update;
        }
        if (interrupted || host.wish == SC_STOP) return say_ended(on, interrupted ? SC_STOPPED : host.reason);
        if (now() - heard > on->silence) return fail(0, "the host has gone silent");
        if (host.wish == SC_CAPTURE) phase = SC_STARTED;
        if (now() >= next_heartbeat || host.wish != wish) {
            struct sc_agent_state state = {sc_head(SC_AGENT_STATE, sizeof state), on->generation, ++sequence, phase, host.wish == SC_PAUSE, 0,
                                           number, waited, 0};
            zmq_send(on->channel, &state, sizeof state, ZMQ_DONTWAIT);
            next_heartbeat = now() + on->heartbeat;
        }
        if (host.wish == SC_CAPTURE && now() >= next_frame) {
            uint8_t slot = 0; /* no loan, no grab */
            while (slot < SLOTS && !(host.memory == on->memory && host.lent >> slot & 1 && used[slot] <= host.last_notice)) slot++;
            if (slot < SLOTS) {
                int64_t time = now();
                draw(on->pixels + slot * sc_slot_bytes(STRIDE, HEIGHT), used[slot] = ++number);
                struct { struct sc_notice fixed; struct sc_rectangle damage; } SC_PACKED notice = {
                    {sc_head(SC_NOTICE, sizeof notice), on->generation, on->memory, number, time, slot, SC_UP, 0, 1},
                    {0, 0, WIDTH, HEIGHT}};
                zmq_send(on->channel, &notice, sizeof notice, ZMQ_DONTWAIT);
            } else waited++;
            next_frame = (next_frame > now() - second / 10 ? next_frame : now()) + 1000 * second / (host.frame_rate ? host.frame_rate : 1000);
        }
        int64_t next = host.wish == SC_CAPTURE && next_frame < next_heartbeat ? next_frame : next_heartbeat, wait = next - now();
        zmq_pollitem_t events[] = {{.socket = on->channel, .events = ZMQ_POLLIN}, {.fd = on->handoff, .events = ZMQ_POLLIN}};
        zmq_poll(events, 2, wait > 0 ? (long)(wait / millisecond + 1) : 0);
        if (events[1].revents && recv(on->handoff, &update, sizeof update, MSG_DONTWAIT) == 0) return fail(0, "the host is gone");
    }
}

int main(int count, char **arguments) {
    const char *group = "default";
    uint16_t flags = 0;
    for (int at = 1; at < count; at++) {
        if (!strcmp(arguments[at], "--standby")) flags |= SC_STANDBY;
        else if (!strcmp(arguments[at], "--group") && at + 1 < count && !strchr(arguments[at + 1], '/')) group = arguments[++at];
        else return fail(2, "usage: agent [--group NAME] [--standby]");
    }
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = interrupt}, NULL);
    void *context = zmq_ctx_new();
    ssize_t attached = -1, done = 0;
    for (int said = 0; !done && attached && !interrupted;) {
        char path[256];
        if (!find_group(group, path, sizeof path)) return fail(4, "the group's directory must be your own, with mode 0700");
        struct attachment host = {.handoff = -1};
        attached = attach(&host, path, flags, context);
        if (attached < 0 && !said++) fail(0, "waiting for a host");
        if (attached > 0) done = serve(&host), flags |= SC_STANDBY, said = 0; /* another agent may be live after a host that went away */
        if (host.channel) zmq_close(host.channel);
        if (host.pixels && host.pixels != MAP_FAILED) munmap(host.pixels, host.size);
        if (host.handoff >= 0) close(host.handoff);
        if (attached && !done && !interrupted) poll(NULL, 0, 250);
    }
    zmq_ctx_term(context);
    return attached ? 0 : 4;
}
