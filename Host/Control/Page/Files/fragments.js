// Reads fragmented MP4 (ISO/IEC 14496-12), as much of it as this page's own stream uses.

/**
 * What the header of a stream says.
 * @param {Uint8Array} bytes
 * @returns {{type: string, tracks: {id: number, kind: "vide"|"soun", ticks: number}[]}} for `addSourceBuffer`; and each track's ticks a second
 */
export function readHeader(bytes) {
  const moov = child(bytes, "moov"), tracks = [], codecs = [];
  for (const trak of moov ? children(moov) : []) {
    if (trak.name !== "trak") continue;
    const tkhd = child(trak.bytes, "tkhd"), mdia = child(trak.bytes, "mdia"), mdhd = mdia && child(mdia, "mdhd"), hdlr = mdia && child(mdia, "hdlr");
    if (!tkhd || !mdhd || !hdlr) continue;
    tracks.push({ id: number(tkhd, tkhd[0] ? 20 : 12), kind: text(hdlr, 8), ticks: number(mdhd, mdhd[0] ? 20 : 12) });
    codecs.push(tracks.at(-1).kind === "vide" ? picture(trak.bytes) : "mp4a.40.2");
  }
  return { type: `video/mp4; codecs="${codecs.join(",")}"`, tracks };
}

/**
 * When a segment begins, on the stream's own time line, in seconds: its picture, or its audio where there is no picture.
 * @param {Uint8Array} bytes
 * @returns {?number} null when it does not say
 */
export function startSeconds(bytes, tracks) {
  const moof = child(bytes, "moof"), starts = {};
  for (const traf of moof ? children(moof) : []) {
    const tfhd = traf.name === "traf" ? child(traf.bytes, "tfhd") : null, tfdt = tfhd && child(traf.bytes, "tfdt");
    const track = tfdt && tracks.find((one) => one.id === number(tfhd, 4));
    if (track) starts[track.kind] = (tfdt[0] ? number(tfdt, 4) * 2 ** 32 + number(tfdt, 8) : number(tfdt, 4)) / track.ticks;
  }
  return starts.vide ?? starts.soun ?? null;
}

/** The boxes that lie one after the other in `bytes`, without their own headers. */
function* children(bytes) {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const isLong = number(bytes, at) === 1 && at + 16 <= bytes.length;
    const size = isLong ? number(bytes, at + 8) * 2 ** 32 + number(bytes, at + 12) : number(bytes, at) || bytes.length - at;
    if (size < 8 || at + size > bytes.length) return;
    yield { name: text(bytes, at + 4), bytes: bytes.subarray(at + (isLong ? 16 : 8), at + size) };
    at += size;
  }
}

function child(bytes, name) {
  for (const box of children(bytes)) if (box.name === name) return box.bytes;
  return null;
}

const number = (bytes, at) => ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
const text = (bytes, at) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Codec, profile and level of the picture (RFC 6381), from the record that its box repeats (ISO/IEC 14496-15; AV1's own binding). */
function picture(bytes) {
  const hevc = record(bytes, "hvcC"), av1 = record(bytes, "av1C"), avc = record(bytes, "avcC") ?? [1, 0x64, 0, 0x28];
  if (hevc) {
    const flags = Array.from(hevc.subarray(6, 12)), space = ["", "A", "B", "C"][hevc[1] >> 6];
    while (flags.length && flags.at(-1) === 0) flags.pop();
    let compatible = 0;
    for (let bit = 0; bit < 32; bit++) if (number(hevc, 2) & (1 << bit)) compatible += 2 ** (31 - bit);
    const head = `hvc1.${space}${hevc[1] & 31}.${compatible.toString(16)}.${hevc[1] & 32 ? "H" : "L"}${hevc[12]}`;
    return [head, ...flags.map((flag) => flag.toString(16))].join(".");
  }
  if (av1) {
    const bits = av1[2] & 64 ? (av1[2] & 32 ? 12 : 10) : 8, two = (value) => String(value).padStart(2, "0");
    return `av01.${av1[1] >> 5}.${two(av1[1] & 31)}${av1[2] & 128 ? "H" : "M"}.${two(bits)}`;
  }
  return `avc1.${Array.from(avc.slice(1, 4), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function record(bytes, name) {
  const at = bytes.findIndex((_, index) => text(bytes, index) === name);
  return at < 0 ? null : bytes.subarray(at + 4);
}
