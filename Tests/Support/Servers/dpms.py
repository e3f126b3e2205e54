#!/usr/bin/python3
"""dpms.py DIRECTORY SERVER DISPLAY

An X display whose server has DPMS: passes on all to the X server at the socket SERVER and back, but answers the requests of the extension
DPMS itself. Servers without a real screen (Xvfb, Xephyr, Xorg's dummy driver) do not have it. Listens on the socket of display number DISPLAY.
DIRECTORY/level has the level of power, 0 on to 3 off.
"""
import os
import socket
import struct
import sys
import threading

OPCODE = 254  # servers give the major opcodes from 128 on
INPUT_FOCUS, QUERY_EXTENSION, NO_OPERATION = 43, 98, 127
directory, server, display = sys.argv[1:]
lock = threading.Lock()


def level(new=None):
    path = os.path.join(directory, "level")
    with lock:
        if new is not None:
            with open(path, "w") as file:
                file.write(str(new))
        return int(open(path).read() or "0")


class Stream:
    """One direction: bytes and the descriptors that came with them."""

    def __init__(self, source, sink):
        self.source, self.sink, self.bytes, self.descriptors = source, sink, b"", []

    def read(self, count):
        while len(self.bytes) < count:
            more, descriptors, _, _ = socket.recv_fds(self.source, 65536, 8)
            if not more:
                raise EOFError
            self.bytes += more
            self.descriptors += descriptors
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def write(self, data):
        if self.descriptors:
            sent = socket.send_fds(self.sink, [data], self.descriptors)
            for descriptor in self.descriptors:
                os.close(descriptor)
            self.descriptors, data = [], data[sent:]
        self.sink.sendall(data)


class Client:
    def __init__(self, connection):
        up = socket.socket(socket.AF_UNIX)
        up.connect(server)
        self.up, self.down = Stream(connection, up), Stream(up, connection)
        self.order, self.answers = "<", {}
        for run in (self.requests, self.replies):
            threading.Thread(target=self.guard, args=(run,), daemon=True).start()

    def guard(self, run):
        try:
            run()
        except (EOFError, OSError):
            pass
        for stream in (self.up, self.down):
            try:
                stream.source.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def requests(self):
        up = self.up
        setup = up.read(12)
        self.order = "<" if setup[:1] == b"l" else ">"
        name, data = struct.unpack_from(self.order + "HH", setup, 6)
        up.write(setup + up.read((name + 3) // 4 * 4 + (data + 3) // 4 * 4))
        number = 0
        while True:
            head = up.read(4)
            length = struct.unpack_from(self.order + "H", head, 2)[0]
            if length == 0:
                head += up.read(4)
                length = struct.unpack_from(self.order + "I", head, 4)[0]
            request = head + up.read(length * 4 - len(head))
            number = (number + 1) & 0xFFFF
            if request[0] == QUERY_EXTENSION and request[8:12] == b"DPMS":
                self.answers[number] = struct.pack("BBBB", 1, OPCODE, 0, 0)
            elif request[0] == OPCODE:
                request = self.power(number, request)
            up.write(request)

    def power(self, number, request):
        """The request that the server gets in its place: as many, with as many answers."""
        minor = request[1]
        if minor == 6:
            level(struct.unpack_from(self.order + "H", request, 4)[0])
        if minor == 5:
            level(0)
        answer = {0: lambda: ("HH", 1, 1), 1: lambda: ("B", 1), 2: lambda: ("HHH", 0, 0, 0), 7: lambda: ("HB", level(), 1)}.get(minor)
        if not answer:
            return struct.pack(self.order + "BBH", NO_OPERATION, 0, 1)
        form, *values = answer()
        self.answers[number] = struct.pack(self.order + form, *values).ljust(24, b"\0")
        return struct.pack(self.order + "BBH", INPUT_FOCUS, 0, 1)

    def replies(self):
        down = self.down
        head = down.read(8)
        down.write(head + down.read(struct.unpack_from(self.order + "H", head, 6)[0] * 4))
        while True:
            message = down.read(32)
            number, length = struct.unpack_from(self.order + "HI", message, 2)
            if message[0] == 1 or message[0] & 0x7F == 35:
                message += down.read(length * 4)
            answer = self.answers.pop(number, None) if message[0] == 1 else None
            if answer:
                message = message[:1] + b"\0" + message[2:8] + answer + message[8 + len(answer):]
            down.write(message)


level(0)
listener = socket.socket(socket.AF_UNIX)
listener.bind("/tmp/.X11-unix/X" + display)
listener.listen()
print("ready", flush=True)
while True:
    Client(listener.accept()[0])
