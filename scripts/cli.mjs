// Runs the command line of this folder. Builds it first if a source is newer than the bundle; `npm test` looks once for all tests.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOutdated } from "./bundle.mjs";
import { launch } from "./launch.mjs";

const launcher = fileURLToPath(import.meta.url);
const root = join(dirname(launcher), "..");
const folder = join(root, "dist-cli");
const bundle = join(folder, "main.js");
const DAY = 24 * 3_600_000;

if (!process.env.THREERAY_CLI_BUILT && isOutdated(bundle)) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const config = join(root, "vite.cli.config.ts");
  // Another launcher may build, or start the bundle, at the same time: a whole bundle takes the place of the old one.
  const made = join(folder, `build-${process.pid}`);
  const build = [vite, "build", "--config", config, "--outDir", made, "--logLevel", "error"];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status === 0) install(made);
  rmSync(made, { recursive: true, force: true });
  if (status !== 0) process.exit(1);
}

/** Moves a build to its place: the parts first, because main.js loads them. A running command may still load parts of an earlier build. */
function install(made) {
  const [parts, old] = [made, folder].map((one) => join(one, "parts"));
  mkdirSync(old, { recursive: true });
  for (const name of readdirSync(parts)) renameSync(join(parts, name), join(old, name));
  renameSync(join(made, "main.js"), bundle);
  for (const name of readdirSync(old)) {
    const age = Date.now() - (statSync(join(old, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > DAY) rmSync(join(old, name), { force: true });
  }
}

await launch({ bundle, launcher, typed: "npm run -s cli --" });
