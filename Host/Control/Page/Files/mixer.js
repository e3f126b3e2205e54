// The mix: a strip for each source with its level ten times a second, fader, mute and what else can be said of it.
import { Chip, element, icon, keyedList, make, press, setIcon, write } from "/parts.js";

const leastDecibels = -60, faderLeast = -40, faderMost = 20;
/** A peak stands for so long, and a clip lamp until it is clicked, or for so long. */
const holdMilliseconds = 1500, lampMilliseconds = 10_000;
const channelWords = ["stereo", "mono", "left", "right", "swapped"];
// Music that plays has the failure of another file in `lastError`.
const failedStates = ["absent", "lost", "late", "failed"];
const processingWords = ["echo", "noise", "gain", "high-pass", "gate", "equalizer", "compressor"];

const part = (decibels) => Math.min(1, Math.max(0, ((decibels ?? -120) - leastDecibels) / -leastDecibels));

/** A level with what it was at most lately, and a lamp for clipping. */
class Meter {
  held = 0;
  heldAt = 0;
  clippedAt = -Infinity;

  constructor(name) {
    this.fill = make("div", { class: "fill" });
    this.peak = make("div", { class: "peak" });
    this.bar = make("div", { class: "meter", role: "meter", "aria-label": `Level of ${name}`, "aria-valuemin": leastDecibels, "aria-valuemax": 0, "aria-valuenow": leastDecibels }, this.fill, this.peak);
    this.lamp = make("button", { class: "lamp", type: "button", "aria-label": `Clip lamp of ${name}: off`, title: "Lights up when it clips; click to clear" , onclick: () => (this.clippedAt = -Infinity) });
    this.lampName = `Clip lamp of ${name}`;
    this.node = make("div", { class: "level" }, this.bar, this.lamp);
  }

  show({ peakDbfs, rmsDbfs, isClipping }, now) {
    const level = part(rmsDbfs), peak = part(peakDbfs);
    if (peak >= this.held || now - this.heldAt > holdMilliseconds) [this.held, this.heldAt] = [peak, now];
    if (isClipping) this.clippedAt = now;
    this.fill.style.clipPath = `inset(0 ${((1 - level) * 100).toFixed(1)}% 0 0)`;
    this.peak.style.left = `${(this.held * 100).toFixed(1)}%`;
    this.peak.hidden = this.held === 0;
    const isLit = now - this.clippedAt < lampMilliseconds;
    if (this.lamp.classList.contains("lit") !== isLit) {
      this.lamp.classList.toggle("lit", isLit);
      this.lamp.setAttribute("aria-label", `${this.lampName}: ${isLit ? "clipped" : "off"}`);
    }
    this.peakDbfs = peakDbfs;
  }

  /** For who cannot see it, and not ten times a second. */
  tell() {
    this.bar.setAttribute("aria-valuenow", Math.round(Math.min(0, Math.max(leastDecibels, this.peakDbfs ?? leastDecibels))));
  }
}

export class Mixer {
  meters = new Map();
  levels = null;

  /** @param {(name: string, fields?: object) => Promise} ask says itself what went wrong */
  constructor(ask) {
    this.ask = ask;
    this.show = keyedList(element("mixer"), (one) => one.id, (one) => (one.id === "all" ? this.master() : this.strip(one)));
    element("audio-add").addEventListener("submit", (event) => {
      event.preventDefault();
      const kind = element("audio-kind").value, name = element("audio-name").value.trim();
      ask("audio-add", { [kind]: name || (kind === "microphone" ? "default" : "") });
    });
    element("music").addEventListener("submit", (event) => {
      event.preventDefault();
      ask("music-play", { url: element("music-url").value.trim() });
    });
    element("music-hold").addEventListener("click", () => ask(this.music === "paused" ? "music-resume" : "music-pause"));
    element("music-stop").addEventListener("click", () => ask("music-stop"));
  }

  update(audio) {
    element("mixer-card").hidden = !audio;
    if (!audio) return;
    const { mix } = audio;
    this.monitor = audio.monitor.state;
    this.music = audio.music.state;
    const sources = audio.sources.filter((one) => one.kind !== "music" || one.state !== "stopped");
    this.show([...sources, { ...mix, id: "all" }]);
    write(element("loudness"), mix.integratedLufs == null ? "" : `${mix.integratedLufs.toFixed(1)} LUFS`);
    element("loudness").title = mix.warning || "Loudness so far (EBU R 128)";
    write(element("music-state"), this.music === "stopped" ? "" : this.music);
    write(element("music-hold"), this.music === "paused" ? "Go on" : "Pause");
    for (const [id, meter] of this.meters) {
      if (id !== "all" && !sources.some((one) => one.id === id)) this.meters.delete(id);
      else meter.tell();
    }
  }

  /** Ten times a second; drawn with the next picture of the screen. */
  meter({ sources, mix }) {
    if (!this.levels && !document.hidden) {
      requestAnimationFrame((now) => {
        const levels = this.levels;
        this.levels = null;
        for (const [id, meter] of this.meters) if (levels[id]) meter.show(levels[id], now);
      });
    }
    this.levels = { ...sources, ...(mix ? { all: mix } : {}) };
  }

  newMeter(id, name) {
    const meter = new Meter(name);
    this.meters.set(id, meter);
    return meter.node;
  }

