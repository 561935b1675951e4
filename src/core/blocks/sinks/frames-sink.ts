import type { BlockType } from "../../flow/graph/block-type.ts";

export const framesSink: BlockType<object> = {
  title: "Frames",
  category: "sinks",
  summary: "Lists the frames that a receiver has decoded, with their bytes.",
  help: "Tags at a frame become facts about it.",
  keywords: ["message debug", "packets", "bytes", "pdu", "frame list"],
  fields: {},
  defaults: {},
  ports: () => ({ inputs: [{ name: "in", type: "frames" }], outputs: [] }),
  plan: async () => (await import("./items.plan.ts")).createFramesSink,
};
