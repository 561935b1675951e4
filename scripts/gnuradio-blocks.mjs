// Writes the parameters and defaults of GNU Radio's blocks that have a mapping. definitions.json lists the blocks by name. This
// script fills in the parameters from the files of an installed GNU Radio 3.10. Run `node scripts/gnuradio-blocks.mjs` to add a block:
// write its name with the value {} first. Blocks that this GNU Radio lacks, e.g. the sources of gr-osmosdr, stay as they are.
// Source: /usr/share/gnuradio/grc/blocks/*.yml of GNU Radio 3.10.5 (GPL-3.0-or-later; names and defaults only); gr-osmosdr 0.2
// and GNU Radio 3.10.9 for the sources of gr-osmosdr and blocks_throttle2, GNU Radio 3.8 for two equalizers that 3.10 does not have.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";

const FILE = fileURLToPath(new URL("../src/core/graphs/grc/definitions.json", import.meta.url));
const FOLDER = "/usr/share/gnuradio/grc/blocks";

/** Returns the defaults of a block's parameters. A choice without one has its first value. Numbered parameters of figures, e.g. label1, are left out. */
function defaultsOf({ id, parameters = [] }) {
  const kept = parameters.filter(({ id: name }) => !(id.startsWith("qtgui_") && /\d$/.test(name)));
  return Object.fromEntries(
    kept.map(({ id: name, default: value, dtype, options }) => [
      name,
      value ?? (dtype === "enum" ? (options?.[0] ?? "") : ""),
    ]),
  );
}

const installed = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".block.yml"))
    .map((file) => {
      // Some files are not valid YAML; the parser reads on. Every default stays the text that the file has.
      const options = { schema: "failsafe", uniqueKeys: false };
      const block = parseDocument(readFileSync(join(FOLDER, file), "utf8"), options).toJS();
      return [block.id, defaultsOf(block)];
    }),
);
const definitions = Object.entries(JSON.parse(readFileSync(FILE, "utf8")));
const renewed = definitions.map(([id, parameters]) => [id, installed.get(id) ?? parameters]);
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(renewed), null, 2)}\n`);
