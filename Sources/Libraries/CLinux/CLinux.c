#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int clinux_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    return link(from, to) == 0 ? unlink(from) : -1;
}

int clinux_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int clinux_try_lock(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int clinux_is_locked(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

ssize_t clinux_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    // The sandbox of an agent that has no descriptor to pass on refuses sendmsg(2).
    if (descriptor < 0)
        return send(socket, bytes, count, MSG_NOSIGNAL);
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive_with_descriptor(int socket, void *bytes, size_t capacity, int *descriptor, int *truncated) {
    // Room for more than one, so that surplus descriptors can be closed rather than leaked.
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * 8)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0)
        return count;
    *truncated = (message.msg_flags & MSG_TRUNC) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t n = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < n; i++) {
            int each;
            memcpy(&each, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (*descriptor < 0)
                *descriptor = each;
            else
                close(each);
        }
    }
    return count;
}

int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0)
        return -1;
    *pid = credentials.pid;
    *uid = credentials.uid;
    *gid = credentials.gid;
    return 0;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_poll(void *entries, size_t count, int64_t nanoseconds) {
    struct timespec span = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(entries, count, nanoseconds < 0 ? NULL : &span, NULL);
}

int clinux_pidfd_kill(int pidfd) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
}

int clinux_peer_pidfd(int socket) {
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
    int made = -1;
    socklen_t length = sizeof made;
    return getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &made, &length) < 0 ? -1 : made;
}

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void clinux_name_current_thread(const char *name) {
    char shortened[16];
    snprintf(shortened, sizeof shortened, "%s", name);
    pthread_setname_np(pthread_self(), shortened);
}

int clinux_nice_current_thread(int nice) {
    return setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice);
}

int clinux_make_current_thread_real_time(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters);
}

// Relocations in what is not writable: none of the architectures that are in use has them, and they would be lost.
static int has_text_relocations(const struct dl_phdr_info *object) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_DYNAMIC)
            continue;
        for (const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + part->p_vaddr); entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL))
                return 1;
    }
    return 0;
}

static int drop_unwritten(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    if (has_text_relocations(object))
        return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        // What was ever written to (relocations too) is not in the file as it is in memory.
        if (part->p_type != PT_LOAD || part->p_flags & PF_W)
            continue;
        uintptr_t begin = (object->dlpi_addr + part->p_vaddr) / page * page;
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz + page - 1) / page * page;
        madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    return 0;
}

void clinux_forget_program(void) { dl_iterate_phdr(drop_unwritten, NULL); }

static int fill(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

static int fail(int descriptor) {
    int saved = errno;
    close(descriptor);
    errno = saved;
    return -1;
}

static int listen_at(const char *path, int type, int backlog) {
    struct sockaddr_un address;
    if (fill(&address, path) < 0)
        return -1;
    int descriptor = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, backlog) < 0)
        return fail(descriptor);
    return descriptor;
}

int clinux_listen_seqpacket(const char *path, int backlog) { return listen_at(path, SOCK_SEQPACKET, backlog); }

int clinux_listen_stream(const char *path, int backlog) { return listen_at(path, SOCK_STREAM, backlog); }

int clinux_connect_seqpacket(const char *path) {
    struct sockaddr_un address;
    if (fill(&address, path) < 0)
        return -1;
    // Without waiting: a listener that hangs would hold the process that connects for ever. EAGAIN when too many wait already.
    int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
        return fail(descriptor);
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) < 0)
        return fail(descriptor);
    return descriptor;
}

int clinux_stream_owner(const char *path, pid_t *pid, uid_t *uid, gid_t *gid) {
    struct sockaddr_un address;
    if (fill(&address, path) < 0)
        return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || clinux_peer_credentials(descriptor, pid, uid, gid) < 0)
        return fail(descriptor);
    close(descriptor);
    return 0;
}

int clinux_landlock_version(void) {
    enum { CREATE_RULESET_VERSION = 1 };
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int)version;
}

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

static int signal_descriptor = -1;

// Signals so close together are one: timeout(1) and supervisors signal a process and its group in the same moment.
static const int64_t one_gesture_ns = 300 * 1000000ll;
static _Atomic int64_t gesture_began = INT64_MIN / 2;
static _Atomic int gestures = 0;

// The third asks nothing of any thread: whatever they wait for, the process ends.
static void count_gesture(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t time = now.tv_sec * 1000000000ll + now.tv_nsec, began = gesture_began;
    if (time - began <= one_gesture_ns || !atomic_compare_exchange_strong(&gesture_began, &began, time))
        return;
    if (atomic_fetch_add(&gestures, 1) == 2)
        _exit(130);
}

static int hangup_descriptor = -1;

static void on_signal(int number) {
    int saved = errno, is_hangup = number == SIGHUP && hangup_descriptor >= 0;
    if (!is_hangup)
        count_gesture();
    uint64_t one = 1;
    ssize_t ignored = write(is_hangup ? hangup_descriptor : signal_descriptor, &one, sizeof one);
    (void)ignored;
    errno = saved;
}

void clinux_hangup_to_descriptor(int descriptor) { hangup_descriptor = descriptor; }

int clinux_signals_to_descriptor(int descriptor) {
    signal_descriptor = descriptor;
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    signal(SIGPIPE, SIG_IGN);
    // Beyond RLIMIT_FSIZE a write fails, as on a full disk, instead of ending the process.
    signal(SIGXFSZ, SIG_IGN);
    if (sigaction(SIGINT, &action, NULL) < 0 || sigaction(SIGTERM, &action, NULL) < 0)
        return -1;
    return sigaction(SIGHUP, &action, NULL);
}
