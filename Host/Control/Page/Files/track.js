// Feeds one buffer of Media Source Extensions with what a live playlist lists: segments (fragmented MP4), or the parts of those that are
// still being made.
import { readHeader, startSeconds } from "/fragments.js";
import { parsePlaylist } from "/playlist.js";

const keptSeconds = 20;
/** A file that takes longer is given up. */
const mostMilliseconds = 8000;
/** Renditions of one ladder may be apart by so many segments. */
const mostApart = 3;

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A new broadcast, a gap, a decoder that gave up: begin anew with what is newest. */
export class Restart extends Error {
  /** @param {boolean} isRefusal whether the browser could not decode what it said it could */
  constructor(message, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

export class Track {
  /** What comes next: a segment, and a part of it; of it nothing was taken where that is 0. */
  next = 0;
  part = 0;
  header = "";
  tracks = [];

  /**
   * @param {LivePlayer} player is told what comes and what has come
   * @param {string} address of the playlist
   * @param {?Renditions} renditions that it may change to
   */
  constructor(player, source, type, address, renditions = null) {
    Object.assign(this, { player, address, renditions, buffer: source.addSourceBuffer(type), isPicture: type.startsWith("video") });
  }

  /** Until the stream ends. @param {number} first number of the segment to begin with */
  async feed(first, signal) {
    this.next = first;
    let changed = performance.now(), due = changed, seconds = 0, playlist = null, place = "";
    for (;;) {
      this.choose();
      // In another playlist nothing has been seen.
      if (this.address !== place) [playlist, place] = [null, this.address];
      playlist = await this.reload(playlist, signal);
      const { segments } = playlist;
      if (segments.length && segments.at(-1).number < this.next - (this.renditions ? mostApart : 1)) throw new Restart("a new broadcast");
      if (segments.length && segments[0].number > this.next) throw new Restart("fell off the list");
      for (const piece of this.pieces(segments)) {
        this.choose();
        if (this.address !== place || !(await this.take(piece, signal))) break;
        ({ seconds } = piece);
        changed = performance.now();
        due = changed + seconds * 1000;
      }
      if (!this.player.progress) this.player.enter(seconds);
      const isDone = !segments.length || this.next > segments.at(-1).number;
      if (playlist.isEnded && isDone) return;
      if (performance.now() - changed > playlist.targetSeconds * 3000 + 3000) throw new Error("the stream stands still");
      this.player.watch();
      // The server waits; or there is more to take at once, from another playlist.
      if (playlist.canBlock || !isDone) continue;
      // Often when the next one is due, so that it is not kept waiting.
      const early = due - performance.now();
      await pause(early < -2000 ? 500 : Math.min(500, Math.max(100, early)));
    }
  }

  /** Another rendition's playlist is read from a segment's beginning on. */
  choose() {
    if (this.renditions && this.part === 0) this.address = this.renditions.decide(this.next).address;
  }

  /** The playlist, with what comes next where the server waits for that. */
  async reload(before, signal) {
    const address = new URL(this.address);
    if (before?.canBlock) {
      for (const [name, value] of [["_HLS_msn", this.next], ["_HLS_part", this.part], ["_HLS_skip", "YES"]]) address.searchParams.set(name, value);
    }
    // An answer that waited says nothing of the clock.
    const ask = before?.canBlock ? fetch : (...question) => this.player.clock.fetch(...question);
    const reply = await ask(address, { cache: "no-store", signal: AbortSignal.any([signal, AbortSignal.timeout(mostMilliseconds)]) });
    if (!reply.ok) throw new Error(`playlist: ${reply.status}`);
    return parsePlaylist(await reply.text(), before?.segments.at(-1)?.header ?? null);
  }

  /** What is to be taken, in its order. A segment that is whole is one piece, unless parts of it were taken. */
  *pieces(segments) {
    for (const segment of segments) {
      if (segment.number !== this.next) continue;
      if (segment.isGap) yield { ...segment, isWhole: true, name: null };
      else if (segment.name && this.part === 0) yield { ...segment, isWhole: true };
      else {
        if (segment.name && segment.parts.length < this.part) throw new Restart("its parts are gone");
        while (this.part < segment.parts.length) {
          const one = segment.parts[this.part], before = segment.parts.slice(0, this.part).reduce((sum, part) => sum + part.seconds, 0);
          yield { ...segment, ...one, capturedAt: segment.capturedAt + before * 1000, isWhole: false };
        }
        if (segment.name) [this.next, this.part] = [segment.number + 1, 0];
      }
    }
  }

  /** @returns {Promise<boolean>} false when it was too slow in coming, and something smaller is to be tried */
  async take(piece, signal) {
    if (piece.isDiscontinuity && this.player.progress) throw new Restart("a gap");
    if (piece.name) {
      // Another one follows when the encoder was opened anew, or another rendition.
      if (piece.header !== this.header) {
        const bytes = await this.load(piece.header, mostMilliseconds, signal);
        ({ tracks: this.tracks } = readHeader(bytes));
        await this.append(bytes);
        this.header = piece.header;
      }
      const canFall = this.renditions?.canFall && this.part === 0;
      const data = await this.load(piece.name, canFall ? Math.max(1000, piece.seconds * 1000) : mostMilliseconds, signal, canFall);
      if (!data) return false;
      if (this.isPicture) {
        this.player.mark(startSeconds(data, this.tracks), piece.capturedAt, this.renditions?.current?.name ?? null);
        this.player.steer(piece.seconds);
      }
      await this.append(data);
      if (this.player.progress) this.player.enter(piece.seconds);
      await this.trim();
    }
    [this.next, this.part] = piece.isWhole ? [piece.number + 1, 0] : [this.next, this.part + 1];
    return true;
  }

  /** The bytes of a file beside the playlist; null when they may be given up and have not come in time. */
  async load(name, milliseconds, signal, mayGiveUp = false) {
    const chunks = [];
    let began = performance.now(), count = 0;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
      const reply = await fetch(new URL(name, this.address), { signal: limit });
      if (!reply.ok) throw new Restart(`segment ${name}: ${reply.status}`);
      // How long the way there and back is says nothing of what the link carries.
      began = performance.now();
      const reader = reply.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value);
        count += value.length;
      }
    } catch (error) {
      if (!mayGiveUp || error.name !== "TimeoutError") throw error;
      this.renditions.note(count, milliseconds);
      return null;
    }
    this.renditions?.note(count, performance.now() - began);
    const bytes = new Uint8Array(count);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  async append(data) {
    const { error } = this.player.video;
    if (error) throw new Restart(error.message, true);
    this.buffer.appendBuffer(data);
    await once(this.buffer, "updateend");
    const after = this.player.video.error;
    if (after) throw new Restart(after.message, true);
  }

  async trim() {
    const { buffered } = this.buffer, { currentTime } = this.player.video;
    if (!buffered.length || currentTime - buffered.start(0) < keptSeconds * 2) return;
    this.buffer.remove(0, currentTime - keptSeconds);
    await once(this.buffer, "updateend");
  }
}

export function once(object, name) {
  return new Promise((done, fail) => {
    const over = new AbortController();
    const listen = (event, body) => object.addEventListener(event, () => (over.abort(), body()), { signal: over.signal });
    listen(name, done);
    listen("error", () => fail(new Restart(`${name}: refused`, true)));
  });
}
