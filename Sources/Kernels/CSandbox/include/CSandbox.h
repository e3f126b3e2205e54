#pragma once
// What an agent forbids itself, and the tiny parent that runs it again: calls without a libc wrapper, structures of the
// kernel's, and fork(2), which Swift does not offer. Every function returns -1 and sets errno on failure unless said otherwise.
#include <stdint.h>
#include <sys/types.h>

// Neither this process nor what it starts can gain privileges from here on.
int csandbox_no_new_privileges(void);

// Keeps a list of this process's threads at hand for the filter, which lets them set how they themselves are scheduled. Before Landlock,
// and after the last fork.
int csandbox_know_threads(void);

// Landlock for this thread and what it makes from here on: no file, no TCP port, no abstract socket, no foreign process.
// Returns the kernel's Landlock version, 0 when it has none.
int csandbox_landlock(void);

// For this process and what it starts: no core file (there may be a picture in it), no real-time class beyond the one that it has.
int csandbox_limits(void);

// Whether the filter leaves, beside writing to connections that are there, passing descriptors on (sendmsg(2), whose addresses and
// descriptors a filter cannot see). Not until this is called; before the filter.
void csandbox_allow_sending(int descriptors);

// The seccomp filter of filter.c for all threads. With only_log, what it would refuse is logged and carried out.
int csandbox_filter(int only_log);

// The F_SEAL_... bits of a memfd; -1 with EINVAL for anything else. fcntl(2) is variadic.
int csandbox_seals(int descriptor);
// The three seals that fix its size.
int csandbox_size_seals(void);

// Forks, for a process without threads. Returns 0 in the child, which dies with its parent; else the child's pid.
// From the first call on SIGTERM, SIGINT, SIGHUP and SIGCHLD are blocked in the parent; the child has the mask from before.
pid_t csandbox_fork(void);
// Waits for the child's end and passes SIGTERM, SIGINT and SIGHUP on to it. Returns its exit code, 128 + n after signal n.
// *asked says whether such a signal came.
int csandbox_wait(pid_t child, int *asked);
// Waits so long for SIGTERM, SIGINT or SIGHUP: its number, 0 when none came.
int csandbox_signal_within(int milliseconds);

// A process of the agent's own beside it, for a process without threads: it dies with the thread that made it unless
// that is in a Landlock by then, which holds the signal up, and is deaf to the signals of a terminal. Returns 0 in it; else its pid.
pid_t csandbox_fork_helper(void);
// Waits for its end, at most until nothing of it is left: 128 + n after signal n, else its exit code.
int csandbox_wait_helper(pid_t helper);
// A pipe, both ends closed by exec, with room for so many bytes if the kernel grants it.
int csandbox_pipe(int ends[2], int bytes);

// Landlock for the process that fetches: it has the network, and may read the system's certificates, settings and libraries alone.
// Returns as csandbox_landlock does.
int csandbox_landlock_fetching(void);
// The seccomp filter of fetching.c. With local_sockets, sockets in the file system may be connected to.
int csandbox_filter_fetching(int local_sockets);
