// Plays the live stream close to its end: by Media Source Extensions, which take the segments (fragmented MP4) as they are, else by the
// browser's own HLS. Of a ladder it plays the picture that is wanted. Starts again by itself whenever the stream ends, stalls or begins anew.
import { readHeader } from "/fragments.js";
import { parseMaster, parsePlaylist } from "/playlist.js";
import { Renditions } from "/renditions.js";
import { Restart, Track, once, pause } from "/track.js";

/** Played is at most this far behind what has arrived, beyond one segment, before it jumps. */
const mostSlackSeconds = 3;
/** With so much ahead playing begins, where the pieces that come are shorter. */
const leastStartSeconds = 0.6;
/** Of so many pieces is it remembered when they were captured. */
const mostMarks = 60;
/** How often Media Source Extensions may fail in a row before the browser's own HLS is tried. */
const mostRefusals = 3;
/** The bit rates in a master playlist change while live. */
const masterMilliseconds = 10_000;

export class LivePlayer {
  renditions = new Renditions();

  /**
   * @param {HTMLVideoElement} video
   * @param {string} url the playlist
   * @param {string} closeURL that of a ladder for players that are close behind, where there is one
   * @param {HostClock} clock
   * @param {(state: "loading"|"playing"|"ended"|"absent"|"unsupported") => void} onState
   */
  constructor(video, url, closeURL, clock, onState) {
    Object.assign(this, { video, url, closeURL, clock, onState, state: "", refusals: 0, marks: [] });
  }

  /** Seconds since what is shown was captured, by the host's clock; null where no one knows. */
  get behindSeconds() {
    const { currentTime, readyState } = this.video, now = this.clock.now(), mark = this.shown;
    return mark && now !== null && readyState > 1 ? Math.max(0, (now - mark.capturedAt) / 1000 - (currentTime - mark.seconds)) : null;
  }

  /** The name of the rendition that is shown; null where there is no choice. */
  get playing() {
    return this.choices.length > 1 ? this.shown?.name ?? null : null;
  }

  /** The names of what the viewer can choose from, the best first; none where the browser chooses. */
  get choices() {
    return this.source ? this.renditions.all.map((one) => one.name) : [];
  }

