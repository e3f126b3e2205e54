// Processes of the agent's own beside it: forks that run no other program.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t csandbox_fork_helper(void) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0)
        return child;
    // The parent may have died before the kernel was asked to tell.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0 || getppid() != parent)
        _exit(1);
    // Ctrl-C is for the agent, which says goodbye, and whose end is this process's.
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    return 0;
}

int csandbox_wait_helper(pid_t helper) {
    int status;
    pid_t ended;
    do ended = waitpid(helper, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0)
        return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int csandbox_pipe(int ends[2], int bytes) {
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    // As it is, it works too.
    if (bytes > 0)
        fcntl(ends[1], F_SETPIPE_SZ, bytes);
    return 0;
}
