import { spawnSync } from "node:child_process";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import type { Graph } from "../../flow/graph/graph.ts";
import { runFloat64 } from "../../flow/run/run-graph.reference.ts";

/** The Python that has GNU Radio 3.10, or undefined. The tests that need it are then skipped. */
export const GNU_RADIO: string | undefined = ["/usr/bin/python3"].find((python) => {
  const { status, stdout } = spawnSync(python, ["-c", "from gnuradio import gr; print(gr.version())"], {
    encoding: "utf8",
  });
  return status === 0 && stdout.startsWith("3.10");
});

/** Blocks of a file: the type and the parameters of each, by its name. */
export type GrcBlocks = Readonly<Record<string, readonly [id: string, parameters?: Readonly<Record<string, string>>]>>;

/** Returns the text of a file. @param connections "a b", or "a 0 b 1" with the ports. */
export function grcText(blocks: GrcBlocks, connections: readonly string[] = []): string {
  const list = Object.entries(blocks).map(([name, [id, parameters = {}]]) => ({ name, id, parameters }));
  const ends = connections.map((text) => {
    const words = text.split(" ");
    return words.length === 2 ? [words[0], "0", words[1], "0"] : words;
  });
  // JSON is YAML.
  return JSON.stringify({ blocks: list, connections: ends });
}

/** Returns the float64 signals of a graph's outputs. @throws Error that names the problems of the graph. */
export function signalsIn(graph: Graph, items: number): Readonly<Record<string, Float64Array>> {
  const checked = checkGraph(graph, CATALOGUE);
  const { problems } = checked;
  if (problems.length) throw new Error(problems.map(({ block, message }) => `${block}: ${message}`).join("\n"));
  return runFloat64(checked, CATALOGUE, { items });
}
