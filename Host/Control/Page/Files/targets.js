// Where the stream goes: a card for each target with its figures over minutes, and what can be done with it.
import { Chip, Figure, bits, bytes, count, element, keyedList, make, milliseconds, write } from "/parts.js";

const isPage = (url) => url.endsWith("/page/live.m3u8");

/** Ends of servers' names, and whose they are. */
const services = [
  ["twitch.tv", "Twitch"], ["youtube.com", "YouTube"], ["facebook.com", "Facebook"],
  ["fa723fc1b171.global-contribute.live-video.net", "Kick"], ["trovo.live", "Trovo"], ["restream.io", "Restream"],
];

/** A recording may be relative to where the host was started. */
const isFile = (url) => url.startsWith("file:") || !/^[a-z][a-z0-9+.-]*:/i.test(url);

/** What a target is called in a few words, and all of its address. */
function names({ url, rendition }) {
  if (isPage(rendition?.ladder ?? url)) return [rendition ? `This page, ${rendition.name}` : "This page", "browsers that play HLS"];
  if (isFile(url)) return [url.slice(url.lastIndexOf("/") + 1), url];
  const host = /^[a-z0-9+]+:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(url)?.[1];
  const service = services.find(([end]) => host === end || host?.endsWith(`.${end}`));
  return [service?.[1] ?? host ?? url, url];
}

export class Targets {
  /** @param ask says itself what went wrong; @param confirm asks the user */
  constructor(ask, confirm) {
    Object.assign(this, { ask, confirm });
    this.show = keyedList(element("targets"), (one) => String(one.id), (one) => this.card(one), "No target yet: add one, or record.");
    const form = element("target-add"), service = element("target-service"), address = element("target-url"), key = element("target-key");
    // Neither has a name: what a form has no names for, a browser puts into no address.
    const choose = () => {
      for (const [input, isAsked] of [[address, !service.value], [key, !!service.value]]) [input.required, input.parentElement.hidden] = [isAsked, !isAsked];
    };
    service.addEventListener("change", choose);
    choose();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const input = service.value ? key : address, typed = input.value.trim();
      if (await ask("target-add", service.value ? { service: service.value, key: typed } : { url: typed }, "Target added")) input.value = "";
    });
  }

  update({ targets }) {
    this.show(targets);
  }

  card(target) {
    const [name, all] = names(target), chip = new Chip(), { id } = target, isOfPage = isPage(target.rendition?.ladder ?? target.url);
    const isWritten = isFile(target.url) && !isOfPage;
    const rate = new Figure("Bit rate"), queue = new Figure("Queue", "Media that waits to be sent");
    const way = new Figure("Round trip", "Of the way to the server and back"), drops = new Figure("Dropped", "Pictures dropped each second, and in all");
    const trouble = make("p", { class: "bad small" }), sent = make("span", { class: "dim" }), title = make("strong", { class: "clip", title: all, text: name });
    const hold = make("button", { type: "button", class: "small", text: "Pause" });
    hold.addEventListener("click", () => this.ask(this.isPaused(id) ? "target-resume" : "target-pause", { id }));
    const anew = make("button", { type: "button", class: "small", text: "Reconnect", "aria-label": `Reconnect ${name}`, onclick: () => this.ask("reconnect", { id }) });
    const remove = make("button", {
      type: "button", class: "small danger", text: "Remove", "aria-label": `Remove ${name}`,
      onclick: async () => {
        if (await this.confirm("Remove this target?", `${name} gets nothing any more. What was sent and written stays.`, "Remove")) this.ask("target-remove", { id }, "Target removed");
      },
    });
    const tools = make("div", { class: "row tools", role: "group", "aria-label": `What to do with ${name}` }, sent, make("span", { class: "room" }), ...(isOfPage ? [] : [hold, anew, remove]));
    const where = make("p", { class: "dim small clip", text: `Target ${id} · ${all}`, title: all });
    const node = make("li", { class: "target" },
      make("div", { class: "head" }, title, chip.node), where,
      make("dl", { class: "figures" }, rate.node, queue.node, way.node, drops.node), trouble, tools);
    let dropped = null;
    return {
      node,
      update: (one) => {
        this.states ??= new Map();
        this.states.set(id, one.state);
        const [newName, newAll] = one.file ? [one.file.slice(one.file.lastIndexOf("/") + 1), one.file] : [name, all];
        write(title, newName);
        write(where, `Target ${id} · ${newAll}`);
        title.title = where.title = newAll;
        chip.show(one.state);
        const isLive = one.state === "live";
        rate.show(one.bitRate, isLive ? bits(one.bitRate) : "–");
        queue.show(one.queuedMilliseconds, isLive ? milliseconds(one.queuedMilliseconds) : "–", one.queuedMilliseconds > 1000 ? "warn" : "");
        way.show(one.roundTripMilliseconds, one.roundTripMilliseconds == null ? "–" : milliseconds(one.roundTripMilliseconds));
        way.node.hidden = isWritten;
        drops.show(dropped === null ? 0 : Math.max(0, one.droppedFrames - dropped), count(one.droppedFrames), one.droppedFrames > (dropped ?? one.droppedFrames) ? "warn" : "");
        dropped = one.droppedFrames;
        write(sent, [bytes(one.bytesSent) + (isWritten ? " written" : " sent"), one.reconnects > 0 && `reconnected ${one.reconnects} ×`, one.diet !== "everything" && one.diet].filter(Boolean).join(" · "));
        write(hold, one.state === "paused" ? "Go on" : "Pause");
        hold.setAttribute("aria-label", `${one.state === "paused" ? "Resume" : "Pause"} ${name}`);
        anew.hidden = isWritten;
        write(trouble, isLive ? "" : one.lastError.replace(`${one.url}: `, ""));
      },
    };
  }

  isPaused(id) {
    return this.states?.get(id) === "paused";
  }
}
