// Shows the session's status, once a second.

const element = (id) => document.getElementById(id);
const good = ["live", "started", "connected", "playing"], waiting = ["connecting", "reconnecting", "opening", "ready", "idle", "lost", "absent", "late", "stalled"];
const colour = (state) => (good.includes(state) ? "good" : waiting.includes(state) ? "warn" : state === "failed" ? "bad" : "");
const historySeconds = 120;
const history = [];

export function clock(seconds) {
  const whole = Math.floor(seconds), two = (n) => String(n).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const count = (n) => n.toLocaleString("en");
const bits = (rate) => (rate >= 1e6 ? [(rate / 1e6).toFixed(2), "Mb/s"] : [Math.round(rate / 1e3), "kb/s"]);
const effort = (rate) => (rate && rate.effort !== rate.preset ? `; as ${rate.effort}, this machine is too slow for ${rate.preset}` : "");
const bytes = (n) => (n >= 1e9 ? `${(n / 1e9).toFixed(2)} GB` : n >= 1e6 ? `${(n / 1e6).toFixed(1)} MB` : `${Math.round(n / 1e3)} kB`);

function write(id, text) {
  const node = element(id);
  if (node.textContent !== String(text)) node.textContent = text;
}

export function showStatus(status) {
  const { picture, microphone, delay } = status;
  write("group", `group ${status.group}`);
  write("uptime", clock(status.uptimeSeconds));
  write("fps", picture.fps.toFixed(picture.fps < 10 ? 1 : 0));
  const [rate, unit] = bits(status.bitRate);
  write("rate", rate);
  write("rate-unit", unit);
  write("dropped", count(status.dropped));
  element("dropped-tile").classList.toggle("warn", status.dropped > 0);
  write("delay", delay.medianMilliseconds.toFixed(delay.medianMilliseconds < 10 ? 1 : 0));
  write("picture", picture.size ? `${picture.size.replace("x", " × ")}, up to ${picture.maxFps} fps` : status.streams === "audioOnly" ? "off, audio alone" : "no frame yet");
  write("frames", `${count(picture.framesEncoded)}, ${count(picture.keepAlives)} of them unchanged`);
  write("encoding", picture.lastError || `${picture.encodeMillisecondsMedian.toFixed(1)} ms, worst ${picture.encodeMillisecondsWorst.toFixed(1)} ms${effort(status.rate)}`);
  showMicrophone(microphone);
  showAudio(status.audio);
  if (status.streams === "videoOnly") write("mic-device", "off, the picture alone is sent");
  list("agents", status.agents.map(agent), status.streams === "audioOnly" ? "none, audio alone is sent" : status.state === "slate" ? "no agent: viewers see the slate" : status.state === "holding" ? "no agent: the last picture is held" : "no agent");
  list("targets", status.targets.map(target), "none until the first frame");
  write("about", `Splitcast ${status.version} · host pid ${status.pid}`);
  history.push(status.bitRate);
  if (history.length > historySeconds) history.shift();
  drawHistory();
}

function showMicrophone(microphone) {
  const state = microphone.isMuted ? "muted" : microphone.state;
  write("mic-state", state);
  element("mic-state").className = `chip ${microphone.isMuted ? "warn" : colour(state)}`;
  write("mic-device", microphone.state === "none" ? "silence is sent" : microphone.device || "–");
  const part = (decibels) => Math.min(1, Math.max(0, (Number(decibels) + 60) / 60)) || 0;
  // Before it is muted: who speaks into it sees that.
  const isOpen = microphone.state === "live";
  const [level, peak] = isOpen ? [part(microphone.rmsDbfs), part(microphone.peakDbfs)] : [0, 0];
  element("meter-fill").style.clipPath = `inset(0 ${(1 - level) * 100}% 0 0)`;
  element("meter-peak").style.left = `${peak * 100}%`;
  element("meter-peak").hidden = peak === 0;
  const shown = Math.max(-60, Number(microphone.peakDbfs) || -60);
  element("meter").setAttribute("aria-valuenow", isOpen ? shown.toFixed(0) : "-60");
  write("mic-level", isOpen ? `${shown <= -60 ? "quiet" : `${shown.toFixed(0)} dBFS`}` : "");
}

// What is in the mix besides the microphone, and the mix.
function showAudio(audio) {
  const others = (audio?.sources ?? []).filter((one) => one.id !== "mic" && !(one.kind === "music" && one.state === "stopped"));
  list("sources", others.map(source), "");
  element("sources").hidden = others.length === 0;
  const { mix } = audio ?? {};
  write("mix", !mix ? "" : mix.isMuted ? "everything muted" : mix.integratedLufs == null ? "" : `${mix.integratedLufs.toFixed(1)} LUFS`);
}

// The newest events, those alone that matter to people.
const shownEvents = 6, recent = [];
const levels = { info: "", warning: "warn", error: "bad" };
export function showEvents(events) {
  for (const event of events) if (event.severity in levels) recent.unshift(event);
  recent.length = Math.min(recent.length, shownEvents);
  element("events-card").hidden = recent.length === 0;
  list("events", recent.map((event) => ({
    name: new Date(event.time).toLocaleTimeString([], { hour12: false }), state: event.severity === "info" ? "" : event.severity, level: levels[event.severity],
    more: event.words, note: event.severity === "info" ? "" : event.remedy ?? "",
  })), "");
}

// Music that plays has the failure of another file in `lastError`.
const failedStates = ["absent", "lost", "late", "failed"];
const source = (one) => ({
  name: one.kind === "pushed" || one.kind === "music" ? one.id : `${one.id}: ${one.device || "–"}`,
  state: one.isMuted ? "muted" : one.state,
  more: [
    one.peakDbfs > -60 ? `${one.peakDbfs.toFixed(0)} dBFS` : "quiet", Math.abs(one.gainDecibels) > 0.05 && `gain ${one.gainDecibels.toFixed(1)} dB`,
    one.isClipping && "clipping",
  ].filter(Boolean).join(" · "),
  error: failedStates.includes(one.state) ? one.lastError : "",
});

const agent = (one) => ({
  name: `${one.backend} ${one.screen}`.trim(),
  state: one.isPaused ? "paused" : one.isLive ? (one.isStalled ? "stalled" : "live") : one.state,
  more: [
    one.size && one.size.replace("x", " × "), one.orientation && one.orientation !== "up" && `turned ${one.orientation}`,
    `${count(one.frames)} frames`, one.privateKiB > 0 && `${(one.privateKiB / 1024).toFixed(1)} MiB`, `pid ${one.pid}`,
  ].filter(Boolean).join(" · "),
});

const target = (one) => ({
  name: !(one.rendition?.ladder ?? one.url).endsWith("/page/live.m3u8") ? one.url : one.rendition ? `this page, ${one.rendition.name}` : "this page",
  state: one.state,
  more: [
    bits(one.bitRate).join(" "), `${bytes(one.bytesSent)} sent`, one.droppedFrames > 0 && `${count(one.droppedFrames)} dropped`,
    one.queuedMilliseconds >= 1 && `${Math.round(one.queuedMilliseconds)} ms queued`, one.reconnects > 0 && `reconnected ${one.reconnects} ×`,
  ].filter(Boolean).join(" · "),
  error: one.state === "live" ? "" : one.lastError,
});

function list(id, items, empty) {
  const text = JSON.stringify(items);
  const node = element(id);
  if (node.dataset.shown === text) return;
  node.dataset.shown = text;
  node.replaceChildren(...(items.length ? items.map(row) : [make("li", "none", empty)]));
}

function row({ name, state, more, error, level, note }) {
  const item = make("li", "");
  const head = make("div", "head");
  const title = make("span", "name", name);
  title.title = name;
  head.append(title, make("span", `chip ${level ?? colour(state)}`, state));
  item.append(head, make("div", "more", more));
  if (error) item.append(make("div", "more bad", error));
  if (note) item.append(make("div", "more", `→ ${note}`));
  return item;
}

function make(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function drawHistory() {
  const canvas = element("history"), pen = canvas.getContext("2d");
  const { width, height } = canvas, top = Math.max(...history, 1) * 1.1;
  const x = (index) => width - ((history.length - 1 - index) / (historySeconds - 1)) * width;
  const y = (value) => height - 2 - (value / top) * (height - 6);
  pen.clearRect(0, 0, width, height);
  pen.strokeStyle = pen.fillStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 2.5;
  pen.lineJoin = "round";
  pen.beginPath();
  history.forEach((value, index) => pen.lineTo(x(index), y(value)));
  pen.stroke();
  pen.lineTo(width, height);
  pen.lineTo(x(0), height);
  pen.globalAlpha = 0.15;
  pen.fill();
  pen.globalAlpha = 1;
}
