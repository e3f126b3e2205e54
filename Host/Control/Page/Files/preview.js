// Plays the broadcast as close behind as it goes: packets as they are encoded, in fragmented MP4 without end, into Media Source Extensions.
// Where that fails the page's own HLS player takes over.
import { startSeconds, readHeader } from "/fragments.js";
import { LivePlayer } from "/player.js";

const address = "/live/stream.mp4";
/** Behind what arrives so much is kept, beyond what the newest arrivals were late. */
const marginSeconds = 0.06;
/** A browser plays audio in pieces, and waits for some of them. */
const audioMarginSeconds = 0.16;
const leastSeconds = 0.1, mostSeconds = 3;
/** From here on it jumps; less is made good by playing faster. */
const jumpSeconds = 0.5;
const mostArrivals = 60, keptSeconds = 8;
/** Without a byte for so long it is begun anew. */
const silenceMilliseconds = 5000;
const mostFailures = 3;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Preview {
  isWithAudio = false;
  failures = 0;
  /** How late the newest pieces came, in seconds. */
  arrivals = [];
  start = null;
  abort = null;

  /**
   * @param {HTMLVideoElement} video
   * @param {HostClock} clock
   * @param {(state: "loading"|"playing"|"absent"|"unsupported"|"hls") => void} onState
   */
  constructor(video, clock, onState) {
    Object.assign(this, { video, clock, onState, state: "" });
  }

  tell(state) {
    if (state !== this.state) this.onState((this.state = state));
  }

  /** Seconds since what is shown was captured; null where no one knows. */
  get behindSeconds() {
    if (this.fallBack) return this.fallBack.behindSeconds;
    const now = this.clock.now();
    return this.start === null || now === null || this.video.readyState < 2 ? null : Math.max(0, (now - this.start) / 1000 - this.video.currentTime);
  }

  /** Never returns. */
  async run() {
    if (!window.MediaSource) return this.fall();
    for (;;) {
      while (document.hidden) await pause(500);
      try {
        await this.play();
        this.failures = 0;
      } catch (error) {
        if (error instanceof Unplayable) this.failures += 1;
      }
      this.tell("absent");
      if (this.failures >= mostFailures) return this.fall();
      await pause(500);
    }
  }

  /** With the sound of the broadcast, or without, which is closer behind. */
  listen(isWithAudio) {
    this.isWithAudio = isWithAudio;
    this.video.muted = !isWithAudio;
    this.abort?.abort();
    if (isWithAudio) this.video.play().catch(() => {});
  }

  fall() {
    this.fallBack = new LivePlayer(this.video, "/live/live.m3u8", "/ladder/master.m3u8", this.clock, (state) => this.tell(state === "playing" ? "hls" : state));
    return this.fallBack.run();
  }

  async play() {
    const over = (this.abort = new AbortController());
    const reply = await this.clock.fetch(this.isWithAudio ? address : `${address}?audio=0`, { cache: "no-store", signal: over.signal });
    if (!reply.ok) throw new Error(`live: ${reply.status}`);
    const type = reply.headers.get("Content-Type");
    if (!MediaSource.isTypeSupported(type)) {
      over.abort();
      throw new Unplayable(type);
    }
    const source = new MediaSource(), sourceAddress = URL.createObjectURL(source);
    const steering = setInterval(() => this.steer(), 100);
    // A stream that stands still, and a page that is not seen, end it.
    let heard = performance.now();
    const watch = setInterval(() => {
      if (document.hidden || performance.now() - heard > silenceMilliseconds) over.abort();
    }, 500);
    try {
      this.tell("loading");
      [this.arrivals, this.start] = [[], Number(reply.headers.get("Splitcast-Start")) || null];
      this.video.src = sourceAddress;
      await once(source, "sourceopen", over.signal);
      const buffer = source.addSourceBuffer(type), reader = reply.body.getReader(), boxes = new Boxes();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard = performance.now();
        const whole = boxes.add(value);
        if (!whole) continue;
        this.note(whole, boxes);
        buffer.appendBuffer(whole);
        await once(buffer, "updateend", over.signal);
        if (this.video.error) throw new Unplayable(this.video.error.message);
        this.enter();
        await this.trim(buffer, over.signal);
      }
    } finally {
      clearInterval(steering);
      clearInterval(watch);
      over.abort();
      URL.revokeObjectURL(sourceAddress);
    }
  }

  /** How late what came is. */
  note(bytes, boxes) {
    const now = this.clock.now();
    for (const seconds of boxes.times(bytes)) {
      if (this.start === null || now === null) continue;
      this.arrivals.push((now - this.start) / 1000 - seconds);
      if (this.arrivals.length > mostArrivals) this.arrivals.shift();
    }
  }

  /** How far behind the host playing is to be. */
  get wantedSeconds() {
    const late = this.arrivals.length ? this.arrivals.toSorted((one, other) => one - other)[Math.floor(this.arrivals.length * 0.95)] : 0;
    return Math.min(mostSeconds, Math.max(leastSeconds, late + (this.isWithAudio ? audioMarginSeconds : marginSeconds)));
  }

  enter() {
    const { video } = this, { buffered } = video;
    if (!buffered.length) return;
    const last = buffered.length - 1;
    // Before the first picture, and over a hole behind which it goes on.
    if (video.currentTime < buffered.start(0) || (video.currentTime > buffered.end(last) + 0.01)) video.currentTime = buffered.start(last);
    if (last > 0 && video.currentTime < buffered.start(last) - 0.01 && buffered.end(last) - buffered.start(last) > 0.1) video.currentTime = buffered.start(last);
    if (video.paused) video.play().catch(() => {});
    if (video.readyState > 1) this.tell("playing");
  }

  steer() {
    const { video } = this, { buffered } = video, behind = this.behindSeconds;
    if (behind === null || !buffered.length || video.seeking) return;
    const error = behind - this.wantedSeconds, place = video.currentTime + error, last = buffered.length - 1;
    if (Math.abs(error) > jumpSeconds && place >= buffered.start(last) && place <= buffered.end(last)) {
      video.currentTime = place;
      video.playbackRate = 1;
    } else {
      video.playbackRate = Math.abs(error) < 0.03 ? 1 : 1 + Math.min(0.15, Math.max(-0.1, error * 0.5));
    }
  }

  async trim(buffer, signal) {
    const { buffered } = buffer, end = this.video.currentTime - keptSeconds;
    if (!buffered.length || end - buffered.start(0) < keptSeconds) return;
    buffer.remove(0, end);
    await once(buffer, "updateend", signal);
  }
}

