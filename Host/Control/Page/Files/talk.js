// Plays a talk that was fetched, by the browser's own HLS where it has one, else by Media Source Extensions (fragmented MP4 only).
import { playByParts } from "/talkparts.js";

const type = "application/vnd.apple.mpegurl";
const video = document.getElementById("video"), trouble = document.getElementById("trouble");

function say(text) {
  trouble.textContent = text;
  trouble.hidden = false;
}

const talk = await (await fetch("/api/talk", { cache: "no-store" })).json();
document.title = talk.title;
document.getElementById("title").textContent = talk.title;
if (talk.artwork) video.poster = talk.artwork;
video.addEventListener("error", () => say(`This browser cannot play it: ${video.error?.message || "its codec is not supported"}`));

const isByParts = new URLSearchParams(location.search).has("parts") || video.canPlayType(type) === "";
if (!isByParts) {
  video.src = talk.playlist;
} else if (window.MediaSource) {
  playByParts(video, new URL(talk.playlist, location.href)).catch((error) => say(`This browser cannot play it: ${error.message}`));
} else {
  say("This browser plays neither HLS nor Media Source Extensions.");
}
