// The system calls of the process that fetches what an agent shows. It parses what strangers send, and decodes none of it: it needs the
// network and resolvers, whose calls are not ours to list. So this filter names what is refused (EPERM): to start or examine a process,
// to change what it is confined by, and to speak to the programs of this machine over their sockets.
#define _GNU_SOURCE
#include "CSandbox.h"
#include "program.h"
#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

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

// Skips so many steps unless the value is equal.
static void unless_equal(struct program *program, uint32_t value, uint8_t skipped) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

static void build(struct program *program, int local_sockets) {
    begin(program, refusal);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        unless_equal(program, (uint32_t)refused[i], 1);
        answer(program, refusal);
    }
    // Threads by the old call, whose flags can be looked at; a process by neither.
    unless_equal(program, 435 /* clone3 */, 1);
    answer(program, SECCOMP_RET_ERRNO | ENOSYS);
    unless_equal(program, SYS_clone, 4);
    load_argument(program, 0);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
    answer(program, refusal);
    answer(program, SECCOMP_RET_ALLOW);
    if (!local_sockets) {
        unless_equal(program, SYS_socket, 4);
        load_argument(program, 0);
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
