// Runs the command line. Builds it if a source is newer than the bundle, then starts Node with the environment that
// Dawn needs on this machine (see browser.mjs). Standard streams, signals and the exit code pass through.
import { spawn, spawnSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser, vulkanEnvironment } from "./browser.mjs";
import { isOutdated } from "./bundle.mjs";
import { STDIO, supervise } from "./supervise.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bundle = join(root, "dist-cli", "main.js");

if (isOutdated(bundle)) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const config = join(root, "vite.cli.config.ts");
  // Another launcher may build, or start the bundle, at the same time: a whole bundle takes the place of the old one.
  const made = join(root, "dist-cli", `build-${process.pid}`);
  const build = [vite, "build", "--config", config, "--outDir", made, "--logLevel", "error"];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status === 0) renameSync(join(made, "main.js"), bundle);
  rmSync(made, { recursive: true, force: true });
  if (status !== 0) process.exit(1);
}

const launcher = fileURLToPath(import.meta.url);
const browser = await findBrowser();
const env = {
  ...process.env,
  ...vulkanEnvironment(browser),
  ...(browser && { CHROMIUM: browser }),
  THREERAY_LAUNCHER: launcher,
};
const args = process.argv.slice(2);
// Threads of `measure` make and free large arrays. Without these limits, glibc keeps the memory of each thread's arrays.
const limits = args[0] === "measure" ? { MALLOC_ARENA_MAX: "2", ["MALLOC_MMAP_THRESHOLD_"]: String(2 ** 18) } : {};
for (const [name, value] of Object.entries(limits)) env[name] ??= value;
hideCredentials(args, env);
process.exitCode = await supervise(spawn(process.execPath, [bundle, ...args], { stdio: STDIO, env }));

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
