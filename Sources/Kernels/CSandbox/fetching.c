// The system calls of the process that fetches what an agent shows. It parses what strangers send, and decodes none of it: it needs the
// network and resolvers, whose calls are not ours to list. So this filter names what is refused (EPERM): to start or examine a process,
// to change what it is confined by, and to speak to the programs of this machine over their sockets.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the seccomp filter knows x86-64 and aarch64: add this machine's AUDIT_ARCH_ value"
#endif

enum { X32_BIT = 0x40000000, LONGEST = 128 };

// Those without a name in old headers have the same number on all machines.
static const int refused[] = {
    SYS_execve, SYS_execveat,
#ifdef SYS_fork // x86-64 alone has the old forms
    SYS_fork, SYS_vfork,
#endif
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, 438 /* pidfd_getfd */, 424 /* pidfd_send_signal */, 434 /* pidfd_open */,
    SYS_kcmp, SYS_unshare, SYS_setns, SYS_chroot, SYS_pivot_root, SYS_mount, SYS_umount2, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    425 /* io_uring_setup */, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_shmget, SYS_shmat, SYS_mknodat, SYS_setsid, SYS_setpgid,
};

struct program {
    struct sock_filter steps[LONGEST];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter step) {
    if (program->count < LONGEST)
        program->steps[program->count++] = step;
}

static void load(struct program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *program, uint32_t verdict) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

// Skips so many steps unless the value is equal.
static void unless_equal(struct program *program, uint32_t value, uint8_t skipped) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

// The lower half: all that the kernel looks at in the two calls that are examined.
static void first_argument(struct program *program) { load(program, offsetof(struct seccomp_data, args)); }

static void build(struct program *program, int local_sockets) {
    load(program, offsetof(struct seccomp_data, arch));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
    answer(program, refusal);
    load(program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    // The same calls once more, numbered for x32.
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1));
    answer(program, refusal);
#endif
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        unless_equal(program, (uint32_t)refused[i], 1);
        answer(program, refusal);
    }
    // Threads by the old call, whose flags can be looked at; a process by neither.
    unless_equal(program, 435 /* clone3 */, 1);
    answer(program, SECCOMP_RET_ERRNO | ENOSYS);
    unless_equal(program, SYS_clone, 4);
    first_argument(program);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
    answer(program, refusal);
    answer(program, SECCOMP_RET_ALLOW);
    if (!local_sockets) {
        unless_equal(program, SYS_socket, 4);
        first_argument(program);
        unless_equal(program, AF_UNIX, 1);
        answer(program, refusal);
        answer(program, SECCOMP_RET_ALLOW);
    }
    answer(program, SECCOMP_RET_ALLOW);
}

int csandbox_filter_fetching(int local_sockets) {
    static struct program program;
    program.count = 0;
    build(&program, local_sockets);
    if (program.count >= LONGEST) {
        errno = E2BIG;
        return -1;
    }
    struct sock_fprog given = {.len = program.count, .filter = program.steps};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &given);
}