  muteButton(id, name) {
    const button = make("button", { class: "round", type: "button", "aria-pressed": "false", "aria-label": `Mute ${name}`, title: `Mute ${name}` }, icon("sound"));
    button.addEventListener("click", () => {
      const isMuted = button.getAttribute("aria-pressed") === "true";
      this.ask(isMuted ? "unmute" : "mute", { source: id });
    });
    const update = (isMuted) => {
      press(button, isMuted);
      setIcon(button, isMuted ? "muted" : "sound");
    };
    return { button, update };
  }

  master() {
    const mute = this.muteButton("all", "everything"), state = make("span", { class: "dim" });
    const node = make("li", { class: "strip master" }, make("div", { class: "head" }, make("strong", { text: "Mix" }), state, mute.button), this.newMeter("all", "the mix"));
    return {
      node,
      update: (mix) => {
        mute.update(mix.isMuted);
        write(state, mix.isMuted ? "muted" : `${mix.peakDbfs <= leastDecibels ? "quiet" : `${mix.peakDbfs.toFixed(0)} dBFS`}`);
      },
    };
  }

  strip(source) {
    const { id } = source, chip = new Chip(), mute = this.muteButton(id, id), device = make("span", { class: "dim clip" });
    const gain = make("output", { class: "number" });
    const fader = make("input", { type: "range", min: faderLeast, max: faderMost, step: 0.5, "aria-label": `Gain of ${id}`, title: "Double click for 0 dB" });
    let touchedAt = 0, waiting = null;
    const send = () => {
      waiting = null;
      this.ask("gain", { source: id, gain: `${Number(fader.value)}dB` });
    };
    const show = (value) => {
      gain.value = `${value > 0 ? "+" : ""}${Number(value).toFixed(1)} dB`;
      fader.setAttribute("aria-valuetext", gain.value);
    };
    // While it is moved a request every tenth of a second is enough.
    fader.addEventListener("input", () => {
      touchedAt = performance.now();
      show(fader.value);
      waiting ??= setTimeout(send, 100);
    });
    fader.addEventListener("dblclick", () => {
      fader.value = 0;
      fader.dispatchEvent(new Event("input"));
    });
    const hear = source.kind === "microphone" ? this.monitorButton(id) : null;
    const more = this.more(source), trouble = make("p", { class: "bad small" });
    const node = make("li", { class: "strip" },
      make("div", { class: "head" }, make("strong", { text: id }), chip.node, device, hear?.button ?? null, mute.button),
      this.newMeter(id, id), make("div", { class: "fader" }, fader, gain), more.node, trouble);
    return {
      node,
      update: (one) => {
        const state = one.isMuted ? "muted" : one.state;
        chip.show(state);
        write(device, one.device || one.owner || "");
        device.title = one.device;
        mute.update(one.isMuted);
        hear?.update(this.monitor);
        if (performance.now() - touchedAt > 1500 && !waiting) {
          fader.value = Math.max(faderLeast, one.gainDecibels);
          show(one.gainDecibels);
        }
        more.update(one);
        write(trouble, failedStates.includes(one.state) ? one.lastError : "");
      },
    };
  }

  monitorButton(id) {
    const button = make("button", { class: "round", type: "button", "aria-pressed": "false", "aria-label": `Hear ${id} on this machine's headphones`, title: "Monitor: hear yourself" }, icon("ear"));
    button.addEventListener("click", () => this.ask(button.getAttribute("aria-pressed") === "true" ? "monitor-off" : "monitor"));
    return { button, update: (state) => press(button, state === "live" || state === "opening") };
  }

  more({ id, kind }) {
    const channels = make("select", { onchange: () => this.ask("channels", { source: id, channels: channels.value }) }, ...channelWords.map((word) => make("option", { value: word, text: word })));
    const offset = make("input", { type: "number", min: -500, max: 2000, step: 10, onchange: () => this.ask("offset", { source: id, milliseconds: Number(offset.value) }) });
    const boxes = kind !== "microphone" ? [] : processingWords.map((word) => {
      const box = make("input", { type: "checkbox", onchange: () => this.ask("processing", { source: id, processing: boxes.filter((one) => one.box.checked).map((one) => one.word) }) });
      return { word, box };
    });
    const node = make("details", { class: "more" }, make("summary", {}, make("span", { class: "sr", text: `${id}: ` }), "More"),
      make("div", { class: "row" },
        make("label", { class: "grow" }, "Channels", channels), make("label", { class: "grow" }, "Later by (ms)", offset),
        kind === "microphone" || kind === "desktop" ? make("button", { type: "button", text: "Remove", "aria-label": `Remove ${id}`, onclick: () => this.ask("audio-remove", { source: id }) }) : null),
      boxes.length ? make("fieldset", { class: "row wrap" }, make("legend", { text: "Processing" }), ...boxes.map(({ word, box }) => make("label", { class: "check" }, box, word))) : null);
    return {
      node,
      update: (one) => {
        if (document.activeElement !== channels) channels.value = one.channels;
        if (document.activeElement !== offset) offset.value = Math.round(one.offsetMilliseconds);
        for (const { word, box } of boxes) box.checked = one.processing.includes(word);
      },
    };
  }
}
