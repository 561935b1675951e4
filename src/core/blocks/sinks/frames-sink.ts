import { defineBlock } from "../../flow/graph/block-type.ts";
import { portsOf } from "../definition.ts";

export const framesSink = defineBlock({
  title: "Frames",
  category: "sinks",
  summary: "Lists the frames that a receiver has decoded, with their bytes.",
  help: "Tags at a frame become facts about it.",
  keywords: ["message debug", "packets", "bytes", "pdu", "frame list"],
  fields: {},
  ports: () => portsOf({ in: "frames" }, {}),
  plan: async () => (await import("./items.plan.ts")).createFramesSink,
});
