import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

export const framesSink = defineBlock({
  title: "Frames",
  category: "sinks",
  summary: "Lists the frames that a receiver has decoded, with their bytes.",
  help: "Tags at a frame become facts about it.",
  keywords: ["message debug", "packets", "bytes", "pdu", "frame list"],
  fields: {},
  ports: () => typedPorts({ in: "frames" }, {}),
  plan: async () => (await import("./items.plan.ts")).createFramesSink,
});
