// Draws docs/architecture.svg: the rooms of the house in layers, each room below those that import it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importsOf } from "./house.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WIDTH = 860;
const ROW = 26;
/** Files beside the rooms: registries above them, and types below. */
const ROOTS = new Set(["core", "ui"]);

/** Returns the room of a file: `ui/kit`, `core/fft`, `worker`, `cli`. Experiments of the core count as one. */
function roomOf(path) {
  const [, part, room, file] = path.split("/");
  if (path.includes("/experiment/")) return "experiments";
  return file && (part === "core" || part === "ui") ? `${part}/${room}` : part;
}

/** Returns the rooms in layers: a room is above all rooms that it imports. */
export function layersOf(files) {
  const uses = new Map();
  for (const [path, text] of files) {
    const room = roomOf(path);
    if (ROOTS.has(room)) continue;
    const targets = importsOf(path, text)
      .filter((target) => target.startsWith("src/"))
      .map(roomOf);
    uses.set(
      room,
      new Set([...(uses.get(room) ?? []), ...targets.filter((target) => target !== room && !ROOTS.has(target))]),
    );
  }
  const levels = new Map();
  const levelOf = (room, above) => {
    if (above.has(room)) return 0;
    if (levels.has(room)) return levels.get(room);
    const below = [...(uses.get(room) ?? [])].map((target) => levelOf(target, new Set([...above, room])));
    levels.set(room, Math.max(0, ...below.map((level) => level + 1)));
    return levels.get(room);
  };
  const layers = [];
  for (const room of [...uses.keys()].toSorted()) (layers[levelOf(room, new Set())] ??= []).push(room);
  return layers.filter(Boolean).toReversed();
}

function draw(layers) {
  const text = (content, y) => `<text x="${WIDTH / 2}" y="${y}">${content}</text>`;
  const rows = layers.map((rooms, i) => {
    const y = i * (ROW + 6) + 4;
    return `<rect x="4" y="${y}" width="${WIDTH - 8}" height="${ROW}" rx="5"/>${text(rooms.join("   ·   "), y + 17)}`;
  });
  const height = layers.length * (ROW + 6) + 4;
  const style =
    "text{font:13px sans-serif;text-anchor:middle;fill:#222;white-space:pre}rect{fill:#eef2f7;stroke:#90a4be}" +
    "@media(prefers-color-scheme:dark){text{fill:#eee}rect{fill:#223044;stroke:#5b7598}}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}"><style>${style}</style>\n${rows.join("\n")}\n</svg>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = readdirSync(join(ROOT, "src"), { recursive: true }).map((path) => `src/${path}`);
  const product = paths.filter((path) => /\.tsx?$/.test(path) && !/\.(test|bench|reference)\.|testing\.ts$/.test(path));
  const files = new Map(product.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  writeFileSync(join(ROOT, "docs/architecture.svg"), draw(layersOf(files)));
}
