// The host: what it says each second, what happens as it happens, and what it is asked to do. Connects again by itself.
import { HostClock } from "/hostclock.js";
import { inPageWords } from "/wording.js";

const statusMilliseconds = 1000, answerMilliseconds = 4000, requestMilliseconds = 20_000;

/** A request that the host refused, and why. */
export class Refusal extends Error {
  constructor(text) {
    super(inPageWords(text));
  }
}

export class Host extends EventTarget {
  clock = new HostClock();
  /** The last status; null before the first. */
  status = null;
  /** "connecting", "connected", "lost", "ended" (lost after somebody ended it) or "refused". */
  connection = "connecting";
  tag = "";
  isEnding = false;

  start() {
    this.followStatus();
    this.followEvents();
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  become(connection) {
    if (connection === this.connection) return;
    this.connection = connection;
    this.tell("connection", connection);
  }

  async followStatus() {
    for (let failures = 0; ; await new Promise((done) => setTimeout(done, statusMilliseconds))) {
      try {
        failures = (await this.look()) ? 0 : failures + 1;
      } catch {
        failures += 1;
      }
      // One answer that is late is no end.
      if (failures > 1 && this.connection !== "refused") this.become(this.isEnding ? "ended" : "lost");
    }
  }

  /** @returns {Promise<boolean>} whether the host answered as it should */
  async look() {
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const reply = await this.clock.fetch("/api/v1/status", { headers, cache: "no-store", signal: AbortSignal.timeout(answerMilliseconds) });
    if (reply.status === 401 || reply.status === 403) {
      this.become("refused");
      return true;
    }
    if (reply.status !== 200 && reply.status !== 304) return false;
    if (reply.status === 200) {
      this.status = await reply.json();
      this.tag = reply.headers.get("ETag") ?? "";
    }
    if (this.connection !== "connected") this.isEnding = false;
    this.become("connected");
    this.tell("status", this.status);
    return true;
  }

  followEvents() {
    const source = new EventSource("/api/v1/events?since=0&levels=1");
    source.addEventListener("event", ({ data }) => {
      const event = JSON.parse(data);
      if (event.code === "session.ending") this.isEnding = true;
      this.tell("event", event);
    });
    source.addEventListener("levels", ({ data }) => this.tell("levels", JSON.parse(data)));
    source.addEventListener("open", () => this.tell("follows"));
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      // The browser gives up where the host refuses; we do not.
      setTimeout(() => this.followEvents(), 3000);
    });
  }

  /**
   * Carries out a request of the API.
   * @throws {Refusal} with what is wrong, in one line
   */
  async ask(name, fields = {}) {
    let reply;
    try {
      reply = await fetch(`/api/v1/requests/${name}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal: AbortSignal.timeout(requestMilliseconds),
      });
    } catch {
      throw new Refusal("The host does not answer.");
    }
    const answer = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new Refusal(answer.detail ?? `The host refused (${reply.status}).`);
    if (name === "stop") this.isEnding = true;
    this.tag = "";
    this.look().catch(() => {});
    return answer;
  }

  /** As `ask`, and waits for what it began. */
  async operate(name, fields) {
    return this.finish((await this.ask(name, fields)).operation);
  }

  /** Waits until what was begun is done. */
  async finish(operation) {
    while (operation?.state === "running") {
      await new Promise((done) => setTimeout(done, 250));
      ({ operation } = await this.ask("operation", { id: operation.id }));
    }
    if (operation?.state === "failed") throw new Refusal(operation.message);
    return operation;
  }
}
