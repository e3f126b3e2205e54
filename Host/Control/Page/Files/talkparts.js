// A talk by Media Source Extensions: picture and audio each from the playlist of its own, appended a little ahead of what is played.
import { attributes } from "/playlist.js";

const aheadSeconds = 30;

/** @param {HTMLVideoElement} video @param {URL} address of a master or a media playlist */
export async function playByParts(video, address) {
  const tracks = await readTracks(address);
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  await happens(source, "sourceopen");
  const buffers = tracks.map((track) => {
    if (!MediaSource.isTypeSupported(track.type)) throw new Error(`it does not support ${track.type}`);
    return source.addSourceBuffer(track.type);
  });
  source.duration = Math.max(...tracks.map((track) => track.segments.reduce((sum, one) => sum + one.seconds, 0)));
  await Promise.all(tracks.map((track, index) => feed(video, buffers[index], track.segments)));
  if (source.readyState === "open") source.endOfStream();
}

/** Appends segment after segment, and waits while enough is ahead. */
async function feed(video, buffer, segments) {
  let header = "", at = 0;
  for (const segment of segments) {
    while (at - video.currentTime > aheadSeconds) await Promise.race([happens(video, "timeupdate"), happens(video, "seeking")]);
    if (segment.header !== header) await append(buffer, (header = segment.header));
    await append(buffer, segment.address);
    at += segment.seconds;
  }
}

async function append(buffer, address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address.pathname}: ${reply.status}`);
  buffer.appendBuffer(await reply.arrayBuffer());
  await happens(buffer, "updateend");
}

const happens = (target, name) => new Promise((done) => target.addEventListener(name, done, { once: true }));

/** The first variant with the default audio of its group; each with the type that its buffer needs. */
async function readTracks(address) {
  const lines = await readLines(address);
  const at = lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF:"));
  if (at < 0) return [{ type: 'video/mp4; codecs="avc1.640028,mp4a.40.2"', segments: segmentsOf(lines, address) }];
  const variant = attributes(lines[at]), main = new URL(lines.slice(at).find((line) => line && !line.startsWith("#")), address);
  const codecs = (variant.CODECS ?? "avc1.640028,mp4a.40.2").split(",").map((one) => one.trim());
  const isAudio = (codec) => /^(mp4a|ac-3|ec-3|alac|flac|opus)/i.test(codec);
  const group = lines.filter((line) => line.startsWith("#EXT-X-MEDIA:")).map(attributes)
    .filter((one) => one.TYPE === "AUDIO" && one["GROUP-ID"] === variant.AUDIO && one.URI);
  const audio = group.find((one) => one.DEFAULT === "YES") ?? group[0];
  const inMain = audio ? codecs.filter((codec) => !isAudio(codec)) : codecs;
  const tracks = [{ type: `video/mp4; codecs="${inMain.join(",")}"`, segments: segmentsOf(await readLines(main), main) }];
  if (audio) {
    const url = new URL(audio.URI, address);
    tracks.push({ type: `audio/mp4; codecs="${codecs.filter(isAudio).join(",")}"`, segments: segmentsOf(await readLines(url), url) });
  }
  return tracks;
}

async function readLines(address) {
  const reply = await fetch(address, { cache: "no-store" });
  if (!reply.ok) throw new Error(`${address.pathname}: ${reply.status}`);
  return (await reply.text()).split(/\r?\n/);
}

function segmentsOf(lines, address) {
  const segments = [];
  let seconds = 0, header = null, isGap = false;
  for (const line of lines) {
    if (line.startsWith("#EXT-X-MAP:")) header = new URL(attributes(line).URI, address);
    else if (line.startsWith("#EXTINF:")) seconds = parseFloat(line.slice(8)) || 0;
    else if (line.startsWith("#EXT-X-GAP")) isGap = true;
    else if (line && !line.startsWith("#")) {
      if (!isGap) segments.push({ address: new URL(line, address), header, seconds });
      isGap = false;
    }
  }
  if (segments.length && !segments[0].header) throw new Error("it plays only fragmented MP4, and this talk is MPEG-TS");
  return segments;
}
