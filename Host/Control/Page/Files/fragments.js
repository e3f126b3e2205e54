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
    codecs.push(tracks.at(-1).kind === "vide" ? `avc1.${profile(trak.bytes)}` : "mp4a.40.2");
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

/** H.264's profile, constraints and level, which the avcC box (ISO/IEC 14496-15) repeats. */
function profile(bytes) {
  const at = bytes.findIndex((_, index) => text(bytes, index) === "avcC");
  const found = at < 0 ? [0x64, 0, 0x28] : bytes.subarray(at + 5, at + 8);
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
