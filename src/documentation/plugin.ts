import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type PluginOption, type Rolldown } from "vite";
import { type Assets, pageHtml } from "./layout.ts";
import { hasReference, isReference } from "./reference.ts";
import { repositoryOf } from "./repository.ts";
import { searchIndex } from "./search.ts";
import { readSite, type Site } from "./site.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "docs";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the documentation as a site in the folder `docs` beside the page. It is a build within the build: the page shares no
 * program with it.
 *
 * @param plugins What the site's program and style sheets need, as the page's do.
 */
export function documentation(plugins: PluginOption[]): Plugin {
  let files: Promise<Map<string, string | Uint8Array>>;
  return {
    name: "threeray-documentation",
    apply: "build",
    buildStart() {
      files = makeFiles(plugins);
      // The build ends with this error when it needs the files.
      files.catch(() => {});
    },
    async generateBundle(_, bundle) {
      for (const [fileName, source] of await files) {
        // The page and the site have fonts in common.
        if (!bundle[fileName]) this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

/** Returns all files of the site by their paths in the build. */
async function makeFiles(plugins: PluginOption[]): Promise<Map<string, string | Uint8Array>> {
  if (!hasReference(ROOT)) await writeReference();
  const repository = repositoryOf(ROOT);
  const site = readSite(ROOT, repository);
  if (site.faults.length) throw new Error(`The documentation has dead links:\n${site.faults.join("\n")}`);
  const files = new Map<string, string | Uint8Array>();
  const assets = await buildProgram(plugins, files);
  const sheet = styleSheet(site);
  if (sheet) {
    files.set(`${FOLDER}/formulas.css`, sheet);
    assets.formulas.push("formulas.css");
  }
  for (const page of site.pages) {
    const source = repository === undefined || isReference(page.path) ? undefined : repository + page.path;
    files.set(`${FOLDER}/${page.address}`, pageHtml(page, site, assets, source));
  }
  for (const [address, path] of site.pictures) files.set(`${FOLDER}/${address}`, readFileSync(join(ROOT, path)));
  files.set(`${FOLDER}/search.json`, JSON.stringify(searchIndex(site)));
  return files;
}

/** Writes the reference of the package. `npm run build` does it every time, other builds only once. */
async function writeReference(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, "scripts/reference/reference.mjs")], { stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error("The API reference could not be written. After a change of dependencies, run npm ci.");
}

/** Builds the program of the pages and their style sheets, adds their files, and returns their addresses in the site. */
async function buildProgram(
  plugins: PluginOption[],
  files: Map<string, string | Uint8Array>,
): Promise<Assets & { formulas: string[] }> {
  const input = { documentation: here("page/page.ts"), formulas: here("page/formulas.ts") };
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    base: "./",
    publicDir: false,
    logLevel: "warn",
    plugins,
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input, checks: { bundlerTimings: false } },
    },
  })) as Rolldown.RolldownOutput;
  const assets = { script: "", styles: [] as string[], formulas: [] as string[] };
  for (const part of output) {
    const name = part.fileName;
    const sheets = part.type === "chunk" ? [...(part.viteMetadata?.importedCss ?? [])].map((css) => `../${css}`) : [];
    if (part.type === "chunk" && part.isEntry && part.name === "formulas") {
      // It consists of its style sheet.
      assets.formulas.push(...sheets);
      continue;
    }
    if (part.type === "chunk" && part.isEntry) {
      assets.script = `../${name}`;
      assets.styles.push(...sheets);
    }
    files.set(name, part.type === "chunk" ? part.code : part.source);
  }
  return assets;
}

/** Returns the styles of formulas, which stand in attributes of data. */
function styleSheet({ pages }: Site): string {
  const styles = [...new Set(pages.flatMap((page) => [...page.styles]))].toSorted();
  return styles.map((style) => `[data-style="${style}"]{${style}}`).join("\n");
}
