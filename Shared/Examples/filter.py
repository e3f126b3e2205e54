#!/usr/bin/python3
"""Filters the picture of a source of a Splitcast broadcast, written from FILTERS.md; needs Python 3.9 and nothing else.

    splitcast filter add cam exec=/usr/share/splitcast/filter.py

It makes the picture black and white, with more contrast. The host starts it, and ends it with the filter.
"""
import mmap, os, socket, struct

HEADER = struct.Struct("<8sIIQ")  # signature, kind, zero, number
SIGNATURE, HELLO, MEMORY, FRAME, DONE = b"SPLTFLT1", 1, 2, 3, 4
# Black and white stay where they are: 16 and 235.
CONTRAST = bytes(min(235, max(16, round((value - 125.5) * 1.3 + 125.5))) for value in range(256))

host = socket.socket(fileno=0)  # the connection is standard input
host.send(HEADER.pack(SIGNATURE, HELLO, 0, 0))
while True:
    packet, descriptors, _, _ = socket.recv_fds(host, 4096, 1)
    if not packet: break  # the host is gone, or wants no filter any more
    signature, kind, _, number = HEADER.unpack_from(packet)
    if kind == MEMORY:
        width, height, luma, chroma, size, given, returned = struct.unpack_from("<4I3Q", packet, HEADER.size)
        memory = mmap.mmap(descriptors[0], size)
        os.close(descriptors[0])
        luma_bytes, chroma_bytes = luma * height, chroma * height
        memory[returned + luma_bytes:returned + luma_bytes + chroma_bytes] = b"\x80" * chroma_bytes  # no colour, once for all
    elif kind == FRAME:
        memory[returned:returned + luma_bytes] = memory[given:given + luma_bytes].translate(CONTRAST)
        host.send(HEADER.pack(SIGNATURE, DONE, 0, number))
