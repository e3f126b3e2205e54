// The page: the player, the figures, and what is said when either of them has nothing to show.
import { LivePlayer } from "/player.js";
import { showEvents, showStatus } from "/figures.js";
import { HostClock } from "/hostclock.js";
import { automatic } from "/renditions.js";

const element = (id) => document.getElementById(id);
const video = element("video");
const clock = new HostClock();
const texts = {
  connecting: ["Connecting…", ""],
  waiting: ["Waiting for the first frame", "The host runs; no capture agent has sent a picture yet."],
  loading: ["The picture is on its way…", "It starts with the next key frame."],
  unsupported: ["This browser cannot play the stream", `Try Chromium, or open ${location.origin}/live/live.m3u8 in mpv or VLC.`],
  ended: ["The stream has ended", "This page picks up again by itself when the host is back."],
};
let host = "connecting";
let player = "loading";

function show() {
  document.body.dataset.state = host;
  element("state").textContent = host === "ended" ? "stream ended" : host;
  const ended = host === "ended" || (player === "ended" && host !== "live");
  const key = ended ? "ended" : host === "connecting" || host === "waiting" ? host : player === "playing" ? "" : player === "unsupported" ? player : "loading";
  element("veil").classList.toggle("clear", key === "");
  const [title, text] = key ? texts[key] : ["", ""];
  if (element("veil-title").textContent !== title) [element("veil-title").textContent, element("veil-text").textContent] = [title, text];
  const hasAudio = document.body.dataset.streams !== "videoOnly";
  element("unmute").hidden = key !== "" || !video.muted || !hasAudio;
  element("audio").hidden = !hasAudio;
  if (ended) document.title = "Ended · Splitcast";
}

// Audio. It starts muted: browsers play by themselves only then.
function setMuted(isMuted) {
  video.muted = isMuted;
  element("audio").textContent = isMuted ? "Audio off" : "Audio on";
  element("audio").setAttribute("aria-pressed", String(!isMuted));
  // A click permits playing, should the browser have wanted one.
  if (!isMuted) video.play().catch(() => {});
  show();
}
element("unmute").addEventListener("click", () => setMuted(false));
element("audio").addEventListener("click", () => setMuted(!video.muted));
element("fullscreen").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : element("stage").requestFullscreen()));

// What of a ladder is shown. The list is made anew when the ladder changes, not while it is open.
const choice = element("rendition");
function showRenditions() {
  const names = live.choices, playing = live.playing;
  element("renditions").hidden = names.length < 2;
  const first = live.renditions.wanted === automatic && playing ? `Auto (${playing})` : "Auto";
  if (choice.options.length !== names.length + 1 || names.some((name, index) => choice.options[index + 1].value !== name)) {
    choice.replaceChildren(new Option("Auto", automatic), ...names.map((name) => new Option(name, name)));
  }
  if (choice.options[0].text !== first) choice.options[0].text = first;
  if (choice.value !== live.renditions.wanted) choice.value = live.renditions.wanted;
  element("playing").textContent = playing && playing !== choice.value && choice.value !== automatic ? `still ${playing}` : "";
}
choice.addEventListener("change", () => {
  live.renditions.wanted = choice.value;
  showRenditions();
});
video.addEventListener("timeupdate", showRenditions);

// Figures, each second.
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// What happened since the last look; a host that is new counts from 1 again.
let lastEvent = 0;
async function followEvents() {
  const reply = await fetch(`/api/events?since=${lastEvent}`, { cache: "no-store", signal: AbortSignal.timeout(3000) });
  if (!reply.ok) throw new Error(`events: ${reply.status}`);
  const { events, newest } = await reply.json();
  showEvents(events);
  lastEvent = newest < lastEvent ? 0 : events.length ? events.at(-1).sequence : newest;
}

async function followStatus() {
  for (let failures = 0; ; await pause(1000)) {
    try {
      const reply = await fetch("/api/status", { cache: "no-store", signal: AbortSignal.timeout(3000) });
      if (!reply.ok) throw new Error(`status: ${reply.status}`);
      const status = await reply.json();
      failures = 0;
      host = status.state === "stopping" ? "ended" : status.state;
      document.body.dataset.streams = status.streams;
      showStatus(status);
      await followEvents();
      document.title = `${host === "live" ? "● " : ""}${status.group} · Splitcast`;
    } catch {
      // One lost answer is no end.
      if (++failures >= 2) host = "ended";
    }
    const behind = player === "playing" ? live.behindSeconds : null;
    element("behind").textContent = behind === null ? "" : `${behind.toFixed(1)} s behind`;
    show();
    showRenditions();
  }
}

const live = new LivePlayer(video, "/live/live.m3u8", "/ladder/master.m3u8", clock, (state) => {
  player = state;
  show();
});
// Who may control the broadcast finds the page for it.
fetch("/cockpit", { method: "HEAD" }).then((reply) => (element("cockpit").hidden = !reply.ok), () => {});
show();
followStatus();
live.run();
