import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseDeclarations } from "../core/gpu/parse-declarations.ts";

const RUN_TIME = fileURLToPath(new URL("../core/gpu/declarations.ts", import.meta.url));

/**
 * Reads the declarations of each WGSL file at build time and stores them with its text, so that neither page nor worker
 * needs a parser. A production build leaves out comments and the blanks after commas and colons and around + and *, but keeps the lines, because compiler messages count them.
 */
export function wgsl() {
  let comments = true;
  return {
    name: "wgsl",
    enforce: "pre" as const,
    configResolved({ command }: { command: "build" | "serve" }) {
      comments = command !== "build";
    },
    load: {
      filter: { id: /\.wgsl\?raw$/ },
      async handler(id: string) {
        const written = await readFile(id.slice(0, -"?raw".length), "utf8");
        const text = comments ? written : written.replace(/[ \t]*\/\/.*|^[ \t]+|(?<=[,:*+]) +|(?<!\/) +(?=[*+])/gm, "");
        const declarations = JSON.stringify(parseDeclarations(text));
        return [
          `import { declare } from ${JSON.stringify(RUN_TIME)};`,
          `export default /* @__PURE__ */ declare(${JSON.stringify(text)}, ${declarations});`,
        ].join("\n");
      },
    },
  };
}
