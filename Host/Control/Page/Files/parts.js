// Small things that every part of the cockpit is made of: elements, texts, graphs, lists that keep their elements.

export const element = (id) => document.getElementById(id);

/** A new element; `attributes` that are null are left out, those that begin with "on" listen. */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

const drawing = "http://www.w3.org/2000/svg";

/** One of the page's symbols. */
export function icon(name) {
  const picture = document.createElementNS(drawing, "svg"), use = document.createElementNS(drawing, "use");
  picture.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  picture.append(use);
  return picture;
}

/** Another symbol in a button that has one. */
export const setIcon = (button, name) => button.querySelector("use").setAttribute("href", `#i-${name}`);

/** Writes only what is new: selections and screen readers are left alone. */
export function write(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}

export function press(button, isPressed) {
  if (button.getAttribute("aria-pressed") !== String(isPressed)) button.setAttribute("aria-pressed", String(isPressed));
}

/**
 * Keeps a list's elements in step with its items: each is made once and updated, so that focus stays where it is.
 * @param {HTMLElement} list
 * @param {(item) => string} key
 * @param {(item) => {node: HTMLElement, update: (item) => void}} create
 */
export function keyedList(list, key, create, empty = "") {
  const parts = new Map();
  const none = make("li", { class: "none", text: empty });
  return (items) => {
    const wanted = new Set(items.map(key));
    for (const [name, part] of parts) {
      if (wanted.has(name)) continue;
      part.node.remove();
      parts.delete(name);
    }
    let before = null;
    for (const item of items) {
      const name = key(item);
      if (!parts.has(name)) parts.set(name, create(item));
      const { node, update } = parts.get(name);
      update(item);
      const place = before ? before.nextSibling : list.firstChild;
      if (node !== place) list.insertBefore(node, place);
      before = node;
    }
    if (!items.length && empty) list.append(none);
    else none.remove();
  };
}

// Numbers as people read them

export function clock(seconds) {
  const whole = Math.floor(seconds), two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export const count = (number) => number.toLocaleString("en");
export const short = (number) => number.toFixed(number < 10 ? 1 : 0);
export const bits = (rate) => (rate >= 1e6 ? `${(rate / 1e6).toFixed(2)} Mb/s` : `${Math.round(rate / 1e3)} kb/s`);
export const bytes = (size) => (size >= 1e9 ? `${(size / 1e9).toFixed(2)} GB` : size >= 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${Math.round(size / 1e3)} kB`);
export const milliseconds = (time) => (time >= 1000 ? `${(time / 1000).toFixed(1)} s` : `${Math.round(time)} ms`);

const good = ["live", "started", "connected", "playing"], bad = ["failed"];
const waiting = ["connecting", "reconnecting", "opening", "ready", "lost", "absent", "late", "stalled", "paused", "muted", "standby", "waiting"];

/** The colour's role for a state. */
export const tone = (state) => (good.includes(state) ? "good" : bad.includes(state) ? "bad" : waiting.includes(state) ? "warn" : "");

export class Chip {
  node = make("span", { class: "chip" });

  show(state, role = tone(state)) {
    write(this.node, state);
    this.node.className = `chip ${role}`;
  }
}

/** So many values are kept: three minutes, one a second. */
const mostValues = 180;

/** A figure with its name and how it went; it keeps its values for `mostValues` seconds and no longer. */
export class Figure {
  values = [];

  constructor(name, title = null) {
    this.line = document.createElementNS(drawing, "path");
    this.area = document.createElementNS(drawing, "path");
    this.area.setAttribute("class", "area");
    const graph = document.createElementNS(drawing, "svg");
    graph.setAttribute("viewBox", "0 0 100 24");
    graph.setAttribute("preserveAspectRatio", "none");
    graph.setAttribute("aria-hidden", "true");
    graph.setAttribute("class", "graph");
    graph.append(this.area, this.line);
    this.text = make("span", { class: "value", text: "–" });
    this.unit = make("span", { class: "unit" });
    this.node = make("div", { class: "figure", title }, make("dt", { text: name }), make("dd", {}, make("span", { class: "reading" }, this.text, this.unit), graph));
  }

  /** @param {?number} value null where there is none; @param {string} text with its unit behind a space */
  show(value, text, role = "") {
    const [number, unit = ""] = text.split(" ");
    write(this.text, number);
    write(this.unit, unit && ` ${unit}`);
    this.text.className = `value ${role}`;
    this.values.push(value ?? 0);
    if (this.values.length > mostValues) this.values.shift();
    const top = Math.max(...this.values, 1e-9), step = 100 / (mostValues - 1), first = 100 - (this.values.length - 1) * step;
    const points = this.values.map((one, index) => `${(first + index * step).toFixed(1)} ${(23 - (one / top) * 21).toFixed(1)}`);
    this.line.setAttribute("d", `M${points.join("L")}`);
    this.area.setAttribute("d", `M${first.toFixed(1)} 24L${points.join("L")}L100 24Z`);
  }
}
