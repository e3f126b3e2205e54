#!/usr/bin/python3
"""Shows what the viewers of a Splitcast broadcast see, written from CONTROL.md section 5; needs Python 3.9 and ffplay.

    ./preview.py --group talk             in a window
    ./preview.py --to - > talk.yuv        pictures in I420 as they come, without padding; --count 1 for one

It ends with 0 when the window is closed, 4 when there is no host or it has no picture.
"""
import argparse, json, mmap, os, socket, struct, subprocess, sys, time


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(4)


def ask(path):
    """What the host answers, and the descriptor that comes along."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as host:
        host.connect(path)
        host.send(b'{"v":1,"do":"preview"}')
        packet, descriptors, _, _ = socket.recv_fds(host, 65536, 1)
    reply = json.loads(packet)
    if not descriptors: fail(reply["error"]["message"])
    return reply["preview"], descriptors[0]


def pictures(path):
    """Each picture without padding, with its size."""
    while True:
        preview, descriptor = ask(path)
        memory, asked, last = mmap.mmap(descriptor, preview["bytes"], prot=mmap.PROT_READ), time.monotonic(), 0
        os.close(descriptor)
        width, height, luma, chroma, slots, first = struct.unpack_from("<6I", memory, 8)
        (slot_bytes,) = struct.unpack_from("<Q", memory, 32)
        word = lambda at: struct.unpack_from("<Q", memory, at)[0]
        while not word(48) and time.monotonic() - asked < preview["leaseSeconds"] / 2:
            if (number := word(40)) == last:
                time.sleep(0.005)
                continue
            slot, planes = number % slots, []
            at = first + slot * slot_bytes
            for stride, columns, rows in ((luma, width, height), (chroma, width // 2, height // 2), (chroma, width // 2, height // 2)):
                planes += [memory[at + row * stride:at + row * stride + columns] for row in range(rows)]
                at += stride * rows
            if word(64 + 16 * slot) == number:  # else it was overwritten while it was copied
                last = number
                yield width, height, b"".join(planes)


parser = argparse.ArgumentParser(description="Shows what the viewers of a Splitcast broadcast see.")
parser.add_argument("--group", default="default", help="the host's group")
parser.add_argument("--to", help="write the pictures there instead, - for standard output")
parser.add_argument("--count", type=int, default=0, help="end after so many")
options = parser.parse_args()
own = f"/run/user/{os.getuid()}"
runtime = os.environ.get("XDG_RUNTIME_DIR") or (own if os.access(own, os.W_OK) else None)
base = f"{runtime}/splitcast" if runtime else f"/tmp/splitcast-{os.getuid()}"
try:
    out, size, shown = sys.stdout.buffer if options.to == "-" else options.to and open(options.to, "wb"), None, 0
    for width, height, picture in pictures(f"{base}/{options.group}/control.sock"):
        if not options.to and size != (width, height):
            if out: out.close()
            form = ["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", f"{width}x{height}", "-framerate", "1000"]
            out = subprocess.Popen(["ffplay", "-v", "error", *form, "-fflags", "nobuffer", "-autoexit", "-"], stdin=subprocess.PIPE).stdin
        size, shown = (width, height), shown + 1
        out.write(picture)
        out.flush()
        if shown == options.count: break
except (ConnectionError, FileNotFoundError) as error:
    if not isinstance(error, BrokenPipeError):
        fail(f"no host answers in group {options.group} ({error}): start one with 'splitcast live --group {options.group}'")
except KeyboardInterrupt:
    pass
