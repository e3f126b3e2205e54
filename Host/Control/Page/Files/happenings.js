// What happened, the newest first, with what to do about it.
import { element, make } from "/parts.js";
import { inPageWords } from "/wording.js";

const mostShown = 60;
const roles = { info: "", warning: "warn", error: "bad" };

export class Happenings {
  newest = 0;

  add(event) {
    // Connected again, the host repeats what it kept; one that is new counts from 1 again.
    if (event.sequence <= this.newest && event.sequence !== 1) return;
    if (event.sequence === 1 && this.newest > 0) element("events").replaceChildren();
    this.newest = event.sequence;
    if (!(event.severity in roles)) return;
    const list = element("events"), role = roles[event.severity], time = new Date(event.time);
    const shown = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
    const kind = `${event.code} ${event.target ?? ""} ${event.agent ?? ""} ${event.fields?.source ?? ""}`, before = list.firstChild;
    // What happens again and again is one line.
    const count = before?.dataset.kind === kind && role ? Number(before.dataset.count) + 1 : 1;
    if (count > 1) before.remove();
    list.prepend(make("li", { class: role, "data-kind": kind, "data-count": count },
      make("time", { datetime: event.time, text: shown }),
      make("div", {}, make("span", { text: `${role === "bad" ? "Error: " : role === "warn" ? "Warning: " : ""}${inPageWords(event.words)}` }),
        make("span", { class: "times", text: count > 1 ? ` (${count} times)` : "" }),
        event.remedy && role ? make("p", { class: "remedy", text: inPageWords(event.remedy) }) : null)));
    while (list.children.length > mostShown) list.lastChild.remove();
  }
}
