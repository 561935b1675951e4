// Tells whether the bundle of the command line is up to date.
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/** Returns true if a source is newer than a bundle, or if there is no bundle. */
export function isOutdated(bundle) {
  const built = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  return built < Math.max(...["src", "shaders"].map((folder) => newest(join(root, folder))));
}
