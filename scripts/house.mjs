// The rules of the house, a step of `npm test`: rooms import only from permitted rooms, a lab's name occurs only in its
// own folders, and any lab can be deleted. `--delete` deletes one half of the labs in a temporary copy and checks the
// types of the rest, then the other half. `--delete LAB …` deletes only each named lab.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { labCopies } from "./copies.mjs";
import { productLines, unitRules } from "./units.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Files with one line per lab; they may contain a lab's name. */
const REGISTRIES = [
  "src/core/experiments.ts",
  "src/core/outputs.ts",
  "src/ui/labs/registry.ts",
  "src/cli/commands.ts",
  "src/package/index.ts",
  "src/package/sweeps.ts",
];

/** Rooms of one receiver or standard each. They import the generic rooms and the codes, but not each other. */
const SYSTEMS = ["telemetry", "mimo", "wifi"];

const LAYERS = [
  "the room of devices (gpu)",
  "a generic domain",
  "codes",
  "a system",
  "the room of signals",
  "an experiment",
  "the blocks of flow graphs",
  "the experiment of flow graphs",
  "the registry",
];

/** Rooms of the page, the lowest first: each imports from those before it. All may import the files beside them. */
const UI_ROOMS = ["elements", "figures", "kit", "labs", "page"];

/** Files that only tests and benches import. */
const isTest = (path) => /\.(test|bench|spec)\.tsx?$|[./]testing\.ts$/.test(path);

/**
 * Returns a file's room in the core: its first folder, or the second one under codes and telemetry. Experiments are
 * separate rooms.
 */
export function roomOf(path) {
  const parts = path.split("/").slice(2);
  const file = parts.pop();
  const experiment = parts.indexOf("experiment");
  if (experiment > 0) return parts.slice(0, experiment + 1).join("/");
  // A registry joins its folder's parts, so it is above them; their shared files are below.
  if (REGISTRIES.includes(path)) return "registry";
  if (parts.join("/") === "codes" && /^(registry|factories)\.ts$/.test(file)) return "codes/registry";
  return parts.slice(0, parts[0] === "codes" || parts[0] === "telemetry" ? 2 : 1).join("/") || "core";
}

function layerOf(room) {
  const [first] = room.split("/");
  if (room === "registry") return 8;
  if (room === "graphs") return 7;
  if (room === "blocks") return 6;
  // The registry of tuned kernels has kernels of all domains.
  if (room === "filters" || room === "tuning" || room.endsWith("/experiment")) return 5;
  // Decoders of signals use codes and systems.
  if (room === "signals") return 4;
  if (SYSTEMS.includes(first)) return 3;
  if (first === "codes") return 2;
  return first === "gpu" ? 0 : 1;
}

/**
 * Returns the imports of a file that remain after types are erased, without the plans of blocks: a graph loads them when it
 * has the block, and the page's build leaves them out.
 */
export function valuesOf(path, text) {
  const now = text.replace(/\bimport\("[^"]+\.plan\.ts"\)/g, "");
  const code = now.replace(/^(?:import|export) type\s[^;]*;|^import \{(?:\s*type [\w$]+,?)+\s*\} from [^;]*;/gm, "");
  return importsOf(path, code);
}

/** Returns a file's imports as paths from the root, without packages. */
export function importsOf(path, text) {
  const found = [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*"([^"]+)"/gm)].map(([, specifier]) => specifier);
  return found.flatMap((specifier) => {
    const [file] = specifier.split("?");
    if (file.startsWith("#core/")) return [file.replace("#core/", "src/core/")];
    if (file.startsWith("#shaders/")) return [file.replace("#shaders/", "shaders/")];
    return file.startsWith(".") ? [posix.join(posix.dirname(path), file)] : [];
  });
}

/**
 * Returns the test for a lab's own files: its page, its experiment (the folder that declares `schema("NAME", …)`), its
 * end-to-end tests, and the commands and entries of the package that run the experiment.
 */
