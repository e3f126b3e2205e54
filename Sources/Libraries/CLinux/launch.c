#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_STACK = 64 * 1024 };

struct start {
    struct clinux_launch *launch;
    pid_t parent;
};

static void limit(int which, uint64_t most) {
    if (most == 0)
        return;
    struct rlimit both = {.rlim_cur = most, .rlim_max = most};
    setrlimit(which, &both);
}

// Of RLIMIT_NOFILE, before it was raised; 0 where it was not.
static rlim_t first_descriptor_limit;

uint64_t clinux_descriptor_limit(void) {
    struct rlimit both = {.rlim_cur = 1024};
    getrlimit(RLIMIT_NOFILE, &both);
    return both.rlim_cur;
}

void clinux_raise_descriptor_limit(void) {
    struct rlimit both;
    if (getrlimit(RLIMIT_NOFILE, &both) < 0)
        return;
    rlim_t before = both.rlim_cur, most = both.rlim_max < 65536 ? both.rlim_max : 65536;
    if (before >= most)
        return;
    both.rlim_cur = most;
    if (setrlimit(RLIMIT_NOFILE, &both) == 0)
        first_descriptor_limit = before;
}

// What the child runs may use select(2), which traps above 1024.
static void restore_descriptor_limit(void) {
    struct rlimit both;
    if (first_descriptor_limit == 0 || getrlimit(RLIMIT_NOFILE, &both) < 0)
        return;
    both.rlim_cur = first_descriptor_limit;
    setrlimit(RLIMIT_NOFILE, &both);
}

void clinux_close_from(int first) {
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
        return;
    // A kernel before 5.9.
    struct rlimit most = {.rlim_cur = 1024};
    getrlimit(RLIMIT_NOFILE, &most);
    for (int descriptor = first; descriptor < 65536 && (rlim_t)descriptor < most.rlim_cur; descriptor++)
        close(descriptor);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// ThreadSanitizer takes what it sees of clone for a fork with memory of its own. This is glibc's other name of the same.
int __clone(int (*body)(void *), void *stack, int flags, void *argument, ...);
#define clone __clone
#endif
#endif

// Runs on a stack of its own in its parent's memory until exec, its parent standing still: no locks, no allocation.
// Its errno is its parent's, too.
static int child(void *argument) {
    struct start *start = argument;
    struct clinux_launch *launch = start->launch;

    // A handler would run in the parent's memory, and what is ignored stays ignored after exec. The kernel's own call,
    // since glibc's keeps two signals to itself; all zero means SIG_DFL.
    static const uint64_t standard[8];
    for (int number = 1; number <= 64; number++)
        syscall(SYS_rt_sigaction, number, standard, NULL, sizeof(uint64_t));

    launch->step = "making a session";
    if (setsid() < 0)
        goto failed;
    if (launch->ends_with_thread) {
        launch->step = "asking to end with its host";
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
            goto failed;
        errno = ESRCH;
        if (getppid() != start->parent)
            goto failed;
    }
    if (launch->group >= 0) {
        launch->step = "entering its memory group";
        if (write(launch->group, "0", 1) != 1)
            goto failed;
    }
    limit(RLIMIT_STACK, launch->stack_bytes);
    limit(RLIMIT_DATA, launch->data_bytes);
    if (launch->no_new_privileges) {
        launch->step = "giving up new privileges";
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
            goto failed;
    }

    launch->step = "handing over a connection";
    // Above 3 first, out of the way of what follows.
    int connection = launch->connection < 0 ? -1 : fcntl(launch->connection, F_DUPFD, CLINUX_CONNECTION + 1);
    if (launch->connection >= 0 && connection < 0)
        goto failed;

    launch->step = "redirecting what it reads and writes";
    // Above 2 first: the host itself may have been started with these closed.
    int text = fcntl(launch->text, F_DUPFD, 3);
    int input = launch->input >= 0 ? fcntl(launch->input, F_DUPFD, 3) : -1;
    if (text < 0 || (launch->input >= 0 && input < 0) || dup2(text, 1) < 0 || dup2(text, 2) < 0)
        goto failed;
    if (input < 0)
        input = open("/dev/null", O_RDONLY);
    if (input < 0 || (input != 0 && dup2(input, 0) < 0))
        goto failed;
    if (connection >= 0 && dup2(connection, CLINUX_CONNECTION) < 0)
        goto failed;
    clinux_close_from(connection < 0 ? CLINUX_CONNECTION : CLINUX_CONNECTION + 1);
    restore_descriptor_limit();

    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    launch->step = NULL;
    execve(launch->program, launch->arguments, launch->environment);

failed:
    launch->number = errno;
    _exit(127);
}

pid_t clinux_launch(struct clinux_launch *launch) {
    launch->number = 0;
    launch->step = NULL;
    void *stack = mmap(NULL, CHILD_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        launch->number = errno;
        return -1;
    }
    struct start start = {.launch = launch, .parent = getpid()};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t made = clone(child, (char *)stack + CHILD_STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
    if (made < 0)
        launch->number = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, CHILD_STACK);
    if (made >= 0 && launch->number != 0) {
        while (waitpid(made, NULL, 0) < 0 && errno == EINTR)
            ;
        made = -1;
    }
    if (made < 0)
        errno = launch->number;
    return made;
}

int clinux_has_ended(pid_t pid) {
    siginfo_t facts = {0};
    return waitid(P_PID, (id_t)pid, &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && facts.si_pid != 0;
}
