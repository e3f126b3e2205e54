// What a process forbids itself that reads from the network until its end, and so cannot do without connections and name servers.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
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

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// LANDLOCK_CREATE_RULESET_VERSION, LANDLOCK_RULE_PATH_BENEATH, and the rights to read files and to list folders.
enum { ASK_VERSION = 1, BENEATH = 1, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3, X32_BIT = 0x40000000, LONGEST = 256 };

// Names of servers, authorities, and the libraries that look for them; of /run no more than the list of name servers.
static const char *const readable[] = {
    "/etc", "/usr", "/lib", "/lib64", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/dev/urandom", "/dev/null",
};

int csandbox_landlock_network(void) {
    int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    if (version < 1)
        return version < 0 && (errno == ENOSYS || errno == EOPNOTSUPP) ? 0 : version;
    struct {
        uint64_t files, network, scopes;
    } ruleset = {
        .files = ((1u << 13) - 1) | (version >= 2) << 13 | (version >= 3) << 14 | (version >= 5) << 15,
        .scopes = version >= 6 ? 3 : 0, // abstract sockets and signals
    };
    size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0)
        return -1;
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
        struct __attribute__((packed)) {
            uint64_t rights;
            int32_t parent;
        } rule = {.rights = READ_FILE | READ_FOLDER, .parent = open(readable[i], O_PATH | O_CLOEXEC)};
        if (rule.parent < 0)
            continue;
        // Of what is no folder, files alone can be allowed.
        if (syscall(SYS_landlock_add_rule, descriptor, BENEATH, &rule, 0) < 0) {
            rule.rights = READ_FILE;
            syscall(SYS_landlock_add_rule, descriptor, BENEATH, &rule, 0);
        }
        close(rule.parent);
    }
    int status = (int)syscall(SYS_landlock_restrict_self, descriptor, 0);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return status < 0 ? -1 : version;
}

static const int refused[] = {
    SYS_execve, SYS_execveat,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_swapon, SYS_swapoff, SYS_reboot,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_personality, SYS_acct, SYS_settimeofday, SYS_sethostname, SYS_setdomainname,
    SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_listen, SYS_accept, SYS_accept4,
    424, 425, 434, 438, // pidfd_send_signal, io_uring_setup, pidfd_open, pidfd_getfd: newer than some headers
};

int csandbox_filter_network(int only_log) {
    static struct sock_filter steps[LONGEST];
    uint32_t refusal = only_log ? SECCOMP_RET_LOG : SECCOMP_RET_ERRNO | EPERM;
    unsigned short count = 0;
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refusal);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refusal);
#endif
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], 0, 1);
        steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refusal);
    }
    // clone3(2) hides its flags in memory: libc then uses clone(2), which may make threads and no processes.
    steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, only_log ? SECCOMP_RET_LOG : SECCOMP_RET_ERRNO | ENOSYS);
    steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args));
    steps[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refusal);
    steps[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog given = {.len = count, .filter = steps};
    long status = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &given);
    if (status > 0) { // a thread with a filter of its own
        errno = EBUSY;
        return -1;
    }
    return (int)status;
}
