import { existsSync, readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import { parseGraph } from "../graph-file.ts";
import { exportGrc } from "./export.ts";
import { importGrc } from "./import.ts";

const EXAMPLES = "/usr/share/gnuradio/examples";

describe("graphs/grc", () => {
  // The examples of the Debian package gnuradio, over 200 files from all parts of GNU Radio.
  it.skipIf(!existsSync(EXAMPLES))(
    "imports the examples of GNU Radio, checks them, and exports them again",
    async () => {
      const files = (readdirSync(EXAMPLES, { recursive: true }) as string[]).filter((file) => file.endsWith(".grc"));
      expect(files.length).toBeGreaterThan(150);
      const some = fc.sample(fc.subarray(files, { minLength: 20, maxLength: 20 }), 1)[0];
      for (const file of process.env.THREERAY_SLOW ? files : some) {
        const text = readFileSync(`${EXAMPLES}/${file}`, "utf8");
        if (text.startsWith("<?xml")) continue;
        const { graph } = await importGrc(file, text);
        expect(parseGraph(graph, file)).toEqual(graph);
        const { problems } = checkGraph(graph, CATALOGUE);
        for (const { block } of problems) if (block) expect(graph.blocks.map(({ id }) => id)).toContain(block);
        // A second time around, nothing is lost: what the first import left out is gone already.
        const rates = Object.fromEntries(graph.blocks.map(({ id }) => [id, 1e6]));
        const exported = await exportGrc(graph, rates);
        // GNU Radio has these only within its converters of interleaved samples.
        if (graph.blocks.some(({ type }) => type === "pairs-to-complex" || type === "complex-to-pairs")) continue;
        expect(exported.notes, file).toEqual([]);
        const again = await importGrc(file, exported.text);
        expect(again.graph.blocks.map(({ type }) => type)).toEqual(graph.blocks.map(({ type }) => type));
        expect(again.graph.connections.length, file).toBe(graph.connections.length);
      }
    },
    30_000,
  );
});
