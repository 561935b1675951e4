import { allocate } from "../../gpu/pool.ts";
import { poison, readFloats, run, testDevice } from "../../gpu/testing.ts";
import { type Block, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../graph/block.ts";
import { createHistory } from "./history.ts";

const WIDTH: Readonly<Record<SampleKind, number>> = { real: 1, complex: 2 };

/**
 * Runs signals of equal length through a block in pages of `length` samples, with poisoned outputs. The last page is
 * filled with zeros.
 *
 * @returns The output for the given samples, [signal][samples·up/down].
 */
export async function streamed(
  block: Block,
  x: ArrayLike<number>,
  { signals = 1, length }: { signals?: number; length: number },
): Promise<Float32Array> {
  const device = await testDevice();
  const memory = allocate(device);
  const row = x.length / signals;
  const inputs = length * WIDTH[block.input];
  const input = memory.storage("page", 4 * signals * inputs);
  const plan = await block.create(device, { signals, length, input });
  const outputs = plan.outputs * WIDTH[block.output];
  const outputRow = Math.ceil(((row / WIDTH[block.input]) * block.up) / block.down) * WIDTH[block.output];
  const y = new Float32Array(signals * outputRow);
  for (let page = 0; page * inputs < row; page++) {
    const samples = new Float32Array(signals * inputs);
    for (let i = 0; i < samples.length; i++) {
      const [signal, n] = [Math.floor(i / inputs), page * inputs + (i % inputs)];
      if (n < row) samples[i] = x[signal * row + n];
    }
    device.queue.writeBuffer(input, 0, samples);
    poison(device, plan.output);
    await run(device, plan);
    const found = await readFloats(device, plan.output, signals * outputs);
    for (let signal = 0; signal < signals; signal++) {
      const from = found.subarray(signal * outputs, (signal + 1) * outputs);
      y.set(from.subarray(0, Math.max(0, outputRow - page * outputs)), signal * outputRow + page * outputs);
    }
  }
  plan.destroy();
  memory.release();
  return y;
}

/** A block that only delays: y[n] = x[n − samples], for pages longer than the delay. */
export function waitingBlock(kind: SampleKind, samples: number): Block {
  const label = `test/wait-${samples}`;
  return {
    label,
    input: kind,
    output: kind,
    up: 1,
    down: 1,
    multiple: 1,
    delay: samples,
    async create(device, page): Promise<StreamPlan> {
      const { signals, length, input } = page;
      const history = await createHistory(device, { ...page, kind, history: samples });
      const memory = allocate(device);
      const bytes = SAMPLE_BYTES[kind];
      const output = memory.storage("late", signals * length * bytes);
      return {
        label,
        output,
        outputs: length,
        reset: history.reset,
        encode(encoder, timestampWrites) {
          for (let s = 0; s < signals; s++) {
            const row = s * length * bytes;
            encoder.copyBufferToBuffer(history.buffer, s * samples * bytes, output, row, samples * bytes);
            encoder.copyBufferToBuffer(input, row, output, row + samples * bytes, (length - samples) * bytes);
          }
          history.encode(encoder, timestampWrites);
        },
        destroy() {
          history.destroy();
          memory.release();
        },
      };
    },
  };
}

/** Returns a block without a plan, for properties that are known before a run. */
export function paperBlock(numbers: Partial<Block>): Block {
  const create = () => Promise.reject(new Error("this block has no plan"));
  return {
    label: "test/paper",
    input: "real",
    output: "real",
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0,
    create,
    ...numbers,
  };
}
