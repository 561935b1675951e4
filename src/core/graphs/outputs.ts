import { decodeFields, encodeFields } from "../configuration/address.ts";
import { loadGraph } from "../blocks/catalogue.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { GRAPHS } from "./experiment.ts";
import { decodeGraph } from "./graph-link.ts";
import { PRESETS } from "./presets/registry.ts";

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

function open(_: unknown, { of }: GraphScenario) {
  const graph = once(async () => ("preset" in of ? presetOf(of.preset).graph : decodeGraph(of.graph)));
  return { graph, checked: once(async () => loadGraph(await graph())) };
}

const { number } = outputLines<GraphScenario, ReturnType<typeof open>>();
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
  open,
  table: {
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
