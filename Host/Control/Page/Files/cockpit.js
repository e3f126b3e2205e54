// The cockpit: puts its parts together, and shows what belongs to none of them.
import { Additions } from "/additions.js";
import { Agents } from "/agents.js";
import { confirm, form } from "/dialogs.js";
import { Happenings } from "/happenings.js";
import { Host } from "/host.js";
import { Layers } from "/layers.js";
import { Mixer } from "/mixer.js";
import { Figure, bits, clock, count, element, make, press, setIcon, short, write } from "/parts.js";
import { Preview } from "/preview.js";
import { Scenes } from "/scenes.js";
import { Targets } from "/targets.js";

const host = new Host();

// What was done, or why not. Read aloud; goes away by itself.
let noticeTimer = 0;
function notice(text, isBad = false) {
  element("notice").textContent = text;
  element("notice").classList.toggle("bad", isBad);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (element("notice").textContent = ""), isBad ? 15_000 : 6000);
}

/** Has the host do something, and says what came of it. */
async function tryTo(work, done = "") {
  try {
    const answer = await work();
    if (done) notice(typeof done === "function" ? done(answer) : done);
    return answer;
  } catch (error) {
    notice(error.message, true);
    return null;
  }
}
const ask = (name, fields, done) => tryTo(() => host.ask(name, fields), done);
const operate = (name, fields, done) => tryTo(() => host.operate(name, fields), done);

const mixer = new Mixer(ask), targets = new Targets(ask, confirm), agents = new Agents(ask, operate, form, confirm), layers = new Layers(ask, confirm);
const scenes = new Scenes(host, ask, confirm), happenings = new Happenings(), additions = new Additions(host, tryTo, form, confirm);

// The preview

const video = element("video");
const veils = {
  connecting: ["Connecting…", ""],
  waiting: ["Waiting for the first picture", "No capture agent has sent one yet."],
  loading: ["The picture is on its way…", ""],
  absent: ["No picture now", "It comes back by itself."],
  unsupported: ["This browser cannot play the preview", "It has no Media Source Extensions. Everything else on this page works."],
  audioOnly: ["Audio alone", "This broadcast has no picture."],
  lost: ["The host does not answer", "This page connects again by itself."],
  ended: ["The broadcast has ended", "This page connects again when the next one begins."],
};
const preview = new Preview(video, host.clock, showVeil);

function showVeil() {
  const { status, connection } = host;
  const isPlaying = ["playing", "hls"].includes(preview.state);
  const key = ["lost", "ended"].includes(connection) ? connection : !status ? "connecting" : status.streams === "audioOnly" ? "audioOnly" : isPlaying ? "" : status.state === "waiting" ? "waiting" : preview.state || "loading";
  element("veil").hidden = key === "";
  if (key) [write(element("veil-title"), veils[key][0]), write(element("veil-text"), veils[key][1])];
}

setInterval(() => {
  const behind = preview.behindSeconds;
  write(element("behind"), behind === null ? "" : `${behind.toFixed(behind < 1 ? 2 : 1)} s behind`);
  write(element("way"), preview.state === "hls" ? "HLS" : "");
}, 500);

element("listen").addEventListener("click", () => {
  const isOn = !preview.isWithAudio;
  press(element("listen"), isOn);
  setIcon(element("listen"), isOn ? "sound" : "muted");
  preview.listen(isOn);
});
element("mirror").addEventListener("click", () => press(element("mirror"), element("frame").classList.toggle("mirrored")));
element("fullscreen").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : element("stage").requestFullscreen()));

// Figures

const figures = { fps: new Figure("Frames/s"), rate: new Figure("Bit rate"), skipped: new Figure("Skipped", "Dropped anywhere each second, and in all"), delay: new Figure("Delay", "From the capture of a picture to its packet being handed to the targets, median") };
element("figures").append(...Object.values(figures).map((one) => one.node));
let lastDropped = null;

