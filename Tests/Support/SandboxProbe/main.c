// Goes into an agent's sandbox and tries what an agent has no business doing. Prints a line each: the attempt, then "refused"
// (EPERM; EACCES where Landlock says no) or "let through".
//   SandboxProbe strict|passing|permissive|off|landlock|fetching [FILE]
// passing: strict, for an agent that passes descriptors on.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <linux/videodev2.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 64 * 1024 };

// Made before the sandbox closes.
static int memory, tcp, udp, abstract_socket, pair[2];
static char *mapped, *shared;

// One of the user's.
static const char *own_file = "/nonexistent/file";

static int try_own_file(void) { return open(own_file, O_RDONLY); }
static int try_open(void) { return open("/etc/hostname", O_RDONLY); }
static int try_writing(void) { return open(own_file, O_WRONLY | O_CREAT, 0600); }
static int try_inet(void) { return socket(AF_INET, SOCK_DGRAM, 0); }
static int try_openat2(void) {
    struct { uint64_t flags, mode, resolve; } how = {0};
    return (int)syscall(437, AT_FDCWD, "/etc/hostname", &how, sizeof how); // SYS_openat2
}
static int try_stat(void) {
    struct stat facts;
    return stat("/etc/hostname", &facts);
}
static int try_unlink(void) { return unlink("/nonexistent/file"); }
static int try_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static int try_connect(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return connect(tcp, (struct sockaddr *)&address, sizeof address);
}
static int try_abstract(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0splitcast-none"};
    return connect(abstract_socket, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + 17);
}
static int try_bind(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return bind(tcp, (struct sockaddr *)&address, sizeof address);
}
// Nothing listens there.
static struct sockaddr_in address = {.sin_family = AF_INET};
static int try_datagram(void) {
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(9);
    return (int)sendto(udp, "x", 1, 0, (struct sockaddr *)&address, sizeof address);
}
static int try_passing(void) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), &memory, sizeof memory);
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    return (int)sendmsg(pair[0], &message, 0);
}
static int try_listen(void) { return listen(tcp, 1); }
static int try_execve(void) {
    char *nothing[] = {NULL};
    return execve("/nonexistent/program", nothing, nothing);
}
static int try_fork(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return child < 0 ? -1 : waitpid(child, NULL, 0);
}
static void *nothing_much(void *unused) { return unused; }
static int try_thread(void) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, nothing_much, NULL);
    return errno ? -1 : pthread_join(thread, NULL);
}
static int try_ptrace(void) { return (int)ptrace(PTRACE_PEEKDATA, getppid(), 0, 0); }
static int try_reading_others(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    return (int)process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}
static int try_kill(void) { return kill(getppid(), 0); }
static int try_rescheduling(void) { return sched_setscheduler(getppid(), SCHED_OTHER, &(struct sched_param){0}); }
static int try_other_policy(void) { return sched_setscheduler(gettid(), SCHED_BATCH, &(struct sched_param){0}); }
static int try_removing(void) { return madvise(shared, 4096, MADV_REMOVE); }
static int try_paging_out(void) { return madvise(mapped, 4096, MADV_PAGEOUT); }
static int try_kill_all(void) { return kill(-1, 0); }
static int try_fallocate(void) { return fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096); }
static int try_ftruncate(void) { return ftruncate(memory, BYTES); }
static int try_memfd(void) { return memfd_create("probe", 0); }
static int try_seal(void) { return fcntl(memory, F_ADD_SEALS, 0); }
static int try_owner(void) { return fcntl(tcp, F_SETOWN, getpid()); }
static int try_shmget(void) { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600); }
static int try_io_uring(void) { return (int)syscall(425, 0, NULL); } // SYS_io_uring_setup
static int try_bpf(void) { return (int)syscall(SYS_bpf, 0, NULL, 0); }
static int try_prctl(void) { return prctl(PR_SET_DUMPABLE, 1); }
static int try_ioctl(void) { return ioctl(tcp, FIOASYNC, &(int){0}); }
// Settings of a camera beside those that are set one at a time, and what starts it.
static int try_camera_format(void) { return ioctl(memory, VIDIOC_S_FMT, NULL); }
static int try_camera_sets(void) { return ioctl(memory, VIDIOC_S_EXT_CTRLS, NULL); }
static int try_camera_start(void) { return ioctl(memory, VIDIOC_STREAMON, &(int){0}); }
static int try_running_memory(void) { return mprotect(mapped, 4096, PROT_READ | PROT_EXEC); }
static int try_mapping_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}
static int try_chmod(void) { return chmod("/nonexistent/file", 0600); }
static int try_setsid(void) { return (int)syscall(SYS_setsid); }
#if defined(__x86_64__)
static int try_x32(void) { return (int)syscall(0x40000000 | SYS_open, "/etc/hostname", O_RDONLY); }
static int try_i386(void) {
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20L) : "memory", "r8", "r9", "r10", "r11"); // getpid
    if (answer < 0)
        errno = (int)-answer;
    return answer < 0 ? -1 : 0;
}
#endif

struct attempt {
    const char *name;
    int (*make)(void);
};

