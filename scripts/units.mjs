// The rules of the house for single files, folders and names: product code is reached by the product, its files are free
// of cycles, and an exported name of the core has one meaning. Also counts the lines of the product.
import { posix } from "node:path";
import { ALLOWED } from "./house-allowed.mjs";

/** A folder holds at most this many product files, without its subfolders. */
export const MOST_FILES = 40;

/** Names that each experiment exports, for the worker and for the commands of sweeps. */
const EXPERIMENT_NAMES = new Set(["asks", "outputs", "runs", "sweep"]);

/** Product code: neither tests, benches and references, nor what only these import. */
export const isProduct = (path) =>
  /\.(tsx?|wgsl)$/.test(path) &&
  /^(src|shaders)\//.test(path) &&
  !/\.(test|bench|reference|fixture|vectors)\.|testing\.ts$/.test(path);

/**
 * Returns the number of product lines: of all files, and of each folder of `src/`, the core and `shaders/`.
 *
 * @param files Text of each file by its path from the root.
 */
export function productLines(files) {
  const rooms = new Map();
  let total = 0;
  for (const [path, text] of files) {
    if (!isProduct(path)) continue;
    const lines = text.split("\n").length - 1;
    const depth = /^src\/(core|ui|cli)\//.test(path) ? 3 : 2;
    const room = posix.dirname(path).split("/").slice(0, depth).join("/");
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
    total += lines;
  }
  return { total, rooms };
}

/**
 * Returns the violations of the rules for units.
 *
 * @param files Text of each file by its path from the root.
 * @param imports Paths that each file imports; `values`: those that remain after types are erased.
 */
export function* unitRules(files, imports, values, allowed = ALLOWED) {
  const used = new Set();
  yield* sharedShaders(files, imports);
  yield* exceptFor(allowed.folders, used, fullFolders(files));
  yield* exceptFor(allowed.units, used, unreached(files, imports));
  yield* exceptFor(allowed.names, used, doubleNames(files));
  yield* valueCycles(values);
  for (const name of Object.values(allowed).flatMap(Object.keys)) {
    if (used.has(name)) continue;
    const found = `allows ${name}, which follows the rule`;
    const expected = "each exception is needed";
    yield { file: "scripts/house-allowed.mjs", rule: "allowed", found, expected, todo: "delete the entry" };
  }
}

/** Returns the violations whose subjects are not among the exceptions. Adds the subjects of the others to `used`. */
function* exceptFor(exceptions, used, violations) {
  for (const { subject, ...violation } of violations) {
    if (Object.hasOwn(exceptions, subject)) used.add(subject);
    else yield violation;
  }
}

/** Returns files of shaders/lib that fewer than two domains import. */
function* sharedShaders(files, imports) {
  const users = new Map();
  for (const [file, targets] of imports) {
    if (!isProduct(file)) continue;
    const domain = file.split("/")[2];
    for (const target of targets) users.set(target, new Set(users.get(target)).add(domain));
  }
  for (const file of files.keys()) {
    if (!file.startsWith("shaders/lib/")) continue;
    const domains = [...(users.get(file) ?? [])];
    if (domains.length > 1) continue;
    const found = `is used by ${domains.length ? `${domains[0]} alone` : "no domain"}`;
    const todo = domains.length ? `move it to shaders/${domains[0]}/lib` : "delete it";
    yield { file, rule: "shared", found, expected: "two or more domains use each file of shaders/lib", todo };
  }
}

/** Returns folders with too many product files. */
function* fullFolders(files) {
  const counts = new Map();
  for (const path of files.keys()) {
    if (!isProduct(path)) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts) {
    if (count <= MOST_FILES) continue;
    const expected = `a folder holds at most ${MOST_FILES} product files, without its subfolders`;
    const todo = "group the files that belong together in a subfolder";
    yield { subject: folder, file: folder, rule: "folder", found: `holds ${count} product files`, expected, todo };
  }
}

/** Returns cycles of product files whose imports remain after types are erased, each cycle once. */
function* valueCycles(values) {
  const seen = new Set();
  for (const start of values.keys()) {
    if (!isProduct(start) || seen.has(start)) continue;
    const cycle = shortestWay(start, (file) => (values.get(file) ?? []).filter(isProduct));
    if (!cycle || cycle.some((file) => seen.has(file))) continue;
    for (const file of cycle) seen.add(file);
    const found = `is in a cycle of imports: ${[...cycle, start].join(" imports ")}`;
    const todo = "move what both files need into a third one, or pass the value in";
    yield { file: start, rule: "file cycle", found, expected: "files import each other in one direction", todo };
  }
}

/** Returns the files on a shortest way from a file back to itself, or undefined. */
function shortestWay(start, next) {
  const before = new Map([[start, undefined]]);
  for (const [file] of before) {
    for (const target of next(file)) {
      if (target === start) {
        const way = [];
        for (let at = file; at !== undefined; at = before.get(at)) way.unshift(at);
        return way;
      }
      if (!before.has(target)) before.set(target, file);
    }
  }
  return undefined;
}

/** Returns product files of the core and the shaders that only tests, benches and references reach. */
function* unreached(files, imports) {
  const reached = new Set([...imports.keys()].filter((path) => isProduct(path) && !path.startsWith("src/core/")));
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target);
  for (const file of files.keys()) {
    if (!isProduct(file) || file.endsWith(".d.ts") || reached.has(file)) continue;
    const expected = "page, worker or terminal reach each unit of the core and each shader";
    const todo = "show it in the product, call it *.reference.ts or *.testing.ts, or delete it";
    yield {
      subject: file,
      file,
      rule: "unused",
      found: "is reached by tests, benches and references only",
      expected,
      todo,
    };
  }
}

/** Returns names that two product files of the core export. A name that is only passed on has one meaning. */
function* doubleNames(files) {
  const owners = new Map();
  for (const [file, text] of files) {
    if (!isProduct(file) || !file.startsWith("src/core/") || file.endsWith(".d.ts")) continue;
    for (const name of exportedNames(text)) owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  for (const [name, [file, ...others]] of owners) {
    if (!others.length || EXPERIMENT_NAMES.has(name)) continue;
    const found = `exports ${name}, and so does ${others.join(", ")}`;
    const todo = "give each thing the name that its field uses, or export it from one file only";
    yield { subject: name, file, rule: "names", found, expected: "one file of the core exports a name", todo };
  }
}

/** Returns the names that a text declares and exports, each once: overloads and a type beside a value count once. */
export function exportedNames(text) {
  const declared =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
  return new Set([...text.matchAll(declared)].map(([, name]) => name));
}
