import summaryKernel from "#shaders/blocks/sinks/number-sink.wgsl?raw";
import type { Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { createStage } from "../../gpu/stage.ts";
import { groupOf } from "../../gpu/rows.ts";
import { allocate } from "../../gpu/pool.ts";
import { countOf } from "../item-count.ts";
import type { NumberSink } from "./number-sink.ts";

const MOST_GROUP = 256;
const GROUPS = 64;

/** The kernel divides by it, or multiplies. */
const BIG = 2 ** 80;
/** Between these magnitudes, sums of squares neither overflow nor underflow. */
const [LEAST, MOST] = [2 ** -40, 2 ** 40];

interface Summary {
  /** Finite items, and others. */
  count: number;
  others: number;
  sum: number;
  squares: number;
  minimum: number;
  maximum: number;
  last: number;
}

const NOTHING: Summary = {
  count: 0,
  others: 0,
  sum: 0,
  squares: 0,
  minimum: Infinity,
  maximum: -Infinity,
  last: Number.NaN,
};

export function createNumberSink(parameters: NumberSink): SinkBlock {
  let { value, over, unit } = parameters;
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(device, { inputs: { in: stream } }) {
      const GROUP = groupOf(device, MOST_GROUP);
      const memory = allocate(device);
      const count = countOf(device, memory, stream);
      const groups = Math.min(GROUPS, Math.ceil(stream.length / GROUP));
      const size = 16 * (2 * groups + 1);
      const y = memory.storage("sums and limits", size);
      let run = NOTHING;
      const stage = await createStage(device, {
        label: "blocks/sinks/number-sink",
        wgsl: [summaryKernel],
        constants: { GROUP },
        resources: { x: stream.buffer, count: count.buffer, y },
        groups,
        memory,
      });
      return {
        ...stage,
        label: "number-sink",
        reads: [{ buffer: y, size }],
        prepare: (page) => count.set(page.inputs.in.count),
        take([fetched], page): Report | undefined {
          const { count: items } = page.inputs.in;
          if (items === 0) return undefined;
          const fresh = summaryOf(new Float32Array(fetched), groups, items);
          run = joined(run, fresh);
          const shown = over === "page" ? fresh : run;
          const { count: finite, others } = shown;
          const note =
            others > 0 ? { note: `${others} of ${finite + others} items are no finite numbers, and left out.` } : {};
          return { kind: "number", value: valueOf(shown, value), unit, ...note };
        },
        set: (next: NumberSink) => void ({ value, over, unit } = next),
        reset: () => void (run = NOTHING),
      };
    },
  };
}

function summaryOf(parts: Float32Array, groups: number, items: number): Summary {
  const rows = Array.from({ length: groups }, (_, g) => parts.subarray(8 * g, 8 * g + 8));
  const minimum = Math.min(...rows.map((row) => row[2]));
  const maximum = Math.max(...rows.map((row) => row[3]));
  const total = (column: number, scale = 1) => rows.reduce((sum, row) => sum + scale * row[column], 0);
  const others = total(7);
  const last = parts[8 * groups];
  if (others === items) return { ...NOTHING, others, last };
  const largest = Math.max(-minimum, maximum);
  const sum = largest > MOST ? total(1, BIG) : total(0);
  const squares = largest > MOST ? total(5, BIG ** 2) : largest < LEAST ? total(6, BIG ** -2) : total(4);
  return { count: items - others, others, sum, squares, minimum, maximum, last };
}

const joined = (a: Summary, b: Summary): Summary => ({
  count: a.count + b.count,
  others: a.others + b.others,
  sum: a.sum + b.sum,
  squares: a.squares + b.squares,
  minimum: Math.min(a.minimum, b.minimum),
  maximum: Math.max(a.maximum, b.maximum),
  last: b.last,
});

function valueOf(summary: Summary, value: NumberSink["value"]): number {
  const { count, sum, squares } = summary;
  if (value === "mean") return sum / count;
  return value === "rms" ? Math.sqrt(squares / count) : summary[value];
}
