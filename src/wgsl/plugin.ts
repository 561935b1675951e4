import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseDeclarations } from "../core/gpu/parse-declarations.ts";

const SUFFIX = ".wgsl?raw";
const RUN_TIME = fileURLToPath(new URL("../core/gpu/declarations.ts", import.meta.url));

/** Reads at build time what each WGSL file declares, and delivers it beside the text: neither page nor worker carries a parser. */
export function wgsl() {
  return {
    name: "wgsl",
    enforce: "pre" as const,
    async load(id: string) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const text = await readFile(id.slice(0, -"?raw".length), "utf8");
      const declarations = JSON.stringify(parseDeclarations(text));
      return [
        `import { declare } from ${JSON.stringify(RUN_TIME)};`,
        `export default /* @__PURE__ */ declare(${JSON.stringify(text)}, ${declarations});`,
      ].join("\n");
    },
  };
}