function showFigures({ picture, bitRate, dropped, delay, rate, encodings, replay }) {
  figures.fps.show(picture.fps, short(picture.fps));
  figures.rate.show(bitRate, bits(bitRate));
  const more = lastDropped === null ? 0 : Math.max(0, dropped - lastDropped);
  figures.skipped.show(more, count(dropped), more > 0 ? "warn" : "");
  lastDropped = dropped;
  figures.delay.show(delay.medianMilliseconds, `${short(delay.medianMilliseconds)} ms`);
  const main = encodings[0];
  write(element("encoder"), main ? `${main.encoder} · ${main.codec}` : "");
  element("encoder").hidden = !main;
  const effort = rate ? (rate.effort === rate.preset ? rate.effort : `${rate.effort} instead of ${rate.preset}`) : "–";
  const facts = [
    ["Size", picture.size ? `${picture.size.replace("x", " × ")} at ${picture.maxFps} fps at most` : "none yet"],
    ["Encoding", picture.lastError || `${picture.encodeMillisecondsMedian.toFixed(1)} ms a picture, worst ${picture.encodeMillisecondsWorst.toFixed(1)} ms`],
    ["Effort", effort], ...(rate ? [["Bit rate now", `${bits(rate.bitsPerSecond)}${rate.isAdaptive ? ", follows the links" : ""}`]] : []),
    ...(rate && rate.stair !== "full" ? [["Reduced", rate.stair]] : []),
    ...(replay ? [["Replay", `${Math.round(Math.min(replay.seconds, replay.limitSeconds))} of ${Math.round(replay.limitSeconds)} s held`]] : []),
  ];
  const text = JSON.stringify(facts);
  if (element("facts").dataset.shown !== text) {
    element("facts").dataset.shown = text;
    element("facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", { text: value })]));
  }
  const limits = element("rate");
  limits.hidden = !rate;
  if (rate && !limits.contains(document.activeElement)) {
    element("rate-most").value = Math.round(rate.ceiling / 1000);
    element("rate-least").value = Math.round(rate.floor / 1000);
  }
}

element("rate").addEventListener("submit", (event) => {
  event.preventDefault();
  const least = Number(element("rate-least").value);
  ask("bitrate", { bitsPerSecond: Number(element("rate-most").value) * 1000, ...(least ? { least: least * 1000 } : {}) }, "Bit rate set");
});

// Actions

