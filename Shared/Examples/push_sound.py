#!/usr/bin/python3
"""Pushes audio into a Splitcast mix, written from PROTOCOL.md section 12; nothing beyond Python is needed.

    ./push_sound.py --group talk --name game < samples      16-bit stereo at 48 kHz, as from: ffmpeg -i a.ogg -f s16le -ac 2 -ar 48000 -

It ends with 0 when all was heard, 4 when there is no host or it says no.
"""
import argparse, os, socket, struct, sys

MARK, VERSION, HELLO, ACCEPTED, REFUSAL, BLOCK, STATE, END = 0x4353, 1, 64, 65, 66, 67, 68, 69
S16, RATE, CHANNELS = 1, 48000, 2
BLOCK_BYTES = RATE // 50 * CHANNELS * 2  # 20 ms


def message(kind, body):
    return struct.pack("<HBBI", MARK, VERSION, kind, len(body)) + body


def text(string, most):
    data = string.encode()[:most]
    return bytes([len(data)]) + data


def answer(host):
    """The kind and body of the host's next message; kind 0 at the end of the connection."""
    data = host.recv(65536)
    return (data[3], data[8:]) if data else (0, b"")


def main():
    parser = argparse.ArgumentParser(description="Pushes 16-bit stereo at 48 kHz from standard input into a Splitcast mix.")
    parser.add_argument("--group", default="default", help="the host's group")
    parser.add_argument("--name", default="example", help="what the source is called in the mix")
    options = parser.parse_args()
    own = f"/run/user/{os.getuid()}"
    runtime = os.environ.get("XDG_RUNTIME_DIR") or (own if os.access(own, os.W_OK) else None)
    base = f"{runtime}/splitcast" if runtime else f"/tmp/splitcast-{os.getuid()}"
    host = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        host.connect(f"{base}/{options.group}/sound.sock")
    except OSError as error:
        print(f"push_sound: no host in group '{options.group}': {error.strerror}", file=sys.stderr)
        sys.exit(4)
    host.send(message(HELLO, struct.pack("<BBBBI", 1, 1, S16, CHANNELS, RATE) + text(options.name, 32) + text("from Python", 128)))
    kind, body = answer(host)
    try:
        while kind == ACCEPTED and (samples := sys.stdin.buffer.read(BLOCK_BYTES)):
            samples = samples[:len(samples) // 4 * 4]
            # Time 0: now. Sending waits when enough is queued, so this paces itself.
            host.send(message(BLOCK, struct.pack("<qI", 0, len(samples) // 4) + samples))
        host.send(message(END, struct.pack("<I", 0)))
    except BrokenPipeError:
        pass  # refused; why is read below
    while kind not in (0, REFUSAL):
        kind, body = answer(host)
    if kind == REFUSAL:
        print("push_sound:", body[2:2 + body[1]].decode(), file=sys.stderr)
        sys.exit(4)


if __name__ == "__main__":
    main()
