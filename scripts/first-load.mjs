// A step of `npm test`: the compressed files that a first visit fetches before its first figures have at most LIMIT
// bytes. The page's own files, the first lab, the worker and its experiment count. Plotly does not: it is fetched after
// the page is shown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT_KIB = 195;
const FIRST_LAB = "equalizers";
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g;

/**
 * Returns the files of a first visit, starting from index.html.
 *
 * @param read Returns the text of a built file by its path from the root of the build.
 */
export function firstLoad(read) {
  const html = read("index.html");
  const found = new Set(["index.html"]);
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    if (!/^assets\/.*\.js$/.test(file)) return;
    for (const [, name] of read(file).matchAll(STATIC_IMPORT)) add(`assets/${name}`);
  };
  for (const [, file] of html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\.\/([^"]+\.(?:js|css))"/g)) add(file);
  for (const file of lazyParts(found, read)) add(file);
  const worker = match(found, read, /new URL\((?:["'`])(?:\.\/|assets\/)?(worker-[^"'`]+\.js)/, "the worker");
  add(`assets/${worker[1]}`);
  for (const file of lazyParts(new Set([`assets/${worker[1]}`]), read)) add(file);
  return [...found];
}

/**
 * Returns the module of the first lab, or of its experiment, with its style sheets, as the registry fetches it by the
 * lab's name.
 */
function lazyParts(files, read) {
  const entry = new RegExp(
    `\\b${FIRST_LAB}:.{0,120}?import\\(\\s*["'\`]\\./([^"'\`]+)["'\`]\\)(?:\\s*,\\s*__vite__mapDeps\\(\\[([\\d,]*)\\]\\))?`,
    "s",
  );
  const [, module, indices = "", text] = match(files, read, entry, `the module of ${FIRST_LAB}`);
  const known = /\.f\s*=\s*(\[[^\]]*\])/.exec(text);
  const deps = known && indices ? JSON.parse(known[1].replaceAll(/['`]/g, '"')) : [];
  const sheets = indices.split(",").flatMap((i) => (deps[i]?.endsWith(".css") ? [deps[i].replace("./", "")] : []));
  return [`assets/${module}`, ...sheets.map((sheet) => (sheet.startsWith("assets/") ? sheet : `assets/${sheet}`))];
}

function match(files, read, pattern, what) {
  for (const file of files) {
    const text = file.endsWith(".js") ? read(file) : "";
    const found = pattern.exec(text);
    if (found) return [...found, text];
  }
  throw new Error(
    `first-load: ${what} was not found in the build. The form of the build's chunks has changed; adapt this script.`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  const bytes = (file) => readFileSync(join(dist, file));
  const files = firstLoad((file) => bytes(file).toString());
  const sizes = files.map((file) => ({ file, size: gzipSync(bytes(file), { level: 9 }).length / 1024 }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of sizes.toSorted((a, b) => b.size - a.size))
    console.log(`${size.toFixed(1).padStart(7)}  ${file}`);
  console.log(`${total.toFixed(1).padStart(7)}  KiB of ${LIMIT_KIB}, compressed, in ${files.length} files`);
  if (total > LIMIT_KIB) {
    console.error(
      `The first load is ${total.toFixed(1)} KiB compressed, expected at most ${LIMIT_KIB}. Use import() for code that is not needed at once.`,
    );
    process.exitCode = 1;
  }
}