element("pause").addEventListener("click", () => {
  const isPaused = host.status?.state === "paused";
  operate(isPaused ? "resume" : "pause", {}, isPaused ? "The broadcast goes on" : "Paused: viewers see the slate, and go on hearing the audio");
});
const folders = async () => (await host.ask("folders")).folders;
/** In the name of a recording a percent sign begins a part of the time. */
const literal = (path) => path.replaceAll("%", "%%");
/** The recording that this button has begun, on whichever page; each group's has a name of its own. */
const recordingName = ({ group }) => `splitcast-${group}-%Y-%m-%d_%H%M%S.mkv`;
const ownRecording = (status) => status?.targets.find(({ url }) => url.endsWith(`/${recordingName(status)}`));
element("record").addEventListener("click", () => {
  const running = ownRecording(host.status);
  if (running) return ask("target-remove", { id: running.id }, `Recorded ${running.file ?? running.url}`);
  return tryTo(async () => {
    const { recordings } = await folders();
    await host.ask("target-add", { url: `${literal(recordings)}/${recordingName(host.status)}` });
    return recordings;
  }, (folder) => `Recording into ${folder}`);
});
element("shot").addEventListener("click", () => tryTo(async () => (await host.ask("snapshot", { folder: (await folders()).pictures })).snapshot, ({ file }) => `Saved ${file}`));
element("replay").addEventListener("click", () => tryTo(async () => {
  const { recordings } = await folders();
  return (await host.ask("replay-save", { file: `${literal(recordings)}/replay-%Y-%m-%d_%H%M%S.mkv` })).replay;
}, ({ file, seconds }) => `Saved the last ${Math.round(seconds)} s as ${file}`));
element("mark").addEventListener("click", async () => {
  const fields = await form("Mark this moment", "Every recording that runs gets a chapter here.", "Mark", [{ name: "name", label: "Name", placeholder: "Questions", isOptional: true }]);
  if (fields) ask("mark", fields.name ? fields : {}, ({ chapter }) => `Marked “${chapter.name}”`);
});
element("message").addEventListener("click", async () => {
  const fields = await form("Message to viewers", "It goes into the stream, for players that show messages.", "Send", [{ name: "text", label: "Text" }]);
  if (fields) ask("message", fields, "Message sent");
});
element("slate").addEventListener("click", async () => {
  const { background } = host.status ?? {};
  let typed = { text: background?.text ?? "", color: background?.color ?? "#202834", file: background?.picture ?? "" };
  // What was refused is asked for again as it was typed.
  while (typed) {
    const fields = await form("Slate", "What viewers see during a pause, and while nothing can be captured.", "Use it", [
      { name: "text", label: "Text", value: typed.text, isOptional: true },
      { name: "color", label: "Colour", type: "color", value: typed.color },
      { name: "file", label: "Picture instead, by its path", placeholder: "/pictures/away.png", value: typed.file, isOptional: true },
    ]);
    const { text, color, file } = fields ?? {};
    typed = fields && !await ask("background", file ? { file, text } : { color, text }, "The slate is changed") ? fields : null;
  }
});
element("stop").addEventListener("click", async () => {
  if (await confirm("End the broadcast?", "Every target is closed, recordings are completed, and the host ends.", "End broadcast")) ask("stop", {}, "The broadcast ends");
});

function showState(status) {
  document.body.dataset.state = status.state;
  write(element("group"), status.group);
  write(element("state"), status.state);
  write(element("uptime"), clock(status.uptimeSeconds));
  write(element("about"), `Splitcast ${status.version} · host pid ${status.pid}`);
  document.title = `${status.state === "live" ? "● " : ""}${status.group} · Splitcast cockpit`;
  const isPaused = status.state === "paused";
  press(element("pause"), isPaused);
  setIcon(element("pause"), isPaused ? "play" : "pause");
  write(element("pause").querySelector("span"), isPaused ? "Go on" : "Pause");
  const isRecording = !!ownRecording(status);
  press(element("record"), isRecording);
  write(element("record").querySelector("span"), isRecording ? "Stop recording" : "Record");
  element("pause").hidden = element("shot").hidden = element("slate").hidden = status.streams === "audioOnly";
  element("replay").hidden = !status.replay;
  if (status.picture.size) element("frame").style.aspectRatio = status.picture.size.replace("x", " / ");
}

// The host

host.addEventListener("status", ({ detail: status }) => {
  showState(status);
  showFigures(status);
  mixer.update(status.audio);
  targets.update(status);
  agents.update(status);
  layers.update(status);
  additions.update(status);
  scenes.update(status);
  showVeil();
});
host.addEventListener("levels", ({ detail }) => mixer.meter(detail));
host.addEventListener("event", ({ detail }) => happenings.add(detail));
host.addEventListener("connection", ({ detail: connection }) => {
  const banners = {
    lost: "The host does not answer. This page connects again by itself.",
    ended: "The broadcast has ended. This page connects again when the next one begins.",
    refused: "This page may not control the broadcast: open the whole address that splitcast printed, with its token.",
  };
  element("banner").textContent = banners[connection] ?? "";
  element("banner").hidden = !(connection in banners);
  document.body.dataset.connection = connection;
  if (["lost", "ended"].includes(connection)) {
    document.body.dataset.state = connection;
    write(element("state"), connection === "ended" ? "ended" : "no connection");
  }
  showVeil();
});
host.start();
preview.run();
