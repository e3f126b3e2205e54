// SRTGate PORT [PASSPHRASE [lenient]]: a listener that lets callers in by their stream id, as services do.
// A caller named "refuse/CODE" is turned away with that code, everybody else is taken; what they send goes to standard output.
// A lenient one takes callers whose passphrase is wrong, too.
#include <arpa/inet.h>
#include <srt/srt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int judge(void *context, SRTSOCKET caller, int version, const struct sockaddr *from, const char *name) {
    (void)context, (void)version, (void)from;
    int code = 0;
    if (sscanf(name, "refuse/%d", &code) != 1)
        return 0;
    srt_setrejectreason(caller, code);
    return -1;
}

static void take(SRTSOCKET caller) {
    char bytes[1500];
    int count;
    while ((count = srt_recvmsg(caller, bytes, sizeof bytes)) > 0)
        if (write(STDOUT_FILENO, bytes, (size_t)count) != count)
            exit(1);
    srt_close(caller);
}

int main(int count, char **words) {
    if (count < 2)
        return 2;
    srt_startup();
    SRTSOCKET listener = srt_create_socket();
    if (count > 2)
        srt_setsockflag(listener, SRTO_PASSPHRASE, words[2], (int)strlen(words[2]));
    int is_strict = count < 4;
    srt_setsockflag(listener, SRTO_ENFORCEDENCRYPTION, &is_strict, sizeof is_strict);
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1]))};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (srt_bind(listener, (struct sockaddr *)&place, sizeof place) < 0 || srt_listen(listener, 4) < 0) {
        fprintf(stderr, "%s\n", srt_getlasterror_str());
        return 1;
    }
    srt_listen_callback(listener, judge, NULL);
    for (;;) {
        SRTSOCKET caller = srt_accept(listener, NULL, NULL);
        if (caller >= 0)
            take(caller);
    }
}
