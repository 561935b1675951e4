import { decodeFields, encodeFields } from "../configuration/address.ts";
import { type Context, onDevice } from "../experiment.ts";
import type { OpenSource, Report } from "../flow/build/block-factory.ts";
import type { CheckedGraph } from "../flow/graph/checked-graph.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { runGraph } from "../flow/run/run-graph.ts";
import { loadGraph } from "../blocks/catalogue.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { GRAPHS } from "./experiment.ts";
import { decodeGraph } from "./graph-link.ts";
import { PRESETS } from "./presets/registry.ts";
import { errorDb, joinItems, keepingItems, MOST_NUMBERS, type SinkItems } from "./sink-items.ts";

/** A scenario: how a graph runs, and a preset's name or a graph as compressed text. */
function read(fragment: string) {
  let of = { preset: PRESETS[0].name } as { preset: string } | { graph: string };
  const config = GRAPHS.parse(
    decodeFields(GRAPHS, fragment, {
      preset: (name) => void (of = { preset: presetOf(name).name }),
      graph: (text) => void (of = { graph: text }),
    }),
  );
  return { config, of };
}
type GraphScenario = ReturnType<typeof read>;

function presetOf(name: string) {
  const preset = PRESETS.find((one) => one.name === name);
  if (preset) return preset;
  throw new RangeError(`there is no preset "${name}"; the presets are ${PRESETS.map((one) => one.name).join(", ")}`);
}

/** A graph runs in pages of this size and at most this many, so that its results are the same everywhere. */
const [PAGE, MOST_PAGES] = [65_536, 32];

const open: OpenSource = async (block) => {
  throw new RangeError(`the block ${block} reads a file or a radio, which no link holds; replace it by a made signal`);
};

/** Runs a graph that reads nothing from outside, and returns the last report of each sink that counts or measures. */
async function reportsOf(context: Context, checked: CheckedGraph): Promise<Map<string, Report>> {
  const [problem] = checked.problems;
  if (problem) throw new RangeError(`the graph cannot run: ${problem.message}`);
  return onDevice(context, async (gpu) => {
    const last = new Map<string, Report>();
    for await (const { reports } of runGraph(gpu, checked, { page: PAGE, pages: MOST_PAGES, open }).steps) {
      for (const { block, report } of reports) if (["errors", "number"].includes(report.kind)) last.set(block, report);
    }
    return last;
  });
}

/** Runs a graph until a sink has the items of a comparison. */
async function itemsOf(context: Context, graph: Graph, sink: string): Promise<SinkItems> {
  const checked = await loadGraph(await keepingItems(graph, sink));
  return onDevice(context, async (gpu) => {
    const taken: Extract<Report, { kind: "items" }>[] = [];
    let count = 0;
    for await (const { reports } of runGraph(gpu, checked, { page: PAGE, pages: MOST_PAGES, open }).steps) {
      for (const { block, report } of reports) {
        if (block !== sink || report.kind !== "items") continue;
        taken.push(report);
        count += report.items.length;
      }
      if (count >= MOST_NUMBERS) break;
    }
    return joinItems(taken);
  });
}

function openScenario(context: Context, { of }: GraphScenario) {
  const graph = once(async () => ("preset" in of ? presetOf(of.preset).graph : decodeGraph(of.graph)));
  const checked = once(async () => loadGraph(await graph()));
  // A checked graph serves one run at a time.
  const reports = once(async () => reportsOf(context, await loadGraph(await graph())));
  const items = new Map<string, Promise<SinkItems>>();
  return {
    /** The first items of a sink. */
    async items(sink: string) {
      const known = items.get(sink) ?? itemsOf(context, await graph(), sink);
      items.set(sink, known);
      return known;
    },
    graph,
    checked,
    async report<Kind extends Report["kind"]>(sink: string, kind: Kind) {
      const report = (await reports()).get(sink);
      if (report?.kind === kind) return report as Extract<Report, { kind: Kind }>;
      const has = [...(await reports())].filter(([, one]) => one.kind === kind).map(([name]) => name);
      throw new RangeError(`the graph has no sink "${sink}" of this kind; it has ${has.join(", ") || "none"}`);
    },
  };
}

const { number, rate, comparison } = outputLines<GraphScenario, ReturnType<typeof openScenario>>();
const presetBlocks = ({ of }: GraphScenario) =>
  "preset" in of ? presetOf(of.preset).graph.blocks.map(({ id }) => id) : [];
const missing = Number.NaN;

/** What lectures ask about flow graphs. A graph in a link is read when its outputs are computed. */
export const outputs = labOutputs({
  read,
  usual({ config, of }) {
    const which = "graph" in of ? [`graph=${of.graph}`] : of.preset === PRESETS[0].name ? [] : [`preset=${of.preset}`];
    return `graphs?${[...encodeFields(GRAPHS, config), ...which].join("&")}`;
  },
  fields: {
    schema: GRAPHS,
    more: [
      { name: "preset", label: "Graph", value: PRESETS[0].name, choices: PRESETS.map((one) => one.name) },
      { name: "graph", label: "A graph of one’s own", value: "" },
    ],
  },
  open: openScenario,
  table: {
    bitErrorRate: rate(
      "Bit error rate of an error counter",
      async ({ report }, sink) => {
        const { bits, errors, ci95 } = await report(sink, "errors");
        return { rate: bits > 0 ? errors / bits : null, ci95, units: bits };
      },
      "name",
    ),
    value: number(
      "Value of a number sink",
      "",
      async ({ report }, sink) => (await report(sink, "number")).value,
      "name",
    ),
    errorDb: comparison(
      "Error of a sink against the sink of this name in the reference",
      "dB",
      async ({ items }, sink, reference) => errorDb(await items(sink), await reference.items(sink)),
      "name",
    ),
    blocks: number(
      "Blocks",
      "",
      async ({ graph }) => (await graph()).blocks.filter(({ isDisabled }) => !isDisabled).length,
    ),
    connections: number("Connections", "", async ({ checked }) => (await checked()).edges.length),
    problems: number("Problems that the check finds", "", async ({ checked }) => (await checked()).problems.length),
    fused: number(
      "Groups of blocks that share a kernel",
      "",
      async ({ checked }) => (await checked()).groups.filter((group) => group.length > 1).length,
    ),
    largestGroup: number("Blocks in the largest group that shares a kernel", "", async ({ checked }) =>
      Math.max(0, ...(await checked()).groups.map((group) => group.length)),
    ),
    rateInto: number(
      "Items per second into a block",
      "1/s",
      async ({ checked }, id) => (await checked()).edges.find(({ to }) => to[0] === id)?.hz ?? missing,
      presetBlocks,
    ),
    rateFrom: number(
      "Items per second from a block",
      "1/s",
      async ({ checked }, id) => (await checked()).edges.find(({ from }) => from[0] === id)?.hz ?? missing,
      presetBlocks,
    ),
  },
});
