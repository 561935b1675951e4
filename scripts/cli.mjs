// Runs the command line of this folder. Builds it first if a source is newer than the bundle.
import { spawnSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOutdated } from "./bundle.mjs";
import { launch } from "./launch.mjs";

const launcher = fileURLToPath(import.meta.url);
const root = join(dirname(launcher), "..");
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

await launch({ bundle, launcher, typed: "npm run -s cli --" });
