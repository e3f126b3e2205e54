// The system calls of an agent that has been set up. Everything that is not in the table is refused with EPERM: no file is
// opened, no connection made, no process started, traced or signalled, no memory made executable, no hole punched into the
// frame memory.
#define _GNU_SOURCE
#include "CSandbox.h"
#include "program.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum check {
    ANY,          // whatever its arguments
    NOT_RUNNABLE, // argument 2 without PROT_EXEC
    TO_ITSELF,    // argument 0 is this process
    OWN_REQUESTS, // argument 1 is one of `device_requests`
    OWN_FLAGS,    // argument 1 is one of `descriptor_commands`
    OWN_THREADS,  // argument 0 is a thread of this process, argument 1 the policy that it has already
    CONNECTED,    // argument 4, an address, is NULL: to the other end of a connection
    MESSAGES,     // for an agent that passes descriptors on
    OWN_ADVICE,   // argument 2 is one of `memory_advice`
};

struct rule {
    int number;
    enum check check;
};

static const struct rule rules[] = {
    // Talking over the connections that are there
    {SYS_read, ANY},      // wake-ups, sockets
    {SYS_write, ANY},     // wake-ups, standard error
    {SYS_readv, ANY},     // xcb
    {SYS_writev, ANY},    // xcb's requests
    {SYS_recvfrom, ANY},  // libzmq
    {SYS_sendto, CONNECTED}, // libzmq; the hand-off
    {SYS_recvmsg, ANY},   // xcb; new frame memory comes as a descriptor
    {SYS_sendmsg, MESSAGES}, // frame memory goes on to the X server; libwayland and libpipewire send nothing otherwise
    {SYS_shutdown, ANY},  // the end of a connection
    {SYS_getsockopt, ANY}, // libzmq asks why a connection ended
    {SYS_getsockname, ANY},
    {SYS_getpeername, ANY}, // is the X server on this machine?
    // Frame memory
    {SYS_pwrite64, ANY}, // into a slot, where the X server cannot
    {SYS_pread64, ANY},
    {SYS_lseek, ANY},    // its size
    {SYS_fstat, ANY},
    {SYS_fcntl, OWN_FLAGS}, // its seals; duplicates
    {SYS_close, ANY},
    // Waiting
    {SYS_ppoll, ANY},
    {SYS_epoll_pwait, ANY},
    {SYS_epoll_ctl, ANY}, // libzmq's loop
    {SYS_eventfd2, ANY},  // libzmq's mailboxes
    {SYS_futex, ANY},
    {SYS_nanosleep, ANY},
    {SYS_clock_nanosleep, ANY},
    {SYS_sched_yield, ANY},
    {SYS_restart_syscall, ANY}, // after SIGSTOP and SIGCONT
    {SYS_ioctl, OWN_REQUESTS},
#ifdef SYS_poll // x86-64 alone has the old forms
    {SYS_poll, ANY},
    {SYS_epoll_wait, ANY},
#endif
    // The clock, where the vDSO hands on to the kernel
    {SYS_clock_gettime, ANY},
    {SYS_clock_getres, ANY},
    {SYS_gettimeofday, ANY},
#ifdef SYS_time
    {SYS_time, ANY},
#endif
    // Memory of its own, never executable
    {SYS_mmap, NOT_RUNNABLE},
    {SYS_mprotect, NOT_RUNNABLE},
    {SYS_munmap, ANY},
    {SYS_mremap, ANY},
    {SYS_madvise, OWN_ADVICE}, // freed heap goes back
    {SYS_brk, ANY},
    // A thread of libzmq's that the machine has been too busy to start says so to the kernel
    {SYS_rseq, ANY},
    {SYS_set_robust_list, ANY},
    {SYS_sched_getparam, ANY}, // and asks how it is scheduled: libzmq aborts when that is refused
    {SYS_sched_getscheduler, ANY},
    {SYS_sched_setscheduler, OWN_THREADS}, // and sets it again as it was; what it may rise to is for `csandbox_limits`
    // Who am I, and chance
    {SYS_getpid, ANY}, // libzmq, at every message
    {SYS_gettid, ANY},
    {SYS_getppid, ANY},
    {SYS_getuid, ANY},
    {SYS_geteuid, ANY},
    {SYS_getgid, ANY},
    {SYS_getegid, ANY},
    {SYS_getcpu, ANY},
    {SYS_getrandom, ANY},
    // Signals, and the end
    {SYS_rt_sigreturn, ANY},
    {SYS_rt_sigaction, ANY},
    {SYS_rt_sigprocmask, ANY},
    {SYS_sigaltstack, ANY},
    {SYS_tgkill, TO_ITSELF}, // abort
    {SYS_kill, TO_ITSELF},
    {SYS_exit, ANY},
    {SYS_exit_group, ANY},
};

