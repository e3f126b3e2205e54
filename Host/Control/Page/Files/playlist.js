// Reads a live HLS playlist (RFC 8216), as much of it as this page's own stream uses.

/**
 * @returns {{isEnded: boolean, targetSeconds: number, segments: {number: number, name: string, header: ?string, seconds: number,
 *   capturedAt: number, isDiscontinuity: boolean}[]}} `header` is the file that comes before the segment; `capturedAt` in milliseconds since 1970
 */
export function parsePlaylist(text) {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== "#EXTM3U") throw new Error("not a playlist");
  const playlist = { isEnded: false, targetSeconds: 2, segments: [] };
  let number = 0, seconds = 0, header = null, capturedAt = NaN, isDiscontinuity = false;
  for (const line of lines) {
    const [tag, value] = split(line);
    if (tag === "#EXT-X-TARGETDURATION") playlist.targetSeconds = Number(value) || 2;
    else if (tag === "#EXT-X-MEDIA-SEQUENCE") number = Number(value) || 0;
    else if (tag === "#EXT-X-MAP") header = /URI="([^"]+)"/.exec(value)?.[1] ?? null;
    else if (tag === "#EXT-X-PROGRAM-DATE-TIME") capturedAt = Date.parse(value);
    else if (tag === "#EXT-X-DISCONTINUITY") isDiscontinuity = true;
    else if (tag === "#EXT-X-ENDLIST") playlist.isEnded = true;
    else if (tag === "#EXTINF") seconds = parseFloat(value) || 0;
    else if (line && !line.startsWith("#")) {
      playlist.segments.push({ number, name: line, header, seconds, capturedAt, isDiscontinuity });
      number += 1;
      capturedAt = NaN;
      isDiscontinuity = false;
    }
  }
  return playlist;
}

function split(line) {
  const colon = line.indexOf(":");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1)];
}
