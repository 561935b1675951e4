import summaryKernel from "#shaders/blocks/sinks/number-sink.wgsl?raw";
import type { Report, SinkBlock } from "../../flow/block-factory.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { countOf } from "../item-count.ts";
import type { NumberSink } from "./number-sink.ts";

const GROUP = 256;
const GROUPS = 64;

interface Summary {
  count: number;
  sum: number;
  squares: number;
  minimum: number;
  maximum: number;
  last: number;
}

const NOTHING: Summary = { count: 0, sum: 0, squares: 0, minimum: Infinity, maximum: -Infinity, last: Number.NaN };

export function createNumberSink(parameters: NumberSink): SinkBlock {
  let { value, over, unit } = parameters;
  return {
    kind: "sink",
    consumes: { in: 1 },
    decided: ["in"],
    async create(device, { inputs: { in: stream } }) {
      const kernel = await compile(device, {
        label: "blocks/sinks/number-sink",
        wgsl: [summaryKernel],
        constants: { GROUP },
      });
      const memory = allocate(device);
      const count = countOf(device, memory, stream);
      const groups = Math.min(GROUPS, Math.ceil(stream.length / GROUP));
      const y = memory.storage("sums and limits", 16 * (groups + 1));
      const bound = kernel.bind({ x: stream.buffer, count: count.buffer, y });
      let run = NOTHING;
      return {
        label: "number-sink",
        encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
        reads: [{ buffer: y, size: 16 * (groups + 1) }],
        prepare: (page) => count.set(page.inputs.in.count),
        take([fetched], page): Report | undefined {
          const { count: items } = page.inputs.in;
          if (items === 0) return undefined;
          const fresh = summaryOf(new Float32Array(fetched), groups, items);
          run = joined(run, fresh);
          return { kind: "number", value: valueOf(over === "page" ? fresh : run, value), unit };
        },
        set: (next: NumberSink) => void ({ value, over, unit } = next),
        reset: () => void (run = NOTHING),
        destroy() {
          bound.destroy();
          memory.release();
        },
      };
    },
  };
}

function summaryOf(parts: Float32Array, groups: number, count: number): Summary {
  let whole = NOTHING;
  for (let g = 0; g < groups; g++) {
    const [sum, squares, minimum, maximum] = parts.subarray(4 * g);
    whole = joined(whole, { count: 0, sum, squares, minimum, maximum, last: 0 });
  }
  return { ...whole, count, last: parts[4 * groups] };
}

const joined = (a: Summary, b: Summary): Summary => ({
  count: a.count + b.count,
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
