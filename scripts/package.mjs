// Builds what `npm pack` takes: the modules and types of dist-package, and the command line of dist-cli.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = join(ROOT, "dist-package");
/** Where `tsc -b` puts the declarations of src/package and src/core. */
const DECLARED = ["package", "core"].map((project) => join(ROOT, "node_modules/.cache/tsc", project));
const IMPORT = /((?:\bfrom|\bimport\()\s*")([^"]+)(")/g;

/**
 * Returns a declaration file for other projects: its imports name the files beside it, and the types of WebGPU are found
 * without a setting.
 */
export function publicTypes(text) {
  const imports = text.replace(IMPORT, (whole, before, specifier, after) => {
    if (!specifier.startsWith(".")) return whole;
    return before + specifier.replace(/\.ts$/, ".js") + after;
  });
  const usesWebGpu = /\bGPU[A-Z]?\w*\b/.test(text.replace(/\/\*[\s\S]*?\*\//g, ""));
  return `${usesWebGpu ? '/// <reference types="@webgpu/types" />\n' : ""}${imports}`;
}

/** Returns the relative imports of a declaration file. */
const importsOf = (text) => [...text.matchAll(IMPORT)].map((found) => found[2]).filter((name) => name.startsWith("."));

/** Copies the declarations that the public modules reach. */
function writeTypes() {
  const seen = new Set();
  const waiting = readdirSync(join(ROOT, "src/package"))
    .filter((name) => /^[\w-]+\.ts$/.test(name))
    .map((name) => `src/package/${name}`);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const declaration = path.replace(/\.ts$/, ".d.ts");
    const file = DECLARED.map((folder) => join(folder, declaration)).find((name) => existsSync(name));
    if (!file) throw new Error(`package: ${path} has no declarations; run npx tsc -b`);
    const text = readFileSync(file, "utf8");
    for (const specifier of importsOf(text)) waiting.push(posix.join(posix.dirname(path), specifier));
    const target = join(OUT, "types", declaration.replace(/^src\//, ""));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, publicTypes(text));
  }
}

/** Writes the licences of the packages inside. */
function writeLicences() {
  const vendor = join(OUT, "vendor");
  const names = readdirSync(vendor).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(vendor, name)).map((part) => `${name}/${part}`) : [name],
  );
  const notices = names.map((name) => {
    const folder = join(ROOT, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
    return `${name} ${version} (${license})\n\n${text}`;
  });
  writeFileSync(join(OUT, "THIRD-PARTY.txt"), `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

/** Runs a program of the repository; its output is this one's error output, because `npm pack` prints a file's name. */
function run(...args) {
  return new Promise((resolve) => {
    const child = spawn("npx", ["--no-install", ...args], { cwd: ROOT, stdio: ["ignore", 2, 2] });
    child.on("exit", (status) => (status === 0 ? resolve() : process.exit(status ?? 1)));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Parts of earlier builds have other names.
  for (const made of [OUT, join(ROOT, "dist-cli/parts")]) rmSync(made, { recursive: true, force: true });
  const build = ["vite", "build", "--logLevel", "warn", "--config"];
  await Promise.all([
    run(...build, "vite.package.config.ts"),
    run(...build, "vite.cli.config.ts").then(() => run(...build, "vite.cli.config.ts", "--mode", "launcher")),
    run("tsc", "-b", "src/package"),
  ]);
  writeTypes();
  writeLicences();
}
