// Starts the bundle of the command line in Node, with the environment that Dawn needs on this machine (see browser.mjs).
// Standard streams, signals and the exit code pass through.
import { spawn } from "node:child_process";
import { findBrowser, vulkanEnvironment } from "./browser.mjs";
import { STDIO, supervise } from "./supervise.mjs";

/**
 * Runs a command line, and sets this process's exit code at its end.
 *
 * @param bundle Path of the built command line.
 * @param launcher Path of the script with which Node starts the same command line again, for example on a cluster.
 * @param typed What a person types before a command's name.
 */
export async function launch({ bundle, launcher, typed }) {
  const browser = await findBrowser();
  const env = {
    ...process.env,
    ...vulkanEnvironment(browser),
    ...(browser && { CHROMIUM: browser }),
    THREERAY_LAUNCHER: launcher,
    THREERAY_TYPED: typed,
  };
  const args = process.argv.slice(2);
  // Threads of `measure` make and free large arrays. Without these limits, glibc keeps the memory of each thread's arrays. Their own memory of
  // objects is small: helpers of the garbage collector would take more time from other threads than they save.
  const isMeasure = args[0] === "measure";
  const limits = isMeasure ? { MALLOC_ARENA_MAX: "2", ["MALLOC_MMAP_THRESHOLD_"]: String(2 ** 18) } : {};
  const flags = isMeasure ? ["--single-threaded-gc"] : [];
  for (const [name, value] of Object.entries(limits)) env[name] ??= value;
  hideCredentials(args, env);
  process.exitCode = await supervise(spawn(process.execPath, [...flags, bundle, ...args], { stdio: STDIO, env }));
}

/** Other users of the machine see command lines: the credentials of a URL move to the environment. */
function hideCredentials(args, env) {
  const at = args.findIndex((word) => /^--redis(=|$)/.test(word));
  const joined = at >= 0 && args[at].includes("=");
  const text = joined ? args[at].slice("--redis=".length) : args[at + 1];
  if (at < 0 || !text?.includes("@")) return;
  process.title = "threeray";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.host) {
    // The command refuses it, and does not repeat it.
    env.REDIS_URL = text;
    args.splice(at, joined ? 1 : 2);
    return;
  }
  if (url.username) env.REDIS_USERNAME = decoded(url.username);
  if (url.password) env.REDIS_PASSWORD = decoded(url.password);
  url.username = "";
  url.password = "";
  args.splice(at, joined ? 1 : 2, "--redis", url.href);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