  get shown() {
    return this.marks.findLast((one) => one.seconds <= this.video.currentTime + 0.001) ?? this.marks[0];
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
        const stream = await this.fetchStream();
        if (stream.playlist.isEnded) this.tell("ended");
        else if (stream.playlist.segments.length) await this.play(stream);
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

  async fetchText(address) {
    const reply = await this.clock.fetch(address, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (!reply.ok) throw new Error(`playlist: ${reply.status}`);
    return reply.text();
  }

  /** What there is to play: a media playlist, and where it is; of a ladder, its audio too. */
  async fetchStream() {
    let address = new URL(this.url, location.href), text = await this.fetchText(address), master = parseMaster(text, address);
    if (!master) return { master: null, audio: null, address: address.href, playlist: parsePlaylist(text) };
    const close = new URL(this.closeURL, location.href);
    try {
      const other = parseMaster(await this.fetchText(close), close);
      if (other) [master, address] = [other, close];
    } catch {
      // Then it is not for players that are close behind.
    }
    this.renditions.update(this.playable(master));
    if (!this.renditions.all.length) throw new Error("no rendition that this browser plays");
    const rendition = this.renditions.decide(-1);
    const stream = { master: address, audio: master.audio, address: rendition.address, type: `video/mp4; codecs="${rendition.codecs}"` };
    return { ...stream, playlist: parsePlaylist(await this.fetchText(rendition.address)) };
  }

  /** Where none can be played by Media Source Extensions, the browser may know better. */
  playable({ renditions }) {
    const found = renditions.filter((one) => window.MediaSource?.isTypeSupported(`video/mp4; codecs="${one.codecs}"`));
    return found.length ? found : renditions;
  }

  async play(stream) {
    this.tell("loading");
    const type = stream.type ?? (await this.typeOf(stream));
    const isNative = this.video.canPlayType("application/vnd.apple.mpegurl") !== "";
    const isGivenUp = isNative && this.refusals >= mostRefusals;
    if (type && window.MediaSource?.isTypeSupported(type) && !isGivenUp) return this.playSegments(stream, type);
    if (isNative) return this.playNatively(stream);
    this.tell("unsupported");
    await pause(5000);
  }

  async typeOf({ address, playlist }) {
    const { header } = playlist.segments.at(-1);
    if (!header) return "";
    const reply = await fetch(new URL(header, address), { signal: AbortSignal.timeout(8000) });
    if (!reply.ok) throw new Restart(`segment ${header}: ${reply.status}`);
    return readHeader(new Uint8Array(await reply.arrayBuffer())).type;
  }

  // Media Source Extensions

  async playSegments({ master, audio, address, playlist }, type) {
    const source = (this.source = new MediaSource()), over = new AbortController();
    const sourceAddress = URL.createObjectURL(source);
    try {
      this.video.src = sourceAddress;
      await once(source, "sourceopen");
      [this.progress, this.marks] = [null, []];
      const tracks = [new Track(this, source, type, address, master && this.renditions)];
      if (audio) tracks.push(new Track(this, source, `audio/mp4; codecs="${audio.codecs}"`, audio.address));
      if (master) this.followMaster(master, over.signal);
      const first = playlist.segments.at(-1).number;
      await Promise.all(tracks.map((track) => track.feed(first, over.signal)));
      await this.playOut();
    } finally {
      over.abort();
      [this.source, this.marks] = [null, []];
      URL.revokeObjectURL(sourceAddress);
    }
  }

  async followMaster(address, signal) {
    for (;;) {
      await pause(masterMilliseconds);
      if (signal.aborted) return;
      try {
        const master = parseMaster(await this.fetchText(address), address);
        if (master && !signal.aborted) this.renditions.update(this.playable(master));
      } catch {
        // What was read before holds.
      }
    }
  }

  /** @param {?number} seconds when the piece begins, on the stream's own time line */
  mark(seconds, capturedAt, name) {
    if (seconds === null || isNaN(capturedAt)) return;
    this.marks.push({ seconds, capturedAt, name });
    if (this.marks.length > mostMarks) this.marks.shift();
  }

  /** Before a piece is added: what is left over tells how much later than needed we play. */
  steer(seconds) {
    const { video } = this, { buffered } = video;
    if (!this.progress || !buffered.length) return;
    const end = buffered.end(buffered.length - 1), slack = end - video.currentTime;
    if (slack > mostSlackSeconds + seconds) video.currentTime = end - 0.5;
    video.playbackRate = slack > 1.5 ? 1.08 : slack > 0.8 ? 1.03 : slack < 0.25 ? 0.97 : 1;
  }

  /** After the first piece: show it from its start. Later: step over a hole in what arrived. */
  enter(seconds) {
    const { video } = this, { buffered } = video;
    if (!buffered.length) return;
    const last = buffered.length - 1;
    if (!this.progress) {
      video.currentTime = Math.max(buffered.start(last) + 0.01, buffered.end(last) - Math.max(seconds, leastStartSeconds));
      this.progress = { time: video.currentTime, at: performance.now() };
      this.start();
    } else if (buffered.end(last) - video.currentTime > 0.3 && buffered.start(last) > video.currentTime) {
      video.currentTime = buffered.start(last) + 0.01;
    }
  }

  /** Shows the rest of an ended stream. */
  async playOut() {
    for (let rounds = 0; (this.aheadSeconds ?? 0) > 0.2 && rounds < 60; rounds++) await pause(250);
    this.tell("ended");
  }

  // The browser's own HLS

  async playNatively({ address, playlist }) {
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
      playlist = parsePlaylist(await this.fetchText(address));
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
