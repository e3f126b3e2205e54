// Where sources are shown: layers that can be dragged and resized over the preview, by mouse, finger or keyboard.
import { element, keyedList, make, press, write } from "/parts.js";

const bigStep = 16, smallStep = 2, smallest = 16;
const sendMilliseconds = 100;
/** What a user did last holds for so long against what the host says. */
const settleMilliseconds = 1500;

export class Layers {
  canvas = null;
  boxes = new Map();
  isOpen = false;

  constructor(ask, confirm) {
    Object.assign(this, { ask, confirm });
    this.show = keyedList(element("layers"), (one) => one.name, (one) => this.box(one));
    this.showList = keyedList(element("layer-list"), (one) => one.name, (one) => this.row(one));
    element("arrange").addEventListener("click", () => this.open(!this.isOpen));
  }

  open(isOpen) {
    this.isOpen = isOpen;
    press(element("arrange"), isOpen);
    element("layers").hidden = element("arranging").hidden = !isOpen;
  }

  update({ sources, picture }) {
    const [width, height] = picture.size.split("x").map(Number), shown = sources.filter((one) => one.layer);
    element("arrange").hidden = !width || !shown.length;
    if (!width || !shown.length) return this.open(false);
    this.canvas = { width, height };
    this.show(shown.filter((one) => !one.layer.isHidden));
    this.showList(shown);
    this.showLayouts(shown.map((one) => one.name));
  }

  showLayouts(names) {
    const place = element("layouts"), text = names.join(" ");
    if (place.dataset.names === text) return;
    place.dataset.names = text;
    const layouts = [["pip", "Picture in picture"], ["side-by-side", "Side by side"], ["grid", "Grid"], ...names.map((name) => [`solo:${name}`, `Only ${name}`])];
    place.replaceChildren(...layouts.map(([layout, label]) => make("button", { type: "button", class: "small", text: label, onclick: () => this.ask("layout", { layout, transition: "fade" }) })));
  }

  box(source) {
    const { name } = source;
    const corner = make("span", { class: "corner", "aria-hidden": "true" });
    const node = make("div", { class: "layer", role: "button", tabindex: "0", "aria-roledescription": "layer" }, make("span", { class: "name", text: name }), corner);
    const box = { node, place: source.layer, touchedAt: -Infinity, timer: null };
    this.boxes.set(name, box);
    node.addEventListener("keydown", (event) => this.step(event, name));
    node.addEventListener("pointerdown", (event) => this.drag(event, name, event.target === corner));
    return {
      node,
      update: ({ layer }) => {
        if (performance.now() - box.touchedAt < settleMilliseconds) return;
        box.place = { x: layer.x, y: layer.y, width: layer.width, height: layer.height };
        node.style.zIndex = String(layer.z + 101);
        this.draw(name);
      },
    };
  }

  draw(name) {
    const { node, place } = this.boxes.get(name), { width, height } = this.canvas;
    const share = (value, of) => `${((value / of) * 100).toFixed(3)}%`;
    [node.style.left, node.style.top] = [share(place.x, width), share(place.y, height)];
    [node.style.width, node.style.height] = [share(place.width, width), share(place.height, height)];
    node.setAttribute("aria-label", `${name}: ${place.width} by ${place.height} at ${place.x}, ${place.y}`);
  }

  move(name, change) {
    const box = this.boxes.get(name), { width, height } = this.canvas, even = (value) => Math.round(value / 2) * 2;
    const place = { ...box.place, ...change };
    place.width = even(Math.min(2 * width, Math.max(smallest, place.width)));
    place.height = even(Math.min(2 * height, Math.max(smallest, place.height)));
    // Some of it stays on the canvas: the host refuses a layer that is not seen.
    place.x = even(Math.min(width - smallest, Math.max(smallest - place.width, place.x)));
    place.y = even(Math.min(height - smallest, Math.max(smallest - place.height, place.y)));
    [box.place, box.touchedAt] = [place, performance.now()];
    this.draw(name);
    box.timer ??= setTimeout(() => {
      box.timer = null;
      const { x, y, width, height } = box.place;
      this.ask("layer", { source: name, set: [`${x},${y}`, `${width}x${height}`] });
    }, sendMilliseconds);
  }

  step(event, name) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.altKey ? smallStep : bigStep, { x, y, width, height } = this.boxes.get(name).place;
    if (event.shiftKey) this.move(name, { width: width + way[0] * step, height: height + way[1] * step });
    else this.move(name, { x: x + way[0] * step, y: y + way[1] * step });
  }

  drag(event, name, isCorner) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { node, place } = this.boxes.get(name), scale = this.canvas.width / element("layers").clientWidth, over = new AbortController();
    node.focus();
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", (now) => {
      const dx = (now.clientX - event.clientX) * scale, dy = (now.clientY - event.clientY) * scale;
      if (isCorner) this.move(name, { width: place.width + dx, height: now.shiftKey ? place.height + dy : ((place.width + dx) * place.height) / place.width });
      else this.move(name, { x: place.x + dx, y: place.y + dy });
    }, { signal: over.signal });
    for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => over.abort(), { signal: over.signal });
  }

  row(source) {
    const { name } = source, where = make("span", { class: "dim small number" });
    const eye = make("button", { type: "button", class: "small" });
    let isHidden = false;
    eye.addEventListener("click", () => this.ask("layer", { source: name, set: [isHidden ? "shown" : "hidden"], transition: "fade" }));
    const up = make("button", { type: "button", class: "small", text: "Raise", "aria-label": `Raise ${name}`, onclick: () => this.ask("layer", { source: name, set: [`z=${Math.min(100, z + 1)}`] }) });
    const down = make("button", { type: "button", class: "small", text: "Lower", "aria-label": `Lower ${name}`, onclick: () => this.ask("layer", { source: name, set: [`z=${Math.max(-100, z - 1)}`] }) });
    let z = 0;
    const remove = make("button", { type: "button", class: "small danger", text: "Remove", "aria-label": `Remove ${name}`, onclick: async () => {
      if (await this.confirm("Remove this source?", `Viewers no longer see ${name}, and its agent ends.`, "Remove")) this.ask("source-remove", { source: name }, `${name} is removed`);
    } });
    const node = make("li", { class: "item line" }, make("strong", { text: name }), where, make("span", { class: "room" }), up, down, eye, name === "screen" ? null : remove);
    return {
      node,
      update: ({ layer }) => {
        ({ isHidden, z } = layer);
        write(where, `${layer.width} × ${layer.height} at ${layer.x}, ${layer.y}`);
        write(eye, isHidden ? "Show" : "Hide");
        eye.setAttribute("aria-label", `${isHidden ? "Show" : "Hide"} ${name}`);
      },
    };
  }
}
