import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

const fields = { points: field.whole("Points", "Number of items shown.", { default: 1024, min: 16, max: 16384 }) };

export type ConstellationSink = ValuesOf<typeof fields>;

export const constellationSink = defineBlock({
  title: "Constellation",
  category: "sinks",
  summary: "Shows the newest complex items as points of the plane.",
  help: "Connect it to one sample per symbol, e.g. after the symbol synchronizer. At a higher rate it shows the paths between the symbols as well.",
  keywords: ["constellation sink", "iq plot", "scatter", "qtgui const sink"],
  fields,
  ports: () => typedPorts({ in: "complex" }, {}),
  plan: async () => (await import("./constellation-sink.plan.ts")).createConstellationSink,
});
