// Reads live HLS playlists (RFC 8216bis), as much of them as this program's own streams use.

/**
 * A media playlist.
 * @typedef {{number: number, name: ?string, header: ?string, seconds: number, capturedAt: number, isDiscontinuity: boolean, isGap: boolean,
 *   parts: {name: ?string, seconds: number}[]}} Segment `name` is null while it is being made, and of a part that is missing; `header` is the file that comes before it;
 *   `capturedAt` in milliseconds since 1970
 * @param {?string} header of the segments before, where they may have been left out
 * @returns {{isEnded: boolean, canBlock: boolean, targetSeconds: number, segments: Segment[]}}
 */
export function parsePlaylist(text, header = null) {
  const lines = split(text);
  const playlist = { isEnded: false, canBlock: false, targetSeconds: 2, segments: [] };
  let number = 0, next = begin();
  function begin() {
    return { seconds: 0, capturedAt: NaN, isDiscontinuity: false, isGap: false, parts: [] };
  }
  function add(name) {
    playlist.segments.push({ number, name, header, ...next });
    number += 1;
    next = begin();
  }
  for (const line of lines) {
    const [tag, value] = halves(line);
    if (tag === "#EXT-X-TARGETDURATION") playlist.targetSeconds = Number(value) || 2;
    else if (tag === "#EXT-X-SERVER-CONTROL") playlist.canBlock = attributes(value)["CAN-BLOCK-RELOAD"] === "YES";
    else if (tag === "#EXT-X-MEDIA-SEQUENCE") number = Number(value) || 0;
    else if (tag === "#EXT-X-SKIP") number += Number(attributes(value)["SKIPPED-SEGMENTS"]) || 0;
    else if (tag === "#EXT-X-MAP") header = attributes(value).URI ?? null;
    else if (tag === "#EXT-X-PROGRAM-DATE-TIME") next.capturedAt = Date.parse(value);
    else if (tag === "#EXT-X-DISCONTINUITY") next.isDiscontinuity = true;
    else if (tag === "#EXT-X-GAP") next.isGap = true;
    else if (tag === "#EXT-X-ENDLIST") playlist.isEnded = true;
    else if (tag === "#EXTINF") next.seconds = parseFloat(value) || 0;
    else if (tag === "#EXT-X-PART") {
      const part = attributes(value);
      next.parts.push({ name: part.GAP === "YES" ? null : part.URI, seconds: parseFloat(part.DURATION) || 0 });
    } else if (line && !line.startsWith("#")) add(line);
  }
  if (next.parts.length) add(null);
  return playlist;
}

/**
 * A master playlist; null for what is none.
 * @param {URL} address its own
 * @returns {?{renditions: {name: string, address: string, peak: number, codecs: string}[], audio: ?{address: string, codecs: string}}}
 *   the pictures, the best first, `peak` in bits a second, audio included; and the audio that is played where no one chose any
 */
export function parseMaster(text, address) {
  const lines = split(text), pictures = [];
  lines.forEach((line, at) => {
    if (!line.startsWith("#EXT-X-STREAM-INF:")) return;
    const { BANDWIDTH, RESOLUTION, CODECS, AUDIO } = attributes(line), uri = lines.slice(at + 1).find((one) => one && !one.startsWith("#"));
    if (uri) pictures.push({ uri, size: RESOLUTION ?? "", peak: Number(BANDWIDTH) || 0, codecs: (CODECS ?? "").split(","), group: AUDIO });
  });
  if (!pictures.length) return null;
  const lineCount = (one) => `${one.size.split("x")[1] ?? "?"}p`;
  const area = (one) => one.size.split("x").reduce((product, side) => product * (Number(side) || 0), 1);
  const isAudio = (codec) => /^(mp4a|ac-3|ec-3|alac|flac|opus)/i.test(codec);
  const group = lines.filter((line) => line.startsWith("#EXT-X-MEDIA:")).map(attributes)
    .filter((one) => one.TYPE === "AUDIO" && one["GROUP-ID"] === pictures[0].group && one.URI);
  const audio = group.find((one) => one.DEFAULT === "YES") ?? group[0];
  const whole = (uri) => new URL(uri, address).href;
  return {
    // A larger one may need fewer bits where little moves: it is better all the same.
    renditions: pictures.sort((one, other) => area(other) - area(one) || other.peak - one.peak).map((one) => ({
      name: pictures.filter((other) => lineCount(other) === lineCount(one)).length === 1 ? lineCount(one) : one.size,
      address: whole(one.uri), peak: one.peak, codecs: one.codecs.filter((codec) => !audio || !isAudio(codec)).join(","),
    })),
    audio: audio ? { address: whole(audio.URI), codecs: pictures[0].codecs.filter(isAudio).join(",") } : null,
  };
}

/** Of a tag: `NAME=value,NAME="value"`. */
export function attributes(line) {
  return Object.fromEntries([...line.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

function split(text) {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== "#EXTM3U") throw new Error("not a playlist");
  return lines;
}

function halves(line) {
  const colon = line.indexOf(":");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1)];
}
