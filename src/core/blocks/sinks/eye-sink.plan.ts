import type { Report, SinkBlock } from "../../flow/build/block-factory.ts";
import type { EyeSink } from "./eye-sink.ts";
import { finiteItems, othersNote } from "./finite-items.ts";
import { createNewest } from "./newest.ts";

/**
 * Traces begin at every `symbols`-th symbol after the offset. Each one has samplesPerSymbol·symbols + 1 samples, so that
 * the first and the last one are `symbols` apart.
 */
export function createEyeSink(parameters: EyeSink): SinkBlock {
  const { type, samplesPerSymbol, symbols, traces } = parameters;
  let { offset } = parameters;
  const step = samplesPerSymbol * symbols;
  const width = type === "complex" ? 2 : 1;
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(device, { inputs }) {
      const newest = await createNewest(device, { stream: inputs.in, type, keep: (traces + 1) * step + 1 });
      return {
        ...newest,
        label: "eye-sink",
        reads: [newest.read],
        prepare: (page) => newest.setCount(page.inputs.in.count),
        take([fetched], page): Report {
          const { values, first } = newest.take(fetched, page.inputs.in);
          const items = values.length / width;
          // The newest traces that lie within the items; trace k begins at item offset + k·step of the stream.
          const last = Math.floor((first + items - 1 - offset) / step) - 1;
          const earliest = Math.max(0, Math.ceil((first - offset) / step), last - traces + 1);
          const whole = Math.max(0, last - earliest + 1);
          const begin = offset + earliest * step - first;
          const shown = values.subarray(begin * width, whole > 0 ? (begin + whole * step + 1) * width : begin * width);
          const { others } = finiteItems(type, shown);
          const found = new Float32Array(whole * width * (step + 1));
          for (let k = 0; k < whole; k++) {
            const from = offset + (earliest + k) * step - first;
            for (let part = 0; part < width; part++) {
              for (let n = 0; n <= step; n++) {
                found[(k * width + part) * (step + 1) + n] = values[(from + n) * width + part];
              }
            }
          }
          return { kind: "eye", traces: found, length: step + 1, symbols, ...othersNote(others, "not drawn") };
        },
        set: (next: EyeSink) => void ({ offset } = next),
      };
    },
  };
}
