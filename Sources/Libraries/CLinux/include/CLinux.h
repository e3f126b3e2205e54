#pragma once
// Linux facilities that Swift cannot import: variadic calls, CMSG macros, and
// calls hidden behind _GNU_SOURCE. Every function returns -1 and sets errno on
// failure, as the call that it wraps does.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// memfd_create(2) and fcntl(2) seals are variadic or GNU-only.
int clinux_memfd_create(const char *name);
int clinux_seal_size(int descriptor);
// Nor can anyone write to it from then on, but through mappings that there are (F_SEAL_FUTURE_WRITE).
int clinux_seal_for_readers(int descriptor);
// A word that other processes see, at 8 bytes: after all that was written before, before all that is written after, and read before all that
// is read after.
void clinux_store_release(void *word, uint64_t value);
void clinux_store_before(void *word, uint64_t value);
uint64_t clinux_load_acquire(const void *word);
// Gives the file's pages back to the system; its size stays.
int clinux_empty_file(int descriptor, size_t bytes);
int clinux_set_nonblocking(int descriptor);
// Open-file-description locks (fcntl(2)): unlike flock's, they can be asked about without being taken.
int clinux_try_lock(int descriptor);
int clinux_is_locked(int descriptor);

// renameat2(2) with RENAME_NOREPLACE is GNU-only; where a file system knows no such thing, a link in its place: EEXIST where the name is taken.
int clinux_rename_new(const char *from, const char *to);

// CMSG_* are macros. At most one descriptor travels with a message.
ssize_t clinux_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor);
// *descriptor is -1 when none came. A datagram that did not fit sets *truncated.
ssize_t clinux_receive_with_descriptor(int socket, void *bytes, size_t capacity, int *descriptor, int *truncated);

// struct ucred is GNU-only.
// Bytes with any number of descriptors, without waiting. *passed says how many came; *lost that more did, and were closed.
enum { CLINUX_MOST_PASSED = 28 };
ssize_t clinux_send_passing(int socket, const void *bytes, size_t count, const int *descriptors, size_t passed);
ssize_t clinux_receive_passing(int socket, void *bytes, size_t capacity, int descriptors[CLINUX_MOST_PASSED], size_t *passed, int *lost);

int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid, gid_t *gid);

int clinux_eventfd(void);
// ppoll(2) is GNU-only. entries are struct pollfd; negative nanoseconds wait for ever.
int clinux_poll(void *entries, size_t count, int64_t nanoseconds);
int clinux_pidfd_open(pid_t pid);
// SO_PEERPIDFD of Linux 6.5: a pidfd of the process that connected.
int clinux_peer_pidfd(int socket);
// pidfd_send_signal(2) with SIGKILL.
int clinux_pidfd_kill(int pidfd);
// pipe2(2) is GNU-only.
int clinux_pipe(int ends[2]);

enum { CLINUX_CONNECTION = 3 };

// What posix_spawn(3) cannot do between fork and exec: enter a control group, limit resources, give up privileges.
struct clinux_launch {
    const char *program; // a path
    char *const *arguments;
    char *const *environment;
    int input; // becomes standard input, or -1 for /dev/null
    int text;  // becomes standard output and standard error
    int group; // an open cgroup.procs, or -1
    int connection; // becomes descriptor CLINUX_CONNECTION; or -1
    uint64_t stack_bytes, data_bytes; // 0: as the host's
    int no_new_privileges;
    int ends_with_thread; // SIGKILL when the calling thread ends
    // Set on failure: what was being done (NULL: exec itself), and errno.
    const char *step;
    int number;
};
// The child is in a session of its own, has no descriptor that is not named here, no signal handled, ignored or blocked.
// Returns when it has called exec; on failure nothing is left of it.
pid_t clinux_launch(struct clinux_launch *launch);
// All descriptors from this one on; fit for what stands between fork and exec.
void clinux_close_from(int first);
// Turns this process, which must have one thread, into the guard of a program: runs it with our standard input and output in a session of its
// own, and ends it by SIGKILL with all that it started and that they started, in whatever session, when it ends itself, when we get SIGTERM,
// and when the host is gone: the thread that started us, or who reads our standard output. Then it ends as the program did. Returns only where
// the program cannot be started. Of its arguments, NULL at the end, the first is its path.
int clinux_run_guarded(const char *const *arguments);
// Whether a child has ended, without reaping it: siginfo_t is a union of structures.
int clinux_has_ended(pid_t pid);

// PR_SET_DUMPABLE: no other process of the user may trace this one, read its memory or open what is below its /proc/PID; no core file.
int clinux_hide_memory(int is_hidden);
// RLIMIT_CORE, whose constant is of a type of its own in C++ and Swift; for what this process starts, too.
void clinux_forbid_core_files(void);
// Writes out what was printed. 0, or an error number: EPIPE where the reader has gone, EIO where what was printed earlier is lost and the reason is
// no longer known. stdout is a global variable that may change, which is not Swift's.
int clinux_finish_output(void);
// All variables, ended by NULL: a global variable that may change is not Swift's.
char *const *clinux_environment(void);

// pthread_setname_np is GNU-only; setpriority on Linux acts on one thread.
void clinux_name_current_thread(const char *name);
int clinux_nice_current_thread(int nice);

// SCHED_RR for the calling thread; SCHED_RESET_ON_FORK is a macro that Swift cannot see.
int clinux_make_current_thread_real_time(int priority);

// One malloc arena, and freed memory goes back at once: an agent's heap stays small.
void clinux_trim_heap(void);

// Memory for pictures goes back as soon as it is freed, whatever was freed before: by itself malloc keeps up to 32 MiB at a time in each of many
// arenas, once as much was freed.
void clinux_return_large_memory(void);

// Lets go of the pages of the program's file and of its libraries: those that are needed come back one by one, from the kernel's cache.
void clinux_forget_program(void);

// Unix socket addresses: sun_path is a fixed array, a tuple of 108 in Swift.
int clinux_listen_seqpacket(const char *path, int backlog);
int clinux_listen_stream(const char *path, int backlog);
int clinux_connect_seqpacket(const char *path);
// Without waiting: EAGAIN when too many wait to be accepted.
int clinux_connect_stream(const char *path);
// Two ends of one connection that do not wait.
int clinux_stream_pair(int ends[2]);
int clinux_accept(int listener);
// Connects to a stream socket without waiting, and hangs up: who listens there. EAGAIN when too many wait to be accepted.
int clinux_stream_owner(const char *path, pid_t *pid, uid_t *uid, gid_t *gid);

// The version of the kernel's Landlock, 0 when it has none; landlock_create_ruleset(2) has no wrapper.
int clinux_landlock_version(void);

// sigaction's handler is a union. The handler adds one to the eventfd; at the third signal it ends the process.
int clinux_signals_to_descriptor(int descriptor);
// SIGHUP adds one to another eventfd from now on, and is none of those signals any more.
void clinux_hangup_to_descriptor(int descriptor);

// RLIMIT_NOFILE; its constant is of a type of its own in C++ and Swift.
uint64_t clinux_descriptor_limit(void);
// As high as it may be, 65536 at most; what clinux_launch starts has it as it was.
void clinux_raise_descriptor_limit(void);
