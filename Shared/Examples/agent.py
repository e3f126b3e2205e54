#!/usr/bin/python3
"""A Splitcast agent in Python, written from PROTOCOL.md (Debian: python3-zmq).

    ./agent.py --group talk [--standby]

It draws eight colour bars that move, in the reverse order of agent.c's, and a counter below them: sixteen cells, white
for 1, the lowest bit at the left. It ends with 0 when it was asked to, 2 for a wrong option, 4 for trouble with the group.
"""
import argparse, contextlib, mmap, os, re, signal, socket, stat, struct, sys, time
import zmq

MARK, VERSION = 0x4353, 1
HELLO, WELCOME, REFUSAL, GEOMETRY, MEMORY = 1, 2, 3, 4, 5
AGENT_STATE, NOTICE, ENDED, HOST_STATE = 16, 17, 20, 32
WAIT, CAPTURE, PAUSE, STOP = range(4)
READY, STARTED, STOPPED, UP, BGRX = 1, 2, 2, 1, 1
WIDTH, HEIGHT, SLOTS, COUNTER_TOP, CELLS = 640, 360, 3, 320, 16
STRIDE = WIDTH * 4
SLOT_BYTES = (STRIDE * HEIGHT + 4095) // 4096 * 4096
COLOURS = (0x000000, 0x0000FF, 0xFF0000, 0xFF00FF, 0x00FF00, 0x00FFFF, 0xFFFF00, 0xFFFFFF)
BARS = b"".join(struct.pack("<I", colour) * (WIDTH // len(COLOURS)) for colour in COLOURS)
CELL = struct.pack("<I", 0) * (WIDTH // CELLS), struct.pack("<I", 0xFFFFFF) * (WIDTH // CELLS)


class Refused(Exception): pass
class HostGone(OSError): pass


def message(kind, body):
    return struct.pack("<HBBI", MARK, VERSION, kind, len(body)) + body


def text(string, most):
    data = string.encode()[:most]
    return bytes([len(data)]) + data


def body_of(data):
    """The kind and the body of a message; kind 0, which is none, for what is not one."""
    mark, _, kind, length = struct.unpack_from("<HBBI", data.ljust(8, b"\0"))
    return (kind, data[8:]) if mark == MARK and length == len(data) - 8 else (0, b"")


def find_group(name):
    """The path of a group. Nothing there is fine: no host yet."""
    own = f"/run/user/{os.getuid()}"
    runtime = os.environ.get("XDG_RUNTIME_DIR") or (own if os.access(own, os.W_OK) else None)
    path = f"{runtime}/splitcast/{name}" if runtime else f"/tmp/splitcast-{os.getuid()}/{name}"
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return path
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise Refused(f"{path} must be a directory of your own with mode 0700")
    return path


class Attachment:
    """One host, from the greeting to the end."""

    def __init__(self, group, standby, context):
        self.handoff, self.memory = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET), None
        self.channel = context.socket(zmq.DEALER)
        self.channel.setsockopt(zmq.MAXMSGSIZE, 65536)
        self.channel.setsockopt(zmq.LINGER, 1000)
        try:
            self.greet(group, standby)
        except BaseException:
            self.close()
            raise

    def greet(self, group, standby):
        self.handoff.connect(f"{find_group(group)}/handoff.sock")
        self.handoff.settimeout(5)
        hello = struct.pack("<BBHII", VERSION, VERSION, int(standby), os.getpid(), 16384)
        self.handoff.send(message(HELLO, hello + text("example-python", 32) + text("colour bars", 128) + text("screen", 32)))
        body, _ = self.receive(WELCOME, 13)
        _, _, _, self.generation, heartbeat, silence = struct.unpack_from("<BBHIHH", body)
        self.heartbeat, self.silence = heartbeat / 1000, 3 * silence / 1000
        self.channel.connect(body[13:13 + body[12]].decode())
        self.handoff.send(message(GEOMETRY, struct.pack("<5I", WIDTH, HEIGHT, BGRX, STRIDE, SLOTS)))
        body, descriptors = self.receive(MEMORY, 32)
        self.number, size = struct.unpack_from("<I20xQ", body)
        self.memory = mmap.mmap(descriptors[0], size)
        os.close(descriptors[0])

    def receive(self, kind, least):
        """The next message of a kind; unknown ones are passed over."""
        while True:
            data, descriptors, _, _ = socket.recv_fds(self.handoff, 65536, 1)
            got, body = body_of(data)
            if not data:
                raise HostGone
            if got == REFUSAL:
                raise Refused(body[2:2 + body[1]].decode())
            if got == kind and len(body) >= least:
                return body, descriptors

    def send(self, kind, body):
        with contextlib.suppress(zmq.Again):  # a host that does not keep up; its silence is noticed elsewhere
            self.channel.send(message(kind, struct.pack("<I", self.generation) + body), zmq.NOBLOCK)

    def end(self, reason):
        """The last message; the end of the connection is the host's confirmation."""
        self.send(ENDED, struct.pack("<BB", reason, 0) + text("", 255))
        self.handoff.settimeout(1)
        with contextlib.suppress(OSError):  # not confirmed: no host is left
            self.handoff.recv(65536)

    def close(self):
        self.channel.close()
        self.handoff.close()
        if self.memory:
            self.memory.close()

    def draw(self, slot, number):
        shift = number * 2 % WIDTH * 4
        bars = BARS[shift:] + BARS[:shift]
        counter = b"".join(CELL[number >> bit & 1] for bit in range(CELLS))
        self.memory.seek(slot * SLOT_BYTES)
        self.memory.write(bars * COUNTER_TOP + counter * (HEIGHT - COUNTER_TOP))

    def serve(self):
        """Draws until the host says stop, and returns the reason; HostGone when it went away."""
        wish, reason, frame_rate, memory, lent, last_notice, newest = WAIT, 0, 1000, 0, 0, 0, 0
        used, number, waited, sequence, phase = [0] * SLOTS, 0, 0, 0, READY
        heard, next_heartbeat, next_frame, poller = time.monotonic(), 0.0, 0.0, zmq.Poller()
        for end in self.channel, self.handoff:
            poller.register(end, zmq.POLLIN)
        while True:
            before = wish
            while self.channel.poll(0):
                kind, body = body_of(self.channel.recv())
                generation, count, *state = struct.unpack("<IQBBHIIIQ", body) if kind == HOST_STATE else (0, 0)
                heard = time.monotonic()
                if generation == self.generation and count > newest:
                    newest, (wish, reason, _, frame_rate, memory, lent, last_notice) = count, state
            if wish == STOP:
                return reason
            now = time.monotonic()
            if now - heard > self.silence:
                raise HostGone
            if wish == CAPTURE:
                phase = STARTED
            if now >= next_heartbeat or wish != before:
                sequence += 1
                self.send(AGENT_STATE, struct.pack("<QBBHQQQ", sequence, phase, wish == PAUSE, 0, number, waited, 0))
                next_heartbeat = now + self.heartbeat
            if wish == CAPTURE and now >= next_frame:
                free = [slot for slot in range(SLOTS) if memory == self.number and lent >> slot & 1 and used[slot] <= last_notice]
                if free:  # no loan, no grab
                    number, captured = number + 1, time.clock_gettime_ns(time.CLOCK_MONOTONIC)
                    self.draw(free[0], number)
                    used[free[0]] = number
                    self.send(NOTICE, struct.pack("<IQqBBHI4H", self.number, number, captured, free[0], UP, 0, 1, 0, 0, WIDTH, HEIGHT))
                else:
                    waited += 1
                next_frame = (next_frame if next_frame > now - 0.1 else now) + 1000 / max(frame_rate, 1)
            until = min(next_heartbeat, next_frame) if wish == CAPTURE else next_heartbeat
            ready = dict(poller.poll(max(0, until - time.monotonic()) * 1000 + 1))
            if self.handoff.fileno() in ready and not self.handoff.recv(65536):
                raise HostGone


def main():
    parser = argparse.ArgumentParser(description="A Splitcast agent that draws colour bars and a counter.")
    parser.add_argument("--group", default="default", help="where host and agents meet")
    parser.add_argument("--standby", action="store_true", help="wait until chosen")
    options = parser.parse_args()
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,31}", options.group):
        parser.error(f"'{options.group}' is not a valid group name")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    context, standby, waiting = zmq.Context(), options.standby, False
    while True:
        host = None
        try:
            host = Attachment(options.group, standby, context)
            standby, waiting = True, False  # after a host that went away another agent may be live
            return host.end(host.serve())
        except KeyboardInterrupt:
            return host and host.end(STOPPED)
        except OSError:  # no socket, no host listens, a time-out, a connection that ended
            if not waiting: print("agent: waiting for a host", file=sys.stderr)
            waiting = True
        finally:
            if host: host.close()
        time.sleep(0.25)


if __name__ == "__main__":
    try:
        main()
    except Refused as refusal:
        print("agent:", refusal, file=sys.stderr)
        sys.exit(4)
    except KeyboardInterrupt:
        pass