static const struct attempt attempts[] = {
    {"own-file", try_own_file}, {"own-file-written", try_writing}, {"socket-inet", try_inet},
    {"open", try_open}, {"openat2", try_openat2}, {"stat", try_stat}, {"unlink", try_unlink}, {"chmod", try_chmod},
    {"socket", try_socket}, {"connect", try_connect}, {"connect-abstract", try_abstract}, {"bind", try_bind}, {"listen", try_listen},
    {"execve", try_execve}, {"fork", try_fork}, {"thread", try_thread}, {"ptrace", try_ptrace}, {"process_vm_readv", try_reading_others},
    {"kill", try_kill}, {"kill-all", try_kill_all}, {"reschedule", try_rescheduling}, {"other-policy", try_other_policy},
    {"sendto", try_datagram}, {"sendmsg", try_passing}, {"madvise-remove", try_removing}, {"madvise-pageout", try_paging_out},
    {"fallocate", try_fallocate}, {"ftruncate", try_ftruncate},
    {"memfd_create", try_memfd},
    {"add-seals", try_seal}, {"set-owner", try_owner}, {"shmget", try_shmget}, {"io_uring", try_io_uring}, {"bpf", try_bpf},
    {"prctl", try_prctl}, {"ioctl", try_ioctl}, {"camera-format", try_camera_format},
    {"camera-sets", try_camera_sets}, {"camera-start", try_camera_start},
    {"mprotect-exec", try_running_memory}, {"mmap-exec", try_mapping_code}, {"setsid", try_setsid},
#if defined(__x86_64__)
    {"x32", try_x32}, {"i386", try_i386},
#endif
};

static void judge(const char *name, int (*make)(void)) {
    errno = 0;
    int refused = make() < 0 && (errno == EPERM || errno == EACCES);
    printf("%s %s\n", name, refused ? "refused" : "let through");
    fflush(stdout);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

// What a thread of libzmq's does first, perhaps only now: it ends the process when it gets another answer.
static int begins_late(void) {
    int policy;
    struct sched_param parameter;
    if (pthread_getschedparam(pthread_self(), &policy, &parameter) != 0)
        return 0;
    return pthread_setschedparam(pthread_self(), policy, &parameter) == 0;
}

// A thread from before the filter, as libzmq has them.
static void *other_thread(void *unused) {
    pthread_mutex_lock(&gate);
    judge("other-thread-socket", try_socket);
    printf("late-thread %s\n", begins_late() ? "works" : "fails");
    return unused;
}

// What an agent does need.
static int works(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int copy = fcntl(memory, F_DUPFD_CLOEXEC, 0);
    if (page == MAP_FAILED || madvise(page, 4096, MADV_DONTNEED) < 0 || send(pair[0], "x", 1, 0) != 1)
        return -1;
    // What would set a camera's zoom: the kernel hears it, whatever it says of this descriptor.
    if (ioctl(memory, VIDIOC_S_CTRL, NULL) == 0 || errno != ENOTTY || ioctl(memory, VIDIOC_G_CTRL, NULL) == 0 || errno != ENOTTY)
        return -1;
    return munmap(page, 4096) < 0 || copy < 0 || pwrite(copy, "x", 1, 0) != 1 || lseek(copy, 0, SEEK_END) != BYTES ||
                   csandbox_seals(copy) < 0 || close(copy) < 0 || kill(getpid(), 0) < 0
               ? -1
               : 0;
}

int main(int count, char **words) {
    const char *mode = count > 1 ? words[1] : "";
    if (count > 2)
        own_file = words[2];
    memory = memfd_create("frames", MFD_ALLOW_SEALING);
    tcp = socket(AF_INET, SOCK_STREAM, 0);
    udp = socket(AF_INET, SOCK_DGRAM, 0);
    abstract_socket = socket(AF_UNIX, SOCK_STREAM, 0);
    mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (udp < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
        return 1;
    if (memory < 0 || tcp < 0 || abstract_socket < 0 || mapped == MAP_FAILED || ftruncate(memory, BYTES) < 0)
        return 1;
    shared = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (shared == MAP_FAILED)
        return 1;
    int passes = strcmp(mode, "passing") == 0, is_strict = passes || strcmp(mode, "strict") == 0;
    csandbox_allow_sending(passes);
    pthread_t other;
    pthread_mutex_lock(&gate);
    if (strcmp(mode, "off") != 0 && csandbox_no_new_privileges() < 0)
        return 1;
    if (is_strict && (csandbox_limits() < 0 || csandbox_know_threads() < 0 || csandbox_landlock() < 0))
        return 3;
    if (strcmp(mode, "landlock") == 0 && csandbox_landlock() < 1)
        return 3;
    if (strcmp(mode, "fetching") == 0 && (csandbox_landlock_fetching() < 1 || csandbox_filter_fetching(0) < 0))
        return 3;
    if (pthread_create(&other, NULL, other_thread, NULL) != 0)
        return 1;
    int only_logs = strcmp(mode, "permissive") == 0;
    if ((is_strict || only_logs) && csandbox_filter(only_logs) < 0)
        return 3;
    pthread_mutex_unlock(&gate);
    pthread_join(other, NULL);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        judge(attempts[i].name, attempts[i].make);
    printf("capturing %s\n", works() == 0 ? "works" : strerror(errno));
    return 0;
}
