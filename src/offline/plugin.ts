import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * The Content-Security-Policy: the page may load its own files only, and no inline script or style. WebAssembly is
 * needed by PFFFT, the CPU method that kernels are compared with. Images of figures are made from the page's own data:
 * and blob: addresses.
 */
export const POLICY = Object.entries({
  "default-src": "'self'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "img-src": "'self' data: blob:",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join("; ");

const FILE_NAME = "service-worker.js";
/** The names of all files of the page, except its service worker. */
const LIST_NAME = "files.json";
const digestOf = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

/**
 * Builds the service worker with the names and digests of all files of its build, and writes the policy into the page.
 */
export function offline(): Plugin {
  let publicDir: string;
  return {
    name: "threeray-offline",
    apply: "build",
    enforce: "post",
    configResolved: (config) => void ({ publicDir } = config),
    transformIndexHtml: () => [
      { tag: "meta", injectTo: "head-prepend", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY } },
    ],
    buildStart() {
      const id = fileURLToPath(new URL("service-worker.ts", import.meta.url));
      this.emitFile({ type: "chunk", id, fileName: FILE_NAME });
    },
    generateBundle(_, bundle) {
      const worker = bundle[FILE_NAME];
      if (worker?.type !== "chunk") this.error(`${FILE_NAME} is not in the bundle`);
      if (!bundle["index.html"]) this.error("index.html is not in the bundle yet");
      const copies = readdirSync(publicDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const nameOf = (path: string) => relative(publicDir, path).replaceAll("\\", "/");
      const isPart = ({ fileName }: { fileName: string }) => fileName !== FILE_NAME && !fileName.endsWith(".map");
      // The page lists its own files, for packages that it makes in the browser. They hold no documentation.
      const names = [
        LIST_NAME,
        ...Object.values(bundle)
          .filter(isPart)
          .map(({ fileName }) => fileName),
        ...copies.map(nameOf),
      ];
      const own = names.filter((name) => !name.startsWith("docs/"));
      const list = JSON.stringify(own.toSorted());
      this.emitFile({ type: "asset", fileName: LIST_NAME, source: list });
      const built = Object.values(bundle)
        .filter(isPart)
        .map((file) => [file.fileName, digestOf(file.type === "chunk" ? file.code : file.source)]);
      const copied = copies.map((path) => [nameOf(path), digestOf(readFileSync(path))]);
      // The bundle does not have the list yet.
      const files = JSON.stringify([...built, ...copied, [LIST_NAME, digestOf(list)]].toSorted());
      worker.code = worker.code
        .replace(/\bBUILD_FILES\b/g, () => files)
        .replace(/\bBUILD_POLICY\b/g, () => JSON.stringify(POLICY))
        .replace(/\bBUILD\b/g, () => JSON.stringify(digestOf(files)));
    },
  };
}