/** What the browser said it plays, and does not. */
class Unplayable extends Error {}

/** Puts what comes together to whole boxes, and knows when those are played. */
class Boxes {
  rest = new Uint8Array(0);
  tracks = [];

  /** @returns {?Uint8Array} whole boxes; null as long as there is none */
  add(bytes) {
    const all = new Uint8Array(this.rest.length + bytes.length);
    all.set(this.rest);
    all.set(bytes, this.rest.length);
    let end = 0;
    for (const box of this.each(all)) {
      if (box.name === "moof") continue;
      end = box.end;
    }
    this.rest = all.slice(end);
    return end ? all.subarray(0, end) : null;
  }

  *each(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at + 8 <= bytes.length; ) {
      const size = view.getUint32(at), end = at + size;
      if (size < 8 || end > bytes.length) return;
      yield { name: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), at, end };
      at = end;
    }
  }

  /** When each fragment among whole boxes is played, in seconds; of audio too. */
  *times(bytes) {
    for (const { name, at, end } of this.each(bytes)) {
      if (name === "moov") this.tracks = readHeader(bytes.subarray(at, end)).tracks;
      const seconds = name === "moof" ? startSeconds(bytes.subarray(at, end), this.tracks) : null;
      if (seconds !== null) yield seconds;
    }
  }
}

function once(object, name, signal) {
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(new Error("over"));
    const over = new AbortController(), listen = (target, event, body) => target.addEventListener(event, () => (over.abort(), body()), { signal: over.signal });
    listen(object, name, done);
    listen(object, "error", () => fail(new Unplayable(name)));
    listen(signal, "abort", () => fail(new Error("over")));
  });
}
