// Scenes that were kept: shown, saved and removed.
import { element, keyedList, make } from "/parts.js";

export class Scenes {
  constructor(host, ask, confirm) {
    Object.assign(this, { host, ask });
    this.show = keyedList(element("scenes"), (one) => one.name, (one) => this.chip(one, confirm), "None yet. A scene keeps layers, overlays, mutes and gains.");
    element("scene-save").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await ask("scene-save", { name: element("scene-name").value }, "Scene saved")) element("scene-name").value = "";
      this.look();
    });
  }

  /** Others may keep scenes too, but seldom. */
  async look() {
    try {
      const { scenes } = await this.host.ask("scenes");
      this.show(scenes);
    } catch {
      // In a broadcast without a picture, or while the host is away.
    }
  }

  update(status) {
    element("scenes-card").hidden = status.streams === "audioOnly";
    if (performance.now() - (this.lookedAt ?? -Infinity) < 30_000) return;
    this.lookedAt = performance.now();
    this.look();
  }

  chip({ name, problem }, confirm) {
    const show = make("button", {
      type: "button", text: name, disabled: problem !== "", title: problem || `Show ${name}`,
      onclick: () => this.ask("scene-show", { name, transition: element("scene-how").value }, `Scene ${name} is shown`),
    });
    const remove = make("button", {
      type: "button", text: "×", "aria-label": `Remove the scene ${name}`,
      onclick: async () => {
        if (!(await confirm("Remove this scene?", `"${name}" is deleted; what viewers see stays.`, "Remove"))) return;
        await this.ask("scene-remove", { name });
        this.look();
      },
    });
    return { node: make("li", { class: "joined" }, show, remove), update() {} };
  }
}
