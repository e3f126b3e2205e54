// The parent of a program that must not outlive the host, nor may what it starts.
#define _GNU_SOURCE
#include "CLinux.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t is_asked;

static void heard(int number) {
    if (number != SIGCHLD)
        is_asked = 1;
}

static const int heeded[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
enum { HEEDED = sizeof heeded / sizeof heeded[0] };

// Waits for a signal that is heeded, for the host's end, or for that many nanoseconds unless negative. Returns whether the host is gone.
static int wait_a_while(long nanoseconds) {
    sigset_t others;
    sigfillset(&others);
    for (int index = 0; index < HEEDED; index++)
        sigdelset(&others, heeded[index]);
    // The host reads what is written here: where no process can read it any more, the host is gone.
    struct pollfd text = {.fd = 1};
    struct timespec span = {.tv_nsec = nanoseconds};
    return ppoll(&text, 1, nanoseconds < 0 ? NULL : &span, &others) > 0 && text.revents & (POLLERR | POLLNVAL);
}

static pid_t parent_of(const char *process) {
    char path[288], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count < 0 ? 0 : count] = 0;
    // Its name, in parentheses, may hold anything.
    const char *end = strrchr(text, ')');
    int parent;
    return end && sscanf(end, ") %*c %d", &parent) == 1 ? parent : -1;
}

static void kill_children(void) {
    DIR *processes = opendir("/proc");
    if (!processes)
        return;
    pid_t own = getpid();
    struct dirent *entry;
    while ((entry = readdir(processes)))
        if (isdigit((unsigned char)entry->d_name[0]) && parent_of(entry->d_name) == own)
            kill((pid_t)atoi(entry->d_name), SIGKILL);
    closedir(processes);
}

// Until there is none left: the children of one that ends become ours.
static void end_descendants(pid_t first, int *status) {
    for (;;) {
        int how;
        pid_t ended = waitpid(-1, &how, WNOHANG);
        if (ended == first)
            *status = how;
        if (ended > 0)
            continue;
        if (ended < 0 && errno == ECHILD)
            return;
        kill_children();
        // Not wait_a_while, which the host's end would make a loop without a pause.
        struct timespec pause = {.tv_nsec = 2000000};
        nanosleep(&pause, NULL);
    }
}

static void run(const char *const *arguments, pid_t guard, int failure) {
    sigset_t none;
    sigemptyset(&none);
    // A session of its own: "kill 0" in a script does not reach us.
    if (setsid() >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == guard && sigprocmask(SIG_SETMASK, &none, NULL) == 0) {
        execve(arguments[0], (char *const *)arguments, clinux_environment());
    }
    int number = errno;
    if (write(failure, &number, sizeof number) < 0)
        _exit(126);
    _exit(127);
}

int clinux_run_guarded(const char *const *arguments) {
    clinux_close_from(3);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int index = 0; index < HEEDED; index++) {
        struct sigaction action = {.sa_handler = heard};
        sigaction(heeded[index], &action, NULL);
    }
    int ends[2];
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || clinux_pipe(ends) < 0)
        return -1;
    pid_t guard = getpid(), first = fork();
    if (first == 0)
        run(arguments, guard, ends[1]);
    if (first < 0)
        return -1;
    close(ends[1]);
    // The program's alone: the host hears when it hangs up.
    close(0);
    int number = 0, status = 0;
    if (read(ends[0], &number, sizeof number) == sizeof number) {
        waitpid(first, &status, 0);
        errno = number;
        return -1;
    }
    close(ends[0]);
    while (!is_asked) {
        siginfo_t facts = {0};
        if (waitid(P_PID, (id_t)first, &facts, WEXITED | WNOHANG | WNOWAIT) < 0 || facts.si_pid == first)
            break;
        // Those that the program left behind.
        while (waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && facts.si_pid != 0 && facts.si_pid != first)
            waitpid(facts.si_pid, NULL, 0);
        if (facts.si_pid == first || wait_a_while(-1))
            break;
    }
    end_descendants(first, &status);
    if (!WIFSIGNALED(status))
        _exit(WEXITSTATUS(status));
    // As it ended.
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    raise(WTERMSIG(status));
    sigprocmask(SIG_SETMASK, &none, NULL);
    _exit(128 + WTERMSIG(status));
}