export function ownerOf(lab, files, imports) {
  const declares = declarationOf(lab);
  const schema = [...files].find(([path, text]) => inCore(path) && !isTest(path) && declares.test(text));
  const folders = [`src/ui/labs/${lab}/`, `e2e/${lab}`, ...(schema ? [`${posix.dirname(schema[0])}/`] : [])];
  const inside = (path) => folders.some((folder) => path.startsWith(folder));
  const commands = [...imports].filter(([path]) => /^src\/(cli|package)\//.test(path) && !REGISTRIES.includes(path));
  const own = new Set(commands.flatMap(([path, targets]) => (targets.some(inside) ? [path] : [])));
  for (const [path, targets] of commands) if (targets.some((target) => own.has(target))) own.add(path);
  return (path) => inside(path) || own.has(path);
}

/** The pattern of a lab's schema, or of a value that has the lab's name. */
const declarationOf = (lab) => new RegExp(`\\bschema\\(\\s*"${lab}"|\\blab: "${lab}"`);

/**
 * Returns all violations of the rules.
 *
 * @param files Text of each file of src/ and shaders/ by its path from the root.
 * @param allowed Exceptions to the rules of `units.mjs`; by default the lists of `house-allowed.mjs`.
 * @returns For each violation its file, the rule's name, what was found, what was expected, and what to do.
 */
export function inspect(files, allowed) {
  const sources = [...files].filter(([path]) => /\.tsx?$/.test(path));
  const imports = new Map(sources.map(([path, text]) => [path, importsOf(path, text)]));
  const values = new Map(sources.map(([path, text]) => [path, valuesOf(path, text)]));
  const owners = new Map(labsOf(files).map((lab) => [lab, ownerOf(lab, files, imports)]));
  return [
    ...coreAlone(imports),
    ...layers(imports),
    ...cycles(imports),
    ...uiRooms(imports),
    ...references(imports),
    ...shaderMirror(files),
    ...pageKernels(values),
    ...labNames(sources, owners),
    ...labImports(imports, [...owners.keys()]),
    ...leftBehind(imports, owners),
    ...labCopies(files),
    ...unitRules(files, imports, values, allowed),
  ];
}

/** Returns the labs: the folders of src/ui/labs. */
export function labsOf(files) {
  const folders = [...files.keys()].map((path) => /^src\/ui\/labs\/([^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter(Boolean))].toSorted();
}

function* edges(imports, wanted) {
  for (const [path, targets] of imports) {
    if (wanted && !wanted(path)) continue;
    for (const target of targets) yield [path, target];
  }
}

const inCore = (path) => path.startsWith("src/core/");

function* coreAlone(imports) {
  for (const [file, target] of edges(imports, inCore)) {
    if (inCore(target) || !target.startsWith("src/")) continue;
    const expected = "the core imports nothing of ui, worker or cli";
    yield { file, rule: "core", found: `imports ${target}`, expected, todo: "move what both need into the core" };
  }
}

function* layers(imports) {
  for (const [file, target] of edges(imports, inCore)) {
    if (!inCore(target)) continue;
    const [from, to] = [roomOf(file), roomOf(target)];
    const [low, high] = [layerOf(from), layerOf(to)];
    if (from === to) continue;
    const sameSystem = from.split("/")[0] === to.split("/")[0];
    // Tests of devices may run a kernel of another room.
    const tests = from === "gpu" && isTest(file);
    if (high > low && !tests && !(isTest(file) && sameSystem)) {
      const expected = `${LAYERS[low]} imports nothing of ${LAYERS[high]}`;
      const todo = `pass in what ${from} needs of ${to}, or move it to a room that both may import`;
      yield { file, rule: "layers", found: `imports ${target}`, expected, todo };
    } else if (low === 3 && high === 3 && !sameSystem) {
      const expected = "systems do not import each other";
      yield {
        file,
        rule: "layers",
        found: `imports ${target}`,
        expected,
        todo: "move what both need to a generic domain",
      };
    } else if (low === 5 && high === 5) {
      const expected = "experiments do not import each other";
      yield { file, rule: "layers", found: `imports ${target}`, expected, todo: "move what both need to a domain" };
    }
  }
}

/** Returns the shortest cycle of product files through each room that is in one. */
function* cycles(imports) {
  const graph = new Map();
  for (const [file, target] of edges(imports, (path) => inCore(path) && !isTest(path))) {
    const [from, to] = [roomOf(file), roomOf(target)];
    if (!inCore(target) || from === to) continue;
    if (!graph.has(from)) graph.set(from, new Map());
    if (!graph.get(from).has(to)) graph.get(from).set(to, `${file} imports ${target}`);
  }
  const told = new Set();
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start);
    if (!cycle || cycle.some((room) => told.has(room))) continue;
    for (const room of cycle) told.add(room);
    const steps = cycle.map((room, i) => graph.get(room).get(cycle[(i + 1) % cycle.length]));
    const found = `is in a cycle of rooms ${[...cycle, start].join(" → ")}: ${steps.join("; ")}`;
    const expected = "rooms depend on each other in one direction";
    const todo = "pass the value in, or move what both need below both";
    yield { file: steps[0].split(" ")[0], rule: "cycle", found, expected, todo };
  }
}

function shortestCycle(graph, start) {
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1))?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

