import type { BlockType } from "../../flow/graph/block-type.ts";

export interface ConstellationSink {
  points: number;
}

export const constellationSink: BlockType<ConstellationSink> = {
  title: "Constellation",
  category: "sinks",
  summary: "Shows the newest complex items as points of the plane.",
  help: "Connect it to one sample per symbol, e.g. after the symbol synchronizer. At a higher rate it shows the paths between the symbols as well.",
  keywords: ["constellation sink", "iq plot", "scatter", "qtgui const sink"],
  fields: {
    points: {
      kind: "number",
      change: "rebuild",
      label: "Points",
      unit: "",
      min: 16,
      max: 16384,
      step: 1,
      integer: true,
      description: "Number of items shown.",
    },
  },
  defaults: { points: 1024 },
  ports: () => ({ inputs: [{ name: "in", type: "complex" }], outputs: [] }),
  plan: async () => (await import("./constellation-sink.plan.ts")).createConstellationSink,
};
