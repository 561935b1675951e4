import { say } from "./notices.ts";

/** Puts a text into the clipboard, and says `done`, or what to do where the browser does not allow it. */
export function copy(text: string, done: () => string, otherwise = ""): void {
  navigator.clipboard.writeText(text).then(
    () => say(done()),
    () => say(`The browser does not allow copying here. ${otherwise}`.trim(), "warning", { brief: true }),
  );
}
