// Landlock (Documentation/userspace-api/landlock.rst of Linux): everything that versions 1 to 7 can forbid, without an
// exception. The numbers stand here since the headers of a distribution may be older than its kernel.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

enum { ASK_VERSION = 1 }; // LANDLOCK_CREATE_RULESET_VERSION

struct ruleset {
    uint64_t files;
    uint64_t network; // since version 4
    uint64_t scopes;  // since version 6
};

// Bits 0 to 12 are the file rights of version 1: execute, write, read a file, read a directory, remove and make.
static uint64_t file_rights(int version) {
    uint64_t rights = (1u << 13) - 1;
    if (version >= 2)
        rights |= 1u << 13; // link or rename across directories
    if (version >= 3)
        rights |= 1u << 14; // truncate
    if (version >= 5)
        rights |= 1u << 15; // ioctl on devices
    return rights;
}

int csandbox_landlock(void) {
    int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    if (version < 1)
        return version < 0 && (errno == ENOSYS || errno == EOPNOTSUPP) ? 0 : version;
    struct ruleset ruleset = {
        .files = file_rights(version),
        .network = version >= 4 ? 3 : 0, // bind and connect TCP
        .scopes = version >= 6 ? 3 : 0,  // abstract sockets and signals
    };
    size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0)
        return -1;
    int status = (int)syscall(SYS_landlock_restrict_self, descriptor, 0);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return status < 0 ? -1 : version;
}
