// The one dialog: asks the user something, and gives what he said.
import { element, make } from "/parts.js";

let answer = null;

function close(value) {
  element("dialog").close();
  answer?.(value);
  answer = null;
}

/**
 * @param {{name: string, label: string, value?: string, placeholder?: string, type?: string, choices?: (string | string[])[], isOptional?: boolean,
 *   with?: object}[]} fields `choices`: what is chosen, and what is shown for it where that differs; `with`: asked only while fields have these values,
 *   each one or one of several
 * @returns {Promise<?object>} what was entered, by name; null when the user wants nothing
 */
export function form(title, text, action, fields = [], isDanger = false) {
  const dialog = element("dialog");
  if (answer) close(null);
  element("dialog-title").textContent = title;
  element("dialog-text").textContent = text;
  element("dialog-ok").textContent = action;
  element("dialog-ok").className = isDanger ? "danger full" : "primary";
  element("dialog-problem").textContent = "";
  const inputs = {};
  element("dialog-fields").replaceChildren(...fields.map((field) => {
    const { name, label, value = "", placeholder = "", type = "text", choices, isOptional } = field;
    const input = choices
      ? make("select", { name, onchange: showAsked }, ...choices.map((choice) => [choice].flat()).map(([value, text = value]) => make("option", { value, text })))
      : make("input", { name, type, placeholder, required: !isOptional, autocomplete: "off" });
    if (!choices || value) input.value = value;
    inputs[name] = input;
    return make("label", {}, label, input);
  }));
  function showAsked() {
    for (const { name, with: wanted = {} } of fields) {
      inputs[name].disabled = Object.entries(wanted).some(([other, values]) => ![values].flat().includes(inputs[other].value));
      inputs[name].parentElement.hidden = inputs[name].disabled;
    }
  }
  showAsked();
  dialog.showModal();
  return new Promise((done) => (answer = done));
}

export const confirm = async (title, text, action) => (await form(title, text, action, [], true)) !== null;

element("dialog-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const inputs = element("dialog-fields").querySelectorAll("input, select");
  close(Object.fromEntries(Array.from(inputs, (input) => [input.name, input.value.trim()])));
});
element("dialog-cancel").addEventListener("click", () => close(null));
// By the Escape key.
element("dialog").addEventListener("cancel", (event) => {
  event.preventDefault();
  close(null);
});
