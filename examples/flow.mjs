// A flow graph from code: random bits, QPSK, noise, decisions, and a counter of bit errors.
// node flow.mjs [EBN0_DB]
import { drawGraph, loadGraph, openGpu, runGraph } from "threeray";

const [ebn0Db = 6] = process.argv.slice(2).map(Number);
const graph = drawGraph({
  variables: [{ name: "ebn0", value: ebn0Db }],
  blocks: {
    bits: ["random-bits", { seed: 1 }],
    mapper: ["constellation-mapper", { constellation: "QPSK" }],
    // QPSK has 2 bits per symbol of energy 1.
    noise: ["noise-source", { amplitude: "sqrt(1 / (2 * 10 ** (ebn0 / 10)))", seed: 2 }],
    channel: ["add", {}],
    slicer: ["slicer", { constellation: "QPSK" }],
    errors: ["error-counter", { alignment: "given", delay: 0 }],
  },
  connections: [
    "bits.out mapper.in",
    "mapper.out channel.a",
    "noise.out channel.b",
    "channel.out slicer.in",
    "bits.out errors.a",
    "slicer.out errors.b",
  ],
});

const checked = await loadGraph(graph);
for (const { block, message } of checked.problems) throw new Error(`${block ?? "graph"}: ${message}`);

const gpu = await openGpu();
const open = async (/** @type {string} */ block) => {
  throw new Error(`${block} reads a file or a radio; this graph has none`);
};
for await (const { page, reports } of runGraph(gpu, checked, { page: 65_536, pages: 8, open }).steps) {
  for (const { report } of reports) {
    if (report.kind !== "errors") continue;
    const { bits, errors, ci95 } = report;
    console.log(JSON.stringify({ page, bits, errors, ber: errors / bits, ci95 }));
  }
}
gpu.close();
