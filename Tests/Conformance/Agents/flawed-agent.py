"""A small capture agent with one flaw, chosen by --flaw: what 'splitcast conformance agent' must see.

Written from Shared/PROTOCOL.md. Without a flaw it keeps the protocol. Run by Debian's python3 with python3-zmq.
"""

import argparse
import array
import mmap
import os
import select
import signal
import socket
import struct
import sys
import time

import zmq

FLAWS = [
    "none", "exits-without-host", "bad-hello", "busy-loop", "chokes-on-unknown", "asks-too-much", "early-notice", "unlent-slot",
    "takes-replays", "forgets-last-notice", "small-damage", "part-of-frame", "number-stands", "future-time", "damage-outside",
    "wrong-memory", "cut-message", "rare-heartbeat", "sequence-stands", "too-fast", "ignores-pause", "never-says-paused",
    "stays-paused", "ignores-wait", "still-after-wait", "part-after-wait", "obeys-old-state", "obeys-foreign-state",
    "waits-for-ever", "never-says-ended",
    "speaks-after-ended", "wrong-reason", "never-leaves", "notice-while-waiting", "never-returns", "never-ready", "never-started",
    "stays-away", "no-resume", "grabs-without-loan", "one-loan-two-notices", "ends-on-unknown", "silent-while-paused", "always-stopped",
    # No flaw: its screen changes its size as the first slot is lent.
    "resizes",
    # With --wants-cast.
    "asks-without-cast", "leaves-without-cast", "ready-without-cast", "hangs-on-cast", "keeps-old-cast", "outlives-cast",
    "takes-any-cast", "asks-user-again",
]
WIDTH, HEIGHT, SLOTS = 64, 48, 3
WAIT, CAPTURE, PAUSE, STOP = range(4)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def message(kind, body):
    return struct.pack("<HBBI", 0x4353, 1, kind, len(body)) + body


def text(value):
    return bytes([len(value)]) + value.encode()


class Gone(Exception):
    pass


class Declined(Exception):
    pass


