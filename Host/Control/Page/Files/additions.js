// What is added to the picture and taken away again: sources with agents of their own, pictures and texts laid over it.
import { captureChosen, captureFields } from "/agents.js";
import { element, keyedList, make, write } from "/parts.js";

/** From an edge of the canvas, in shares of its width and height. */
const margin = 0.02;
const corners = [["bottom-right", "Bottom right"], ["bottom-left", "Bottom left"], ["top-right", "Top right"], ["top-left", "Top left"]];
const widths = [["0.25", "A quarter of the picture"], ["0.33", "A third"], ["0.5", "Half of it"], ["1", "All of it"]];
const letters = [["0.03", "Small"], ["0.05", "Medium"], ["0.1", "Large"]];
/** What a source of a backend is called where it gets no name. */
const usualNames = { x11: "screen2", wlr: "screen2", pipewire: "shared", media: "cam", pattern: "card" };

export class Additions {
  status = null;

  /** @param tryTo says what came of the work that it is given */
  constructor(host, tryTo, form, confirm) {
    Object.assign(this, { host, tryTo, form, confirm });
    this.show = keyedList(element("overlays"), (one) => String(one.id), (one) => this.row(one));
    const button = element("add");
    button.addEventListener("click", async () => {
      button.disabled = true;
      const answer = await tryTo(() => host.ask("capturable"));
      button.disabled = false;
      if (answer) this.add(answer.capturable);
    });
  }

  update(status) {
    this.status = status;
    element("add").hidden = !status.picture.size;
    this.show(status.overlays);
  }

  async add(capturable) {
    const captured = [...capturable.choices.map((_, index) => String(index)), "agent"];
    const wide = [...captured, "picture"];
    let typed = {};
    // What was refused is asked for again as it was typed.
    while (typed) {
      const field = (name, label, more) => ({ name, label, value: typed[name], ...more });
      const fields = await this.form("Add to the picture", "Viewers see it at once. “Arrange” moves it, changes its size and takes it away.", "Add", [
        ...captureFields(capturable, [["picture", "Picture, such as a logo"], ["text", "Text"]]).map((one) => ({ ...one, value: typed[one.name] })),
        field("file", "Its path on the host’s machine", { placeholder: "/pictures/logo.png", with: { what: "picture" } }),
        field("text", "Text; {time} is the time of day", { placeholder: "Welcome", with: { what: "text" } }),
        field("color", "Colour", { type: "color", value: typed.color ?? "#ffffff", with: { what: "text" } }),
        field("letters", "Letters", { choices: letters, value: typed.letters ?? "0.05", with: { what: "text" } }),
        field("name", "Name of the source, if you like", { isOptional: true, with: { what: captured } }),
        field("corner", "Where", { choices: corners }),
        field("width", "How wide", { choices: widths, with: { what: wide } }),
      ]);
      typed = fields && !(await this.carryOut(capturable, fields)) ? fields : null;
    }
  }

  carryOut(capturable, fields) {
    const { what, corner, width, letters, color, file, text } = fields, place = { corner, x: margin, y: margin };
    const lay = (overlay, done) => this.tryTo(() => this.host.ask("overlay-add", { ...place, ...overlay }), done);
    if (what === "text") return lay({ text, color, letterHeight: Number(letters) }, "The text is shown");
    if (what === "picture") return lay({ file, width: Number(width), ...(width === "1" ? { x: 0, y: 0 } : {}) }, "The picture is shown");
    const agent = captureChosen(capturable, fields), source = fields.name || this.freeName(usualNames[agent.backend] ?? "source");
    return this.tryTo(() => this.addSource({ source, ...agent, set: this.layer(corner, Number(width)) }), `${source} is shown`);
  }

  /** A source whose agent brings no picture is not left behind. */
  async addSource(fields) {
    const { operation } = await this.host.ask("source-add", fields);
    try {
      return await this.host.finish(operation);
    } catch (error) {
      await this.host.ask("source-remove", { source: fields.source }).catch(() => {});
      throw error;
    }
  }

  layer(corner, share) {
    const [width, height] = this.status.picture.size.split("x").map(Number), part = (of) => Math.round((of * share) / 2) * 2;
    if (share === 1) return ["0,0", `${width}x${height}`];
    const [vertical, horizontal] = corner.split("-"), from = (edge, far) => (edge === far ? `${edge}-` : `${edge}+`);
    return [`${from(horizontal, "right")}${Math.round(margin * width)},${from(vertical, "bottom")}${Math.round(margin * width)}`, `${part(width)}x${part(height)}`];
  }

  freeName(base) {
    const taken = new Set(this.status.sources.map((one) => one.name)), stem = base.replace(/\d+$/, "");
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}${number}`;
    return name;
  }

  /** A picture or text that lies over the sources. */
  row({ id, kind, content }) {
    const name = kind === "text" ? `“${content}”` : content.slice(content.lastIndexOf("/") + 1), where = make("span", { class: "dim small number" });
    const remove = make("button", { type: "button", class: "small danger", text: "Remove", "aria-label": `Remove ${name}`, onclick: async () => {
      if (await this.confirm("Take it away?", `${name} is no longer laid over the picture.`, "Remove")) this.tryTo(() => this.host.ask("overlay-remove", { id }), "Taken away");
    } });
    const node = make("li", { class: "item line" }, make("strong", { class: "clip", title: content, text: name }), where, make("span", { class: "room" }), remove);
    return { node, update: (one) => write(where, `${one.width} × ${one.height} at ${one.x}, ${one.y}`) };
  }
}
