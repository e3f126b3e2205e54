// Plays the live stream close to its end: by Media Source Extensions, which take the segments (fragmented MP4) as they are, else by the
// browser's own HLS. Starts again by itself whenever the stream ends, stalls or begins anew.
import { readHeader, startSeconds } from "/fragments.js";
import { parsePlaylist } from "/playlist.js";

/** Played is at most this far behind what has arrived, beyond one segment, before it jumps. */
const mostSlackSeconds = 3;
const keptSeconds = 20;
/** Of so many segments is it remembered when they were captured. */
const mostMarks = 20;
/** How often Media Source Extensions may fail in a row before the browser's own HLS is tried. */
const mostRefusals = 3;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** A new broadcast, a gap, a decoder that gave up: begin anew with what is newest. */
class Restart extends Error {
  /** @param {boolean} isRefusal whether the browser could not decode what it said it could */
  constructor(message, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

export class LivePlayer {
  /**
   * @param {HTMLVideoElement} video
   * @param {string} url the playlist
   * @param {HostClock} clock
   * @param {(state: "loading"|"playing"|"ended"|"absent"|"unsupported") => void} onState
   */
  constructor(video, url, clock, onState) {
    Object.assign(this, { video, url, clock, onState, state: "", refusals: 0, marks: [] });
  }

  /** Seconds since what is shown was captured, by the host's clock; null where no one knows. */
  get behindSeconds() {
    const { currentTime, readyState } = this.video, now = this.clock.now();
    const mark = this.marks.findLast((one) => one.seconds <= currentTime + 0.001) ?? this.marks[0];
    return mark && now !== null && readyState > 1 ? Math.max(0, (now - mark.capturedAt) / 1000 - (currentTime - mark.seconds)) : null;
  }

  /** Seconds between what is shown and the newest that has arrived; null before the first picture. */
  get aheadSeconds() {
    const { buffered, currentTime, seekable } = this.video;
    const ranges = this.source ? buffered : seekable;
    return ranges.length && this.video.readyState > 1 ? Math.max(0, ranges.end(ranges.length - 1) - currentTime) : null;
  }

  /** Never returns. */
  async run() {
    for (;;) {
      try {
        const playlist = await this.fetchPlaylist();
        if (playlist.isEnded) this.tell("ended");
        else if (playlist.segments.length) await this.play(playlist);
        else this.tell("loading");
      } catch (error) {
        if (!(error instanceof Restart)) this.tell("absent");
        else if (error.isRefusal) this.refusals += 1;
      }
      await pause(500);
    }
  }

  tell(state) {
    if (state !== this.state) this.onState((this.state = state));
  }

  async fetchPlaylist() {
    const reply = await this.clock.fetch(this.url, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (!reply.ok) throw new Error(`playlist: ${reply.status}`);
    return parsePlaylist(await reply.text());
  }

  async fetchSegment(name) {
    const reply = await fetch(new URL(name, new URL(this.url, location.href)), { signal: AbortSignal.timeout(8000) });
    if (!reply.ok) throw new Restart(`segment ${name}: ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  }

  async play(playlist) {
    this.tell("loading");
    const { header } = playlist.segments.at(-1);
    const type = header ? readHeader(await this.fetchSegment(header)).type : "";
    const isNative = this.video.canPlayType("application/vnd.apple.mpegurl") !== "";
    const isGivenUp = isNative && this.refusals >= mostRefusals;
    if (type && window.MediaSource?.isTypeSupported(type) && !isGivenUp) return this.playSegments(playlist, type);
    if (isNative) return this.playNatively(playlist);
    this.tell("unsupported");
    await pause(5000);
  }

  // Media Source Extensions

  async playSegments(playlist, type) {
    const source = (this.source = new MediaSource());
    const address = URL.createObjectURL(source);
    try {
      this.video.src = address;
      await once(source, "sourceopen");
      const buffer = source.addSourceBuffer(type);
      let next = playlist.segments.at(-1).number, header = "", tracks = [];
      let changed = performance.now(), due = changed;
      [this.progress, this.marks] = [null, []];
      for (;;) {
        const segments = playlist.segments;
        if (segments.length && segments.at(-1).number < next - 1) throw new Restart("a new broadcast");
        if (segments.length && segments[0].number > next) throw new Restart("fell off the list");
        for (const segment of segments.filter((one) => one.number >= next)) {
          if (segment.isDiscontinuity && this.progress) throw new Restart("a gap");
          // Another one follows when the encoder was opened anew.
          if (segment.header !== header) {
            const bytes = await this.fetchSegment((header = segment.header));
            ({ tracks } = readHeader(bytes));
            await this.append(buffer, bytes);
          }
          const data = await this.fetchSegment(segment.name);
          this.mark(startSeconds(data, tracks), segment.capturedAt);
          this.steer(buffer, segment.seconds);
          await this.append(buffer, data);
          this.enter(buffer, segment.seconds);
          await this.trim(buffer);
          next = segment.number + 1;
          changed = performance.now();
          due = changed + segment.seconds * 1000;
        }
        if (playlist.isEnded) return await this.playOut();
        if (performance.now() - changed > playlist.targetSeconds * 3000 + 3000) throw new Error("the stream stands still");
        this.watch();
        // Often when the next one is due, so that it is not kept waiting.
        const early = due - performance.now();
        await pause(early < -2000 ? 500 : Math.min(500, Math.max(100, early)));
        playlist = await this.fetchPlaylist();
      }
    } finally {
      [this.source, this.marks] = [null, []];
      URL.revokeObjectURL(address);
    }
  }

  async append(buffer, data) {
    if (this.video.error) throw new Restart(this.video.error.message, true);
    buffer.appendBuffer(data);
    await once(buffer, "updateend");
    if (this.video.error) throw new Restart(this.video.error.message, true);
  }

  /** @param {?number} seconds when the segment begins, on the stream's own time line */
  mark(seconds, capturedAt) {
    if (seconds === null || isNaN(capturedAt)) return;
    this.marks.push({ seconds, capturedAt });
    if (this.marks.length > mostMarks) this.marks.shift();
  }

  /** Before a segment is added: what is left over tells how much later than needed we play. */
  steer(buffer, seconds) {
    const { video } = this;
    if (!this.progress || !buffer.buffered.length) return;
    const slack = buffer.buffered.end(buffer.buffered.length - 1) - video.currentTime;
    if (slack > mostSlackSeconds + seconds) video.currentTime = buffer.buffered.end(buffer.buffered.length - 1) - 0.5;
    video.playbackRate = slack > 1.5 ? 1.08 : slack > 0.8 ? 1.03 : slack < 0.25 ? 0.97 : 1;
  }

  /** After the first segment: show it from its start. Later: step over a hole in what arrived. */
  enter(buffer, seconds) {
    const { video } = this, { buffered } = buffer;
    if (!buffered.length) return;
    const last = buffered.length - 1;
    if (!this.progress) {
      video.currentTime = Math.max(buffered.start(last) + 0.01, buffered.end(last) - seconds);
      this.progress = { time: video.currentTime, at: performance.now() };
      this.start();
    } else if (buffered.end(last) - video.currentTime > 0.3 && buffered.start(last) > video.currentTime) {
      video.currentTime = buffered.start(last) + 0.01;
    }
  }

  async trim(buffer) {
    const { buffered } = buffer;
    if (!buffered.length || this.video.currentTime - buffered.start(0) < keptSeconds * 2) return;
    buffer.remove(0, this.video.currentTime - keptSeconds);
    await once(buffer, "updateend");
  }

  /** Shows the rest of an ended stream. */
  async playOut() {
    for (let rounds = 0; (this.aheadSeconds ?? 0) > 0.2 && rounds < 60; rounds++) await pause(250);
    this.tell("ended");
  }

  // The browser's own HLS

  async playNatively(playlist) {
    const { video } = this;
    let next = 0;
    this.progress = { time: 0, at: performance.now() };
    video.src = this.url;
    this.start();
    for (;;) {
      const number = playlist.segments.at(-1)?.number ?? 0;
      if (number < next) throw new Restart("a new broadcast");
      next = number;
      if (playlist.isEnded) return await this.playOut();
      if (video.error) throw new Restart(video.error.message);
      this.watch();
      video.playbackRate = this.aheadSeconds > playlist.targetSeconds * 3 + 2 ? 1.08 : 1;
      await pause(1000);
      playlist = await this.fetchPlaylist();
    }
  }

  // Both

  start() {
    // Refused only when the browser wants a click first; the audio button is one.
    this.video.play().catch(() => {});
  }

  /** A picture that stands still though there is more of it: a decoder that gave up. */
  watch() {
    const { video, progress } = this, now = performance.now();
    if (!progress) return;
    if (video.currentTime !== progress.time || video.paused || document.hidden) {
      if (video.currentTime !== progress.time && video.readyState > 1) {
        this.refusals = 0;
        this.tell("playing");
      }
      this.progress = { time: video.currentTime, at: now };
      if (video.paused && !video.ended) this.start();
    } else if (now - progress.at > 8000) {
      throw new Restart("the picture stands still");
    }
  }
}

function once(object, name) {
  return new Promise((done, fail) => {
    object.addEventListener(name, done, { once: true });
    object.addEventListener("error", () => fail(new Restart(`${name}: refused`, true)), { once: true });
  });
}
