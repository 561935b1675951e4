// Opens a page in the person's browser, or prints the address if that is impossible.
import { spawn } from "node:child_process";

const OPENERS = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };

export function openPage(url) {
  const { BROWSER } = process.env;
  const [command, ...args] = BROWSER ? [BROWSER] : (OPENERS[process.platform] ?? ["xdg-open"]);
  const sayWhere = () => console.log(`No browser could be opened here. Open ${url} in Chrome.`);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
    child.once("spawn", resolve);
    child.once("error", () => resolve(sayWhere()));
    child.once("exit", (code) => code && sayWhere());
    child.unref();
  });
}
