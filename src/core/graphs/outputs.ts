import { type Context, onDevice } from "../experiment.ts";
import type { OpenSource, Report } from "../flow/build/block-factory.ts";
import type { CheckedGraph } from "../flow/graph/checked-graph.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { runGraph } from "../flow/run/run-graph.ts";
import { loadGraph } from "../blocks/catalogue.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { decodeGraph } from "./graph-link.ts";
import { AUTOMATIC, type GraphExperiment, GRAPHS } from "./experiment.ts";
import { graphOfPreset, type GraphScenario, readGraphLink, writeGraphLink } from "./preset-link.ts";
import { PRESETS } from "./presets/registry.ts";
import { errorDb, joinItems, keepingItems, MOST_NUMBERS, type SinkItems } from "./sink-items.ts";

/** A graph runs in pages of at most this size and at most this many, so that its results are the same everywhere. */
const [PAGE, MOST_PAGES] = [65_536, 32];

/** A scenario with smaller pages has a shorter run, for graphs that take long. */
const pageOf = ({ page }: GraphExperiment) => (page === AUTOMATIC ? PAGE : Math.min(PAGE, Number(page)));

const open: OpenSource = async (block) => {
  throw new RangeError(`the block ${block} reads a file or a radio, which no link holds; replace it by a made signal`);
};

/** Runs a graph that reads nothing from outside, and returns the last report of each sink that counts or measures, with all frames. */
async function reportsOf(context: Context, checked: CheckedGraph, page: number): Promise<Map<string, Report>> {
  const [problem] = checked.problems;
  if (problem) throw new RangeError(`the graph cannot run: ${problem.message}`);
  return onDevice(context, async (gpu) => {
    const last = new Map<string, Report>();
    for await (const { reports } of runGraph(gpu, checked, { page, pages: MOST_PAGES, open }).steps) {
      for (const { block, report } of reports) {
        const before = last.get(block);
        if (report.kind === "frames" && before?.kind === "frames") before.frames.push(...report.frames);
        else if (["errors", "number", "frames"].includes(report.kind)) last.set(block, report);
      }
    }
    return last;
  });
}

/** Runs a graph until a sink has the items of a comparison. */
async function itemsOf(context: Context, graph: Graph, sink: string, page: number): Promise<SinkItems> {
  const checked = await loadGraph(await keepingItems(graph, sink));
  return onDevice(context, async (gpu) => {
    const taken: Extract<Report, { kind: "items" }>[] = [];
    let count = 0;
    for await (const { reports } of runGraph(gpu, checked, { page, pages: MOST_PAGES, open }).steps) {
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

function openScenario(context: Context, { config, of }: GraphScenario) {
  const graph = once(async () => ("preset" in of ? graphOfPreset(of) : decodeGraph(of.graph)));
  const checked = once(async () => loadGraph(await graph()));
  // A checked graph serves one run at a time.
  const reports = once(async () => reportsOf(context, await loadGraph(await graph()), pageOf(config)));
  const items = new Map<string, Promise<SinkItems>>();
  return {
    /** The first items of a sink. */
    async items(sink: string) {
      const known = items.get(sink) ?? itemsOf(context, await graph(), sink, pageOf(config));
      items.set(sink, known);
      return known;
    },
    graph,
    checked,
    reports,
    async report<Kind extends Report["kind"]>(sink: string, kind: Kind) {
      const report = (await reports()).get(sink);
      if (report?.kind === kind) return report as Extract<Report, { kind: Kind }>;
      const has = [...(await reports())].filter(([, one]) => one.kind === kind).map(([name]) => name);
      throw new RangeError(`the graph has no sink "${sink}" of this kind; it has ${has.join(", ") || "none"}`);
    },
  };
}

const { number, rate, comparison } = outputLines<GraphScenario, ReturnType<typeof openScenario>>();
const presetBlocks = ({ of }: GraphScenario) => ("preset" in of ? graphOfPreset(of).blocks.map(({ id }) => id) : []);
const missing = Number.NaN;

/** What lectures ask about flow graphs. A graph in a link is read when its outputs are computed. */
export const outputs = labOutputs({
  read: readGraphLink,
  usual: writeGraphLink,
  fields: {
    schema: GRAPHS,
    more: [
      { name: "preset", label: "Graph", value: PRESETS[0].name, choices: PRESETS.map((one) => one.name) },
      { name: "set", label: "Values of its variables and parameters", value: "" },
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
    bits: number(
      "Bits that an error counter has compared",
      "",
      async ({ report }, sink) => (await report(sink, "errors")).bits,
      "name",
    ),
    frames: number(
      "Frames that a list of frames has got",
      "",
      async ({ graph, reports, report }, sink) => {
        // A list without a frame reports nothing.
        const isList = (await graph()).blocks.some(({ id, type }) => id === sink && type === "frames-sink");
        return isList && !(await reports()).has(sink) ? 0 : (await report(sink, "frames")).frames.length;
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
      "Error of a sink against the reference’s sink",
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
