// The host's clock: each of its answers bears its time of day in milliseconds, taken to be that of the middle of the round trip.

/** So many answers are remembered; the quickest of them is the most exact. */
const mostSamples = 20;

export class HostClock {
  /** Of answers: how long each took, and how far the host's clock is ahead of the page's own, which never jumps. */
  samples = [];

  /** Asks the host as `fetch` does, and notes the time in its answer. */
  async fetch(address, options) {
    const sent = performance.now();
    const reply = await fetch(address, options);
    const received = performance.now(), time = Number(reply.headers.get("Splitcast-Time"));
    if (time > 0) this.samples.push({ took: received - sent, ahead: time - (sent + received) / 2 });
    if (this.samples.length > mostSamples) this.samples.shift();
    return reply;
  }

  /** Milliseconds since 1970, as the host has it; null before its first answer. */
  now() {
    if (!this.samples.length) return null;
    const best = this.samples.reduce((one, other) => (other.took < one.took ? other : one));
    return performance.now() + best.ahead;
  }
}