static const uint32_t descriptor_commands[] = {F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GET_SEALS};

// What waits to be read; a camera's buffers, and its zoom, focus and light, one at a time: the camera itself was set up before.
static const uint32_t device_requests[] = {FIONREAD, VIDIOC_QBUF, VIDIOC_DQBUF, VIDIOC_G_CTRL, VIDIOC_S_CTRL};

// What malloc does with memory of its own. Never to poison a page, nor to punch a hole into a shared one.
static const uint32_t memory_advice[] = {MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE};

static int sends_descriptors;

void csandbox_allow_sending(int descriptors) { sends_descriptors = descriptors; }

// The threads that there are when the filter is made; later there are no others. Listed by a descriptor from before the files
// were forbidden.
enum { MOST_THREADS = 16 };
static int thread_list = -1;
static struct {
    uint32_t numbers[MOST_THREADS], policies[MOST_THREADS];
    size_t count;
} own_threads;

int csandbox_know_threads(void) {
    if (thread_list < 0)
        thread_list = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return thread_list < 0 ? -1 : 0;
}

static void list_threads(void) {
    own_threads.count = 0;
    csandbox_know_threads();
    DIR *directory = thread_list < 0 ? NULL : fdopendir(thread_list);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) && own_threads.count < MOST_THREADS;) {
        long number = strtol(entry->d_name, NULL, 10);
        int policy = number > 0 ? sched_getscheduler((pid_t)number) : -1;
        if (policy < 0)
            continue;
        own_threads.numbers[own_threads.count] = (uint32_t)number;
        own_threads.policies[own_threads.count++] = (uint32_t)policy;
    }
    closedir(directory);
    thread_list = -1;
}

// Both halves of an argument that is a pointer.
static void allow_if_null(struct program *program, int index) {
    load_argument(program, index);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
    load(program, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)index + sizeof(uint32_t));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
}

static void allow_if_equal(struct program *program, uint32_t value) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
}

static void allow_each(struct program *program, int index, const uint32_t *values, size_t count) {
    load_argument(program, index);
    for (size_t i = 0; i < count; i++)
        allow_if_equal(program, values[i]);
}

#define ALLOW_EACH(program, index, list) allow_each(program, index, list, sizeof list / sizeof *list)

// What follows the comparison of the number: it ends with a verdict.
static void add_check(struct program *program, enum check check, uint32_t refusal) {
    switch (check) {
    case ANY:
        answer(program, SECCOMP_RET_ALLOW);
        return;
    case NOT_RUNNABLE:
        load_argument(program, 2);
        add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
        answer(program, SECCOMP_RET_ALLOW);
        break;
    case TO_ITSELF:
        load_argument(program, 0);
        allow_if_equal(program, (uint32_t)getpid());
        break;
    case OWN_REQUESTS:
        ALLOW_EACH(program, 1, device_requests);
        break;
    case OWN_THREADS:
        for (size_t i = 0; i < own_threads.count; i++) {
            load_argument(program, 0);
            add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_threads.numbers[i], 0, 3));
            load_argument(program, 1);
            allow_if_equal(program, own_threads.policies[i]);
        }
        break;
    case CONNECTED:
        allow_if_null(program, 4);
        break;
    case MESSAGES:
        if (sends_descriptors)
            answer(program, SECCOMP_RET_ALLOW);
        break;
    case OWN_ADVICE:
        ALLOW_EACH(program, 2, memory_advice);
        break;
    case OWN_FLAGS:
        ALLOW_EACH(program, 1, descriptor_commands);
        break;
    }
    answer(program, refusal);
}

static void build(struct program *program, uint32_t refusal) {
    begin(program, refusal);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        unsigned short comparison = program->count;
        add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rules[i].number, 0, 0));
        add_check(program, rules[i].check, refusal);
        if (program->count < LONGEST)
            program->steps[comparison].jf = (uint8_t)(program->count - comparison - 1);
    }
    answer(program, refusal);
}

int csandbox_filter(int only_log) {
    static struct program program;
    program.count = 0;
    list_threads();
    build(&program, only_log ? SECCOMP_RET_LOG : SECCOMP_RET_ERRNO | EPERM);
    if (program.count >= LONGEST) {
        errno = E2BIG;
        return -1;
    }
    struct sock_fprog given = {.len = program.count, .filter = program.steps};
    long status = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &given);
    if (status > 0) { // a thread with a filter of its own
        errno = EBUSY;
        return -1;
    }
    return (int)status;
}
