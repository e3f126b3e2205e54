// Landlock (Documentation/userspace-api/landlock.rst of Linux): everything that versions 1 to 7 can forbid, without an
// exception; for the process that fetches, without the network and with some places to read. The numbers stand here since the
// headers of a distribution may be older than its kernel.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule 445
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

enum { ASK_VERSION = 1 };  // LANDLOCK_CREATE_RULESET_VERSION
enum { PATH_BENEATH = 1 }; // LANDLOCK_RULE_PATH_BENEATH
enum { READ_FILE = 1 << 2, READ_DIRECTORY = 1 << 3 };

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

// A file or a folder, and all below it, may be read. Where it is not there, nothing is.
static void allow_reading(int ruleset, const char *path) {
    struct __attribute__((packed)) {
        uint64_t allowed;
        int32_t parent;
    } rule = {.allowed = READ_FILE, .parent = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0)
        return;
    struct stat facts;
    if (fstat(rule.parent, &facts) == 0 && S_ISDIR(facts.st_mode))
        rule.allowed |= READ_DIRECTORY;
    syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &rule, 0);
    close(rule.parent);
}

static int restrict_to(const char *const *readable, size_t count, int has_network) {
    int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    if (version < 1)
        return version < 0 && (errno == ENOSYS || errno == EOPNOTSUPP) ? 0 : version;
    struct ruleset ruleset = {
        .files = file_rights(version),
        .network = version >= 4 && !has_network ? 3 : 0, // bind and connect TCP
        .scopes = version >= 6 ? 3 : 0,                  // abstract sockets and signals
    };
    size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        allow_reading(descriptor, readable[i]);
    int status = (int)syscall(SYS_landlock_restrict_self, descriptor, 0);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return status < 0 ? -1 : version;
}

int csandbox_landlock(void) { return restrict_to(NULL, 0, 0); }

// Names of machines, certificates, and the libraries that glibc loads to look names up: the system's, none of the user's.
static const char *const system_places[] = {
    "/etc", "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/ca-certificates", "/usr/share/pki", "/usr/local/share/ca-certificates",
    "/var/lib/ca-certificates", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/dev/urandom", "/dev/random",
};

int csandbox_landlock_fetching(void) { return restrict_to(system_places, sizeof system_places / sizeof *system_places, 1); }
