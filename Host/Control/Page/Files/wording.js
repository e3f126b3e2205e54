// The host speaks to people at a terminal: it names commands and options. Where this page has a button or a field for one, that is named.

/** By what stands behind "splitcast" in a command; the first that fits counts. `rest` is what follows. */
const commands = [
  ["reconnect", () => "“Reconnect” at the target"],
  ["targets add", (rest) => (/\.\w+$/.test(rest) ? "“Record”" : "“Add target”")],
  ["request-agent", () => "“Swap…” under “Capture”"],
  ["swap", () => "“Swap…” under “Capture”"],
  ["attach", () => "“Make live” at the agent"],
  ["sources add", () => "“Add…” under the preview"],
  ["overlay add", () => "“Add…” under the preview"],
  ["sources remove", () => "“Remove” under “Arrange”"],
  ["overlay remove", () => "“Remove” under “Arrange”"],
  ["layer set", () => "“Arrange” under the preview"],
  ["audio add", () => "“Add audio and music”"],
  ["audio gain", (rest) => `the fader of ${/^[a-z]/.test(rest) ? rest.split(" ")[0] : "a source"}`],
  ["audio unmute", (rest) => `the mute button of ${rest === "all" ? "“Mix”" : rest || "mic"}`],
  ["audio monitor off", () => "the headphones button of the microphone"],
  ["audio remove", (rest) => `“Remove” under “More” of ${rest}`],
  ["music play", () => "“Music” under “Add audio and music”"],
  ["music stop", () => "“Stop” beside “Music”"],
  ["status", () => "its card"],
];
const options = [["--bitrate", "“Highest bit rate”"], ["--min-bitrate", "“Lowest” bit rate"], ["--slate", "“Slate”"]];

/** What the host said, as it is said here. A command without a button stays. */
export function inPageWords(text) {
  const said = text.replace(/'splitcast ([^']+)'/g, (whole, command) => {
    const found = commands.find(([name]) => command === name || command.startsWith(`${name} `));
    return found ? found[1](command.slice(found[0].length).trim()) : whole;
  });
  return options.reduce((words, [option, field]) => words.replace(new RegExp(`(?<![\\w-])${option}(?![\\w-])`, "g"), field), said);
}