class Attachment:
    """One attachment, from the hello to the end of the connection."""

    def __init__(self, directory, flaw, wants_cast, context):
        self.flaw, self.cast, self.wants_cast, self.is_welcome, self.rows = flaw, None, wants_cast, False, HEIGHT
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.connect(directory + "/handoff.sock")
        lowest = 0 if flaw == "bad-hello" else 1
        hello = struct.pack("<BBHII", lowest, 1, 2 if wants_cast else 0, os.getpid(), 16384) + text("flawed") + text("nothing") + text("screen")
        self.link.send(message(1, hello))
        kind, body = self.packet()
        while kind not in (2, 3) and flaw != "chokes-on-unknown":
            kind, body = self.packet()
        if kind != 2:
            raise Gone("refused: " + body[2:].decode() if kind == 3 else "not a welcome")
        self.is_welcome = True
        self.generation, self.beat, self.silence = struct.unpack_from("<IHH", body, 4)
        self.channel = context.socket(zmq.DEALER)
        self.channel.setsockopt(zmq.LINGER, 200)
        self.channel.connect(body[13:13 + body[12]].decode())
        if not wants_cast or flaw == "asks-without-cast":
            self.ask()
        self.memory_number, self.memory, self.paused = 0, None, 0
        self.request, self.reason, self.newest, self.rate, self.lent, self.answered = WAIT, 2, 0, 30, 0, 0
        self.number, self.used, self.sequence, self.next_beat, self.next_frame = 0, [0] * SLOTS, 0, 0.0, 0.0
        self.heard, self.resumed, self.granted, self.doubled, self.waited = time.monotonic(), False, False, False, False
        self.phase, self.told = 1 if flaw == "ready-without-cast" else 0, WAIT

    def ask(self):
        slots = 9 if self.flaw == "asks-too-much" else SLOTS
        self.link.send(message(4, struct.pack("<5I", WIDTH, self.rows, 1, WIDTH * 4, slots)))

    def packet(self):
        data, control, _, _ = self.link.recvmsg(65536, socket.CMSG_SPACE(4))
        if not data:
            raise Gone("the host closed the connection")
        kind, numbers = data[3], array.array("i")
        if control:
            numbers.frombytes(control[0][2][:4])
        if kind == 3 and self.wants_cast and self.is_welcome:
            raise Declined(data[10:].decode())
        if kind == 6 and self.wants_cast:
            self.take_cast(data[8:], numbers)
        if kind == 5:
            self.memory_number, size = struct.unpack_from("<I", data, 8)[0], struct.unpack_from("<Q", data, 32)[0]
            self.memory = mmap.mmap(numbers[0], size)
            os.close(numbers[0])
            self.used = [0] * SLOTS
            self.phase, self.next_beat = 0 if self.flaw == "never-ready" else max(self.phase, 1), 0.0
        return kind, data[8:]

    def take_cast(self, body, numbers):
        node, pointer = struct.unpack_from("<I8xB", body) if len(body) == 16 else (0, 0)
        if node in (0, 2**32 - 1) or pointer > 2 or not numbers:
            if self.flaw == "takes-any-cast":
                return
            raise Gone("a cast that makes no sense")
        if self.cast is not None and self.flaw != "keeps-old-cast":
            os.close(self.cast)
        self.cast = numbers[0]
        if self.flaw == "hangs-on-cast":
            select.select([self.cast], [], [], 3)

    def look_after_cast(self):
        poller = select.poll()
        poller.register(self.cast, select.POLLIN)
        if poller.poll(0) and self.flaw != "outlives-cast":
            os.close(self.cast)
            raise Gone("PipeWire is gone")

    def run(self):
        poller = zmq.Poller()
        poller.register(self.link, zmq.POLLIN)
        poller.register(self.channel, zmq.POLLIN)
        while True:
            now = time.monotonic()
            due = min(self.next_beat, self.next_frame if self.may_grab() else now + 1)
            for source, _ in poller.poll(max(0, min(20, (due - now) * 1000))):
                if source == self.channel:
                    self.handle_state(self.channel.recv())
                else:
                    self.packet()
            now = time.monotonic()
            if self.cast is not None:
                self.look_after_cast()
            if now >= self.next_beat and not (self.flaw == "silent-while-paused" and self.request == PAUSE and self.told == PAUSE):
                self.say_state(now)
                self.told = self.request
            if self.flaw == "leaves-without-cast" and self.wants_cast and self.sequence > 2:
                raise Gone("no cast came")
            if self.request == STOP:
                return self.stop()
            if self.may_grab() and now >= self.next_frame:
                self.grab(now)
            if self.flaw != "waits-for-ever" and now - self.heard > self.silence * 3 / 1000:
                raise Gone("the host fell silent")

    def handle_state(self, data):
        if data[3] != 32:
            if self.flaw == "ends-on-unknown":
                raise Gone("an unknown message")
            return
        generation, sequence, request, reason, _, rate, number, lent, last = struct.unpack("<IQBBHIIIQ", data[8:])
        self.heard = time.monotonic()
        if generation != self.generation and self.flaw != "obeys-foreign-state":
            return
        is_old = sequence <= self.newest
        if is_old and self.flaw == "obeys-old-state" and request == STOP:
            self.request = request
        if is_old and self.flaw != "takes-replays":
            return
        self.newest = max(self.newest, sequence)
        if request != self.request and not is_old:
            self.waited |= self.request == WAIT and self.phase == 2
            self.request, self.reason, self.next_beat = request, reason, 0.0
            self.paused = int(request == PAUSE or (self.paused and self.flaw == "stays-paused")) if self.flaw != "never-says-paused" else 0
            self.resumed |= request == CAPTURE and self.phase == 2
            if request == CAPTURE and self.phase == 1 and self.flaw != "never-started":
                self.phase = 2
        self.rate = rate / 1000
        if number == self.memory_number:
            self.lent, self.answered, self.granted = lent, last, self.granted or lent != 0
            if self.flaw == "resizes" and lent and self.rows == HEIGHT:
                self.rows, self.memory, self.lent = HEIGHT // 2, None, 0
                self.ask()
            if is_old:
                self.used = [0] * SLOTS

    def free_slot(self):
        if self.flaw == "unlent-slot" and self.request == CAPTURE and self.number > 8:
            return 0
        for slot in range(SLOTS):
            if self.lent >> slot & 1 and (self.used[slot] <= self.answered or self.flaw == "forgets-last-notice"):
                return slot
        return None

    def may_grab(self):
        if self.memory is None or self.flaw == "no-resume" and self.resumed or self.flaw == "still-after-wait" and self.waited:
            return False
        flaw, wanted, slot = self.flaw, self.request == CAPTURE, self.free_slot()
        if flaw == "early-notice" and self.request == WAIT and self.phase == 1:
            return True
        if flaw == "grabs-without-loan" and wanted and not self.granted:
            return True
        if flaw == "one-loan-two-notices" and wanted and self.number == 1 and not self.doubled:
            return True
        wanted |= flaw == "ignores-pause" and self.request == PAUSE
        wanted |= flaw in ("ignores-wait", "notice-while-waiting") and self.request == WAIT and (self.phase == 2 or self.lent == 7)
        return wanted and slot is not None

    def grab(self, now):
        slot = self.free_slot() or 0
        self.doubled |= self.number == 1
        self.next_frame = now + (0.005 if self.flaw == "too-fast" else 1 / self.rate)
        rows = HEIGHT // 2 if self.flaw == "part-of-frame" else self.rows
        start = slot * ((WIDTH * 4 * self.rows + 4095) // 4096 * 4096)
        self.memory[start:start + WIDTH * 4 * rows] = bytes([self.number % 256, 20, 40, 0]) * (WIDTH * rows)
        if self.flaw != "number-stands" or self.number < 5:
            self.number += 1
        self.used[slot] = self.number
        if self.flaw != "forgets-last-notice":
            self.lent &= ~(1 << slot)
        captured = time.monotonic_ns() + (10**9 if self.flaw == "future-time" else 0)
        is_part = self.flaw == "small-damage" or self.flaw == "part-after-wait" and self.waited
        width = WIDTH // 2 if is_part else WIDTH + (8 if self.flaw == "damage-outside" else 0)
        number = self.memory_number + (1 if self.flaw == "wrong-memory" else 0)
        body = struct.pack("<IIQqBBHI4H", self.generation, number, self.number, captured, slot, 1, 0, 1, 0, 0, width, self.rows)
        self.channel.send(message(17, body)[:-1] if self.flaw == "cut-message" else message(17, body))

    def say_state(self, now):
        if self.flaw != "sequence-stands" or self.sequence < 3:
            self.sequence += 1
        body = struct.pack("<IQBBHQQQ", self.generation, self.sequence, self.phase, self.paused, 0, self.number, 0, 0)
        self.channel.send(message(16, body))
        self.next_beat = now + (1.2 if self.flaw == "rare-heartbeat" else self.beat / 1000)

    def stop(self):
        reason = 4 if self.flaw == "wrong-reason" else 2 if self.flaw == "always-stopped" else self.reason or 2
        if self.flaw != "never-says-ended":
            self.channel.send(message(20, struct.pack("<IBB", self.generation, reason, 1) + text("")))
        if self.flaw == "speaks-after-ended":
            self.say_state(time.monotonic())
        self.link.settimeout(30 if self.flaw in ("never-says-ended", "never-leaves") else 1)
        try:
            while True:
                self.packet()
        except (Gone, OSError):
            pass
        if self.flaw == "never-leaves":
            signal.pause()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--group", default="default")
    options.add_argument("--flaw", default="none", choices=FLAWS)
    options.add_argument("--wants-cast", action="store_true")
    given = options.parse_args()
    directory = os.environ["XDG_RUNTIME_DIR"] + "/splitcast/" + given.group
    context, attachments = zmq.Context(), 0
    while True:
        while given.flaw == "stays-away" or given.flaw == "never-returns" and attachments > 2:
            time.sleep(1)
        try:
            attachment = Attachment(directory, given.flaw, given.wants_cast, context)
            attachments += 1
            try:
                return attachment.run()
            finally:
                attachment.link.close()
                attachment.channel.close()
        except Declined as why:
            if given.flaw != "asks-user-again":
                sys.exit(str(why))
        except Gone as why:
            if given.flaw == "chokes-on-unknown" and "not a welcome" in str(why):
                sys.exit("cannot make sense of the host")
        except OSError:
            if given.flaw == "exits-without-host":
                sys.exit("no host")
        if given.flaw != "busy-loop":
            time.sleep(0.25)


main()
