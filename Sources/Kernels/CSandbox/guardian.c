// The tiny parent of a sandboxed agent.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sigset_t before;
static int is_prepared;

static sigset_t endings(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    return set;
}

pid_t csandbox_fork(void) {
    if (!is_prepared) {
        sigset_t set = endings();
        sigaddset(&set, SIGCHLD);
        // The process that started us may have left it ignored; then the child's end would go unnoticed.
        signal(SIGCHLD, SIG_DFL);
        if (sigprocmask(SIG_BLOCK, &set, &before) < 0)
            return -1;
        is_prepared = 1;
    }
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0)
        return child;
    // The parent may have died before the kernel was asked to tell.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0 || getppid() != parent)
        _exit(1);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return 0;
}

int csandbox_wait(pid_t child, int *asked) {
    sigset_t set = endings();
    sigaddset(&set, SIGCHLD);
    *asked = 0;
    for (;;) {
        int status;
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        if (ended < 0 && errno != EINTR)
            return -1;
        int number = sigwaitinfo(&set, NULL);
        if (number > 0 && number != SIGCHLD) {
            *asked = 1;
            kill(child, number);
        }
    }
}

int csandbox_signal_within(int milliseconds) {
    sigset_t set = endings();
    struct timespec span = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    int number = sigtimedwait(&set, NULL, &span);
    return number > 0 ? number : 0;
}
