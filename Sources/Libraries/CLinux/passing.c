// Streams over Unix sockets with any number of descriptors.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int clinux_stream_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends); }

int clinux_connect_stream(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made >= 0 && connect(made, (struct sockaddr *)&address, sizeof address) < 0) {
        int saved = errno;
        close(made);
        errno = saved;
        return -1;
    }
    return made;
}

union control {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int) * CLINUX_MOST_PASSED)];
};

ssize_t clinux_send_passing(int socket, const void *bytes, size_t count, const int *descriptors, size_t passed) {
    if (passed > CLINUX_MOST_PASSED) {
        errno = EINVAL;
        return -1;
    }
    union control control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (passed > 0) {
        size_t size = sizeof(int) * passed;
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t clinux_receive_passing(int socket, void *bytes, size_t capacity, int descriptors[CLINUX_MOST_PASSED], size_t *passed, int *lost) {
    union control control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *passed = 0;
    *lost = 0;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (count < 0)
        return count;
    // The kernel closes what there was no room for.
    *lost = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t n = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < n && *passed < CLINUX_MOST_PASSED; i++)
            memcpy(&descriptors[(*passed)++], CMSG_DATA(header) + i * sizeof(int), sizeof(int));
    }
    return count;
}
