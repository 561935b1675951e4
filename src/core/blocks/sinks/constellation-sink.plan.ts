import type { SinkBlock } from "../../flow/build/block-factory.ts";
import type { ConstellationSink } from "./constellation-sink.ts";
import { finiteItems, othersNote } from "./finite-items.ts";
import { createNewest } from "./newest.ts";

export function createConstellationSink({ points }: ConstellationSink): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(device, { inputs }) {
      const newest = await createNewest(device, { stream: inputs.in, type: "complex", keep: points });
      return {
        ...newest,
        label: "constellation-sink",
        reads: [newest.read],
        prepare: (page) => newest.setCount(page.inputs.in.count),
        take([fetched], page) {
          const { values: points, others } = finiteItems("complex", newest.take(fetched, page.inputs.in).values);
          return { kind: "constellation", points, ...othersNote(others, "not drawn") };
        },
      };
    },
  };
}