/** Returns files of the page that import from a room above their own. */
function* uiRooms(imports) {
  const rank = (path) => UI_ROOMS.indexOf(/^src\/ui\/([^/]+)\//.exec(path)?.[1]);
  for (const [file, target] of edges(imports, (path) => path.startsWith("src/ui/"))) {
    const [own, other] = [rank(file), rank(target)];
    if (other <= own) continue;
    const expected =
      own < 0 ? "files beside the rooms import none" : `${UI_ROOMS[own]} imports nothing of ${UI_ROOMS[other]}`;
    const todo = `pass in what it needs, or move it to ${UI_ROOMS[Math.max(0, own)]} or below`;
    yield { file, rule: "rooms", found: `imports ${target}`, expected, todo };
  }
}

function* references(imports) {
  for (const [file, target] of edges(imports)) {
    if (!target.endsWith(".reference.ts") || isTest(file) || file.endsWith(".reference.ts")) continue;
    const expected = "references are imported by tests, benches and other references";
    const todo = "name a computation that the product shows *.float64.ts, without imports of references";
    yield { file, rule: "reference", found: `imports ${target}`, expected, todo };
  }
}

function* shaderMirror(files) {
  for (const file of files.keys()) {
    if (!file.endsWith(".wgsl") || /^shaders\/(?:.*\/)?lib\//.test(file)) continue;
    const plan = file.replace("shaders/", "src/core/").replace(".wgsl", ".ts");
    if (files.has(plan)) continue;
    const expected = `shaders mirror the core: ${plan}`;
    yield {
      file,
      rule: "shaders",
      found: "has no plan",
      expected,
      todo: "put kernel and plan at the same path",
    };
  }
}

/** Libraries of functions are no kernels: blocks of one sample name them, and they are empty in the page's build. */
const isKernel = (path) => path.endsWith(".wgsl") && !/^shaders\/(?:.*\/)?lib\//.test(path);

/** Returns files of the page that import kernels. The kernels would be in its bundle and in the worker's. */
function* pageKernels(values) {
  for (const [file, targets] of values) {
    if (!file.startsWith("src/ui/") || isTest(file)) continue;
    const paths = targets.filter(inCore).map((target) => [target]);
    const seen = new Set();
    for (const path of paths) {
      for (const next of values.get(path.at(-1)) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        paths.push([...path, next]);
      }
    }
    const chain = paths.find((path) => isKernel(path.at(-1)));
    if (!chain) continue;
    const expected = "the page imports no kernel";
    const todo = "put what the page needs (names, limits, titles) into a separate file";
    yield { file, rule: "kernel", found: `imports ${chain.join(", which imports ")}`, expected, todo };
  }
}

/**
 * Returns names of labs, quoted or as keys, in code that must name no lab. Prose and domains of the same name do not
 * count.
 */
function* labNames(sources, owners) {
  for (const [lab, owns] of owners) {
    const quoted = new RegExp(`"${lab}"|\`${lab}[\`?#]`);
    const key = new RegExp(`"${lab}"|\`${lab}[\`?#]|^ *${lab}: `);
    const declaration = declarationOf(lab);
    const link = new RegExp(`["\`]#${lab}\\b|${declaration.source}`);
    for (const [file, text] of sources) {
      if (isTest(file) || REGISTRIES.includes(file) || owns(file)) continue;
      const sign = signOf(file, { declaration, key, quoted, link });
      const line = text.split("\n").findIndex((code) => sign.test(code));
      if (line < 0) continue;
      const expected = `the name of a lab occurs only in its own folders and in ${REGISTRIES.join(", ")}`;
      const todo = "read what is specific to the lab from its entry in the registry";
      yield { file, rule: "name", found: `names ${lab} in line ${line + 1}`, expected, todo };
    }
  }
}

/**
 * The pattern of a file that names a lab. In the core and the terminal the same words are domains and commands, in labs
 * fields.
 */
function signOf(file, { declaration, key, quoted, link }) {
  if (/^src\/(core|cli|package)\//.test(file)) return declaration;
  if (file.startsWith("src/ui/labs/")) return link;
  return file.startsWith("src/ui/page/") ? key : quoted;
}

/** Returns files outside the labs that import a lab, and labs that import each other. */
function* labImports(imports, labs) {
  for (const [file, target] of edges(imports, (path) => path.startsWith("src/"))) {
    const lab = labs.find((name) => target.startsWith(`src/ui/labs/${name}/`));
    if (!lab || file.startsWith(`src/ui/labs/${lab}/`) || REGISTRIES.includes(file)) continue;
    const other = file.startsWith("src/ui/labs/");
    const expected = other ? "labs do not import each other" : "only the registry of labs imports a lab";
    const todo = other ? "move what both need to kit or figures" : "provide it through the lab's entry in the registry";
    yield { file, rule: "lab", found: `imports ${target}`, expected, todo };
  }
}

/** Returns files that import from a lab which could be deleted. */
function* leftBehind(imports, owners) {
  for (const [lab, owns] of owners) {
    const page = `src/ui/labs/${lab}/`;
    for (const [file, target] of edges(imports, (path) => !owns(path) && !REGISTRIES.includes(path))) {
      if (!owns(target) || target.startsWith(page)) continue;
      const expected = `only the folders of ${lab} and the registries import its experiment`;
      const todo = "move generic code to a domain, and the lab's code to its folders";
      yield { file, rule: "delete", found: `imports ${target}`, expected, todo };
    }
  }
}

function readTree(root) {
  const walk = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path];
    });
  const paths = [...walk("src"), ...walk("shaders"), ...walk("e2e")].filter((path) => /\.(tsx?|wgsl)$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** Returns a registry without a lab: without its entry, the imports of its files, and the entries that use them. */
export function linesWithout(lab, registry, text, owns) {
  const imported = text.split("\n").filter((line) => line.startsWith("import") && importsOf(registry, line).some(owns));
  const bindings = imported.flatMap((line) => /\{(.*)\}/.exec(line)?.[1].split(",") ?? []).map((name) => name.trim());
  const entry = new RegExp(`^\\s*("?${lab}"?: .*|("?[\\w-]+"?: )?(${[...bindings, lab].join("|")})),$`);
  const block = new RegExp(`^( *)"?${lab}"?: \\{\n(?:\\1 +.*\n)*\\1\\},\n`, "gm");
  return text
    .replace(block, "")
    .split("\n")
    .filter((line) => !entry.test(line) && !importsOf(registry, line).some(owns))
    .join("\n");
}

/** Deletes labs and their lines in the registries in a copy of the tree, and returns the type checker's output. */
function typesWithout(labs, files) {
  const copy = mkdtempSync(join(tmpdir(), "threeray-house-"));
  try {
    const tracked = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
    const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
    const owners = labs.map((lab) => [lab, ownerOf(lab, files, imports)]);
    const owns = (path) => owners.some(([, own]) => own(path));
    for (const path of tracked.stdout.trim().split("\n")) {
      if (owns(path) || !existsSync(join(ROOT, path))) continue;
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    for (const registry of REGISTRIES.filter((path) => existsSync(join(copy, path)))) {
      const whole = readFileSync(join(copy, registry), "utf8");
      const rest = owners.reduce((text, [lab, own]) => linesWithout(lab, registry, text, own), whole);
      writeFileSync(join(copy, registry), rest);
    }
    // The type checker keeps its cache in node_modules, so the copy gets its own cache.
    mkdirSync(join(copy, "node_modules"));
    for (const name of readdirSync(join(ROOT, "node_modules")).filter(
      (entry) => !entry.startsWith(".") || entry === ".bin",
    )) {
      symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
    }
    const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "tsc", "-b"], { cwd: copy, encoding: "utf8" });
    return status === 0 ? undefined : `${stdout}${stderr}`.trim();
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Returns the violations as text; violations of one rule in one file are joined. */
export function tell(violations) {
  const groups = new Map();
  for (const violation of violations) {
    const key = `${violation.file} ${violation.rule} ${violation.expected}`;
    groups.set(key, [...(groups.get(key) ?? []), violation]);
  }
  return [...groups.values()].map((group) => {
    const [{ file, rule, expected, todo }] = group;
    const found = [...new Set(group.map((violation) => violation.found))].join("\n  and ");
    return `${file} ${found}.\n  Expected: ${expected}.\n  To do: ${todo}. (rule: ${rule})`;
  });
}

function main() {
  const { values, positionals } = parseArgs({ options: { delete: { type: "boolean" } }, allowPositionals: true });
  const files = readTree(ROOT);
  const labs = labsOf(files);
  const unknown = positionals.filter((lab) => !labs.includes(lab));
  if ((positionals.length && !values.delete) || unknown.length) {
    console.error(`house: --delete takes any of ${labs.join(", ")}, got ${positionals.join(" ")}`);
    return 2;
  }
  const violations = inspect(files);
  for (const text of tell(violations)) console.error(text);
  const { total, rooms } = productLines(files);
  const largest = [...rooms].toSorted(([, a], [, b]) => b - a).slice(0, 8);
  console.log(`house: ${violations.length} violations`);
  console.log(
    `house: ${total} product lines, most in ${largest.map(([room, lines]) => `${room} (${lines})`).join(", ")}`,
  );
  let kept = 0;
  // Each file outside the labs remains in a half that lacks a given lab. The rules above keep labs apart from each other.
  const halves = [0, 1].map((half) => labs.filter((_, i) => i % 2 === half));
  for (const gone of values.delete ? (positionals.length ? positionals.map((lab) => [lab]) : halves) : []) {
    const types = typesWithout(gone, files);
    if (types) console.error(`Without ${gone.join(", ")}, the rest fails the type check:\n${types}`);
    else console.log(`house: without ${gone.join(", ")}, the rest passes the type check`);
    if (types) kept++;
  }
  return violations.length || kept ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main();
