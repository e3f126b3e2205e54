// Which picture of a ladder is played: the viewer's choice, or what the link is good for.

/** A picture is good for a link that carries so much of what its segments have at most. */
const usableShare = 0.7;
/** So many of the newest measurements are looked at. */
const mostSamples = 5;
/** What comes so quickly says only that the link carries plenty: small segments, as those of a desktop that stands still. */
const atOnceMilliseconds = 5;
const plenty = 100e6;
/** A better picture must have been good for the link at so many segments, one after the other. */
const risesAfter = 2;

export const automatic = "auto";

export class Renditions {
  /** The best first. @type {{name: string, address: string, peak: number, codecs: string}[]} */
  all = [];
  /** The name of one, or `automatic`. */
  wanted = automatic;
  samples = [];
  current = null;
  rises = 0;
  decidedAt = -1;

  /** @param {Renditions["all"]} renditions as the master playlist has them now */
  update(renditions) {
    this.all = renditions;
    this.current = renditions.find((one) => one.address === this.current?.address) ?? null;
    if (!renditions.some((one) => one.name === this.wanted)) this.wanted = automatic;
  }

  /** So much came in so long. */
  note(bytes, milliseconds) {
    const seconds = Math.max(milliseconds, atOnceMilliseconds) / 1000;
    this.samples.push({ bits: Math.max(bytes * 8, milliseconds < atOnceMilliseconds ? plenty * seconds : 0), seconds });
    if (this.samples.length > mostSamples) this.samples.shift();
  }

  /** What the link carries, in bits a second: as much as it did last, or as it did on average, whichever is less; null before the first. */
  get throughput() {
    if (!this.samples.length) return null;
    const last = this.samples.at(-1), sum = (name) => this.samples.reduce((total, one) => total + one[name], 0);
    return Math.min(last.bits / last.seconds, sum("bits") / sum("seconds"));
  }

  /** Whether a segment that is slow may be given up for a smaller one. */
  get canFall() {
    return this.wanted === automatic && this.current !== this.all.at(-1);
  }

  /** Decides before each segment: down at once, up when the link was good for it twice. Begins with the smallest. */
  decide(number) {
    const { throughput } = this, smallest = this.all.at(-1);
    const chosen = this.all.find((one) => one.name === this.wanted);
    const best = throughput === null ? smallest : this.all.find((one) => one.peak <= usableShare * throughput) ?? smallest;
    if (number !== this.decidedAt) this.rises = this.current && best.peak > this.current.peak ? this.rises + 1 : 0;
    this.decidedAt = number;
    if (chosen) this.current = chosen;
    else if (!this.current || best.peak < this.current.peak || this.rises >= risesAfter) [this.current, this.rises] = [best, 0];
    return this.current;
  }
}
