import { type KernelSource, type Values } from "../gpu/kernel.ts";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf, groupOf } from "../gpu/rows.ts";
import type { Page, StreamPlan } from "../flow/graph/block.ts";

const MOST_GROUP = 256;

interface Elementwise extends Pick<Page, "signals" | "length"> {
  kernel: KernelSource;
  /** Signals [signal][length] by their names in the kernel, with the bytes per element. */
  inputs: Readonly<Record<string, { buffer: GPUBuffer; bytes: number }>>;
  /** Other bindings. */
  tables?: Readonly<Record<string, GPUBuffer>>;
  output: { name: string; bytes: number };
  params?: Values;
}

/**
 * A plan for elementwise operations, with 16 bytes of output per invocation, for signals of any length.
 *
 * @throws RangeError for sizes out of range, and buffers whose size does not fit the signals in multiples of 16 bytes.
 */
export async function createElementwise(
  device: GPUDevice,
  { kernel, signals, length, inputs, tables, output, params }: Elementwise,
): Promise<StreamPlan & { set(values: Values): void }> {
  const GROUP = groupOf(device, MOST_GROUP);
  const { label } = kernel;
  const count = checkedCount(label, "signals", signals) * checkedCount(label, "length", length);
  const resources = Object.entries(inputs).map(([name, { buffer, bytes }]) => {
    const size = whole(count * bytes);
    if (buffer.size < size) {
      throw new RangeError(`${label}: ${name} must have ${size} bytes (a multiple of 16), got ${buffer.size}`);
    }
    return [name, { buffer, size }] as const;
  });
  const memory = allocate(device);
  const size = whole(count * output.bytes);
  const buffer = memory.storage(`${label}, output`, size);
  const stage = await createStage(device, {
    ...kernel,
    constants: { ...kernel.constants, GROUP },
    resources: {
      ...Object.fromEntries(resources),
      ...tables,
      [output.name]: { buffer, size },
      ...(params && { params }),
    },
    groups: gridOf(device, Math.ceil(size / 16 / GROUP)),
    memory,
  });
  return {
    ...stage,
    output: buffer,
    outputs: length,
    // Elementwise operations have no state.
    reset() {},
  };
}

const whole = (bytes: number) => 16 * Math.ceil(bytes / 16);
