// Who captures: each agent with its memory against its limit, and what can be done with it.
import { Chip, count, element, keyedList, make, write } from "/parts.js";

const mebibytes = (kibibytes) => (kibibytes / 1024).toFixed(1);

/** Words as a shell takes them apart: quotes keep spaces. */
export function words(text) {
  return Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, one, two, three]) => one ?? two ?? three);
}

const agentAlone = "agent";

/** Asks in a dialog what is to be captured; `more` are further choices of the same list. */
export const captureFields = ({ agents, choices }, more = []) => [
  { name: "what", label: "What", choices: [...choices.map(({ text }, index) => [String(index), text[0].toUpperCase() + text.slice(1)]), ...more, [agentAlone, "More: an agent with arguments"]] },
  { name: "backend", label: "Agent", choices: agents, with: { what: agentAlone } },
  { name: "arguments", label: "Its arguments", placeholder: "--display :1", isOptional: true, with: { what: agentAlone } },
];

/** The agent that is meant by what was said in such a dialog. */
export function captureChosen({ choices }, { what, backend, arguments: text }) {
  return what === agentAlone ? { backend, arguments: words(text) } : { backend: choices[what].backend, arguments: choices[what].arguments };
}

export class Agents {
  sources = [];

  /** @param ask and operate say themselves what went wrong; @param confirm asks the user */
  constructor(ask, operate, form, confirm) {
    Object.assign(this, { ask, operate, confirm });
    this.show = keyedList(element("agents"), (one) => String(one.id), (one) => this.row(one), "No agent: viewers see the slate.");
    const button = element("swap");
    button.addEventListener("click", async () => {
      button.disabled = true;
      const answer = await ask("capturable");
      button.disabled = false;
      if (answer) this.swap(answer.capturable, form);
    });
  }

  async swap(capturable, form) {
    const fields = await form("Swap what is captured", "Another agent is started, and takes over with its first picture.", "Swap", [
      { name: "source", label: "Source", choices: this.sources.map((one) => one.name) },
      ...captureFields(capturable),
    ]);
    if (!fields) return;
    const source = this.sources.find((one) => one.name === fields.source);
    this.operate(source?.agent == null ? "start-agent" : "swap", { source: fields.source, ...captureChosen(capturable, fields) }, "Swapped");
  }

  update(status) {
    element("agents-card").hidden = status.streams === "audioOnly";
    this.sources = status.sources;
    this.agents = status.agents;
    this.show(status.agents);
  }

  row(agent) {
    const { id } = agent, chip = new Chip(), facts = make("span", { class: "dim small" }), name = `${agent.backend} ${agent.screen}`.trim();
    const fill = make("div", { class: "fill" });
    const bar = make("div", { class: "gauge", role: "meter", "aria-label": `Memory of ${name}`, "aria-valuemin": 0 }, fill), memory = make("span", { class: "small number" });
    const button = (text, label, action) => make("button", { type: "button", class: "small", text, "aria-label": `${label} ${name}`, onclick: action });
    let now = agent;
    const live = button("Make live", "Make live:", () => this.operate(now.isStandby ? "switch" : "attach", now.isStandby ? { agent: id } : { source: now.place || "screen", agent: id }, "Switched"));
    const hold = button("Pause", "Pause or resume", () => this.operate(now.isPaused ? "resume" : "pause", { agent: id }));
    const detach = button("Detach", "Detach", () => this.operate("detach", { source: now.place || "screen" }, "Detached: it waits"));
    const stop = button("Stop", "Stop", async () => {
      const isLast = now.isLive && this.agents.length === 1;
      if (isLast && !await this.confirm("Stop the only agent?", "Viewers see the slate until another one is started by “Swap…”.", "Stop it")) return;
      this.operate("stop-agent", { agent: id }, "Agent stopped");
    });
    const node = make("li", { class: "item" }, make("div", { class: "head" }, make("strong", { class: "clip", text: name }), chip.node), facts,
      make("div", { class: "measure" }, bar, memory), make("div", { class: "row tools" }, live, hold, detach, stop));
    return {
      node,
      update: (one) => {
        now = one;
        chip.show(one.isPaused ? "paused" : one.isLive ? (one.isStalled ? "stalled" : "live") : one.isStandby ? "standby" : one.state);
        write(facts, [one.extra, one.place !== "screen" && one.place, one.size?.replace("x", " × "), `${count(one.frames)} frames`, one.superseded > 0 && `${count(one.superseded)} skipped`, `pid ${one.pid}`].filter(Boolean).join(" · "));
        const used = one.memory.anonymousKiB + one.memory.kernelKiB || one.privateKiB, limit = one.memory.limitKiB, share = limit ? Math.min(1, used / limit) : 0;
        fill.style.width = `${(share * 100).toFixed(1)}%`;
        bar.classList.toggle("warn", share > 0.8);
        bar.hidden = !limit;
        bar.setAttribute("aria-valuemax", limit || used);
        bar.setAttribute("aria-valuenow", used);
        bar.setAttribute("aria-valuetext", `${mebibytes(used)} of ${mebibytes(limit)} MiB`);
        write(memory, limit ? `${mebibytes(used)} of ${mebibytes(limit)} MiB` : `${mebibytes(used)} MiB`);
        live.hidden = one.isLive;
        detach.hidden = !one.isLive;
        hold.hidden = !one.isLive && !one.isPaused;
        write(hold, one.isPaused ? "Go on" : "Pause");
      },
    };
  }
}
