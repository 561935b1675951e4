import histogramKernel from "#shaders/blocks/sinks/histogram-sink.wgsl?raw";
import type { Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { allocate } from "../../gpu/pool.ts";
import { groupOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import { othersNote } from "./finite-items.ts";
import type { HistogramSink } from "./histogram-sink.ts";
import { countOf } from "../item-count.ts";

const MOST_GROUP = 256;
const GROUPS = 64;

/** @throws RangeError unless the limits are in order and float32 can tell their bins apart. */
export function createHistogramSink({ bins, from, to, over }: HistogramSink): SinkBlock {
  const scale = bins / (to - from);
  if (!(from < to) || !Number.isFinite(Math.fround(scale))) {
    throw new RangeError(`To must be larger than From, ${from}; got ${to}`);
  }
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(device, { inputs: { in: stream } }) {
      const GROUP = groupOf(device, MOST_GROUP);
      const memory = allocate(device);
      const count = countOf(device, memory, stream);
      const h = memory.storage("histogram", 4 * (bins + 1));
      const { encode, destroy } = await createStage(device, {
        label: "blocks/sinks/histogram-sink",
        wgsl: [histogramKernel],
        constants: { GROUP, BINS: bins },
        resources: { x: stream.buffer, count: count.buffer, h, params: { lowest: from, scale } },
        groups: Math.min(GROUPS, Math.ceil(stream.length / GROUP)),
        memory,
      });
      // A page's counts fit u32; a run's counts may not.
      let counts = new Float64Array(bins + 1);
      let items = 0;
      return {
        label: "histogram-sink",
        encode(encoder, timestampWrites) {
          encoder.clearBuffer(h);
          encode(encoder, timestampWrites);
        },
        reads: [{ buffer: h, size: 4 * (bins + 1) }],
        prepare: (page) => count.set(page.inputs.in.count),
        take([fetched], page): Report {
          items = page.inputs.in.count + (over === "run" ? items : 0);
          const fresh = new Uint32Array(fetched);
          counts = Float64Array.from(fresh, (value, bin) => value + (over === "run" ? counts[bin] : 0));
          const outside = items - counts.reduce((sum, count) => sum + count, 0);
          const notes = [
            ...(outside > 0 ? [`${outside} of ${items} items are outside the limits.`] : []),
            ...Object.values(othersNote(counts[bins], "not counted")),
          ];
          const note = notes.length > 0 ? { note: notes.join(" ") } : {};
          return { kind: "histogram", counts: counts.slice(0, bins), from, to, ...note };
        },
        reset() {
          counts.fill(0);
          items = 0;
        },
        destroy,
      };
    },
  };
}
