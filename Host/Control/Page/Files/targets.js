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

/** What a target or ladder is called in a few words, and all of its address. */
function names({ url, isLadder }) {
  if (isPage(url)) return ["This page", "browsers that play HLS"];
  // A master playlist is named by its folder.
  if (isFile(url)) return [url.split("/").slice(isLadder ? -2 : -1).join("/"), url];
  const host = /^[a-z0-9+]+:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(url)?.[1];
  const service = services.find(([end]) => host === end || host?.endsWith(`.${end}`));
  return [service?.[1] ?? host ?? url, url];
}

/** What a card shows: a target, or all renditions of a ladder, whose figures are taken together. */
function cards(targets) {
  const all = new Map();
  for (const target of targets) {
    const key = target.rendition ? `ladder ${target.rendition.ladder}` : String(target.id);
    all.set(key, [...(all.get(key) ?? []), target]);
  }
  return Array.from(all, ([key, members]) => (members[0].rendition ? ladder(key, members) : { ...members[0], key, members }));
}

function ladder(key, members) {
  const sum = (field) => members.reduce((total, one) => total + one[field], 0), most = (field) => Math.max(...members.map((one) => one[field] ?? -1));
  const inTrouble = members.find((one) => one.state !== "live"), way = most("roundTripMilliseconds");
  return {
    ...members[0], key, members, isLadder: true, url: members[0].rendition.ladder, file: null, state: inTrouble?.state ?? "live",
    lastError: inTrouble?.lastError.replace(`${inTrouble.url}: `, "") ?? "", diet: members.find((one) => one.diet !== "everything")?.diet ?? "everything",
    bitRate: sum("bitRate"), droppedFrames: sum("droppedFrames"), bytesSent: sum("bytesSent"), reconnects: sum("reconnects"),
    queuedMilliseconds: most("queuedMilliseconds"), roundTripMilliseconds: way < 0 ? null : way,
  };
}

const numbers = (members) => (members.length > 1 ? `Targets ${members.map((one) => one.id).join(", ")}` : `Target ${members[0].id}`);

export class Targets {
  /** @param ask says itself what went wrong; @param confirm asks the user */
  constructor(ask, confirm) {
    Object.assign(this, { ask, confirm });
    this.show = keyedList(element("targets"), (one) => one.key, (one) => this.card(one), "No target yet: add one, or record.");
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
    this.show(cards(targets));
  }

  card(target) {
    const [name, all] = names(target), chip = new Chip(), isOfPage = isPage(target.url), isWritten = isFile(target.url) && !isOfPage;
    let now = target;
    const rate = new Figure("Bit rate"), queue = new Figure("Queue", "Media that waits to be sent");
    const way = new Figure("Round trip", "Of the way to the server and back"), drops = new Figure("Dropped", "Pictures dropped each second, and in all");
    const trouble = make("p", { class: "bad small" }), sent = make("span", { class: "dim" }), title = make("strong", { class: "clip", title: all, text: name });
    const where = make("p", { class: "dim small clip", title: all }), rungs = make("ul", { class: "rungs", "aria-label": `Pictures and audio of ${name}` });
    const showRungs = keyedList(rungs, (one) => String(one.id), (one) => rung(one));
    /** One after the other, until one is refused. */
    const askAll = async (request, done = "") => {
      for (const { id } of now.members) if (!(await this.ask(request, { id }, done))) return;
    };
    const button = (text, action, role = "") => make("button", { type: "button", class: `small ${role}`.trim(), text, "aria-label": `${text} ${name}`, onclick: action });
    const hold = button("Pause", () => askAll(now.state === "paused" ? "target-resume" : "target-pause"));
    const anew = button("Reconnect", () => askAll("reconnect"));
    const remove = button("Remove", async () => {
      if (await this.confirm("Remove this target?", `${name} gets nothing any more. What was sent and written stays.`, "Remove")) askAll("target-remove", "Target removed");
    }, "danger");
    const tools = make("div", { class: "row tools", role: "group", "aria-label": `What to do with ${name}` }, sent, make("span", { class: "room" }), ...(isOfPage ? [] : [hold, anew, remove]));
    const node = make("li", { class: "target" },
      make("div", { class: "head" }, title, chip.node), where,
      make("dl", { class: "figures" }, rate.node, queue.node, way.node, drops.node), target.isLadder ? rungs : null, trouble, tools);
    let dropped = null;
    return {
      node,
      update: (one) => {
        now = one;
        const [newName, newAll] = one.file ? [one.file.slice(one.file.lastIndexOf("/") + 1), one.file] : [name, all];
        write(title, newName);
        write(where, `${numbers(one.members)} · ${newAll}`);
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
        if (one.isLadder) showRungs(one.members);
        write(trouble, isLive ? "" : one.lastError.replace(`${one.url}: `, ""));
      },
    };
  }
}

/** One picture or audio of a ladder. */
function rung({ rendition: { name } }) {
  const rate = make("span", { class: "number" }), facts = make("span", { class: "dim" });
  return {
    node: make("li", {}, make("strong", { text: name }), facts, rate),
    update: ({ state, bitRate, rendition }) => {
      write(facts, [rendition.size.replace("x", " × "), rendition.codec].filter(Boolean).join(" · "));
      write(rate, state === "live" ? bits(bitRate) : state);
    },
  };
}
