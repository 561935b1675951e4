import type { Gpu } from "./device.ts";
import { allocate } from "./pool.ts";
import { readBack } from "./readback.ts";
import { rehearse } from "./submit.ts";
import type { Plan } from "./timing.ts";

/**
 * Returns the device of an open GPU.
 *
 * @throws TypeError for anything else: programs without types may give a device.
 */
export function deviceOf(gpu: Pick<Gpu, "device"> | undefined): GPUDevice {
  if ((gpu?.device as GPUDevice | undefined)?.queue) return (gpu as Gpu).device;
  throw new TypeError(
    `gpu: expected what openGpu() returned, got ${gpu === undefined ? "undefined" : "another object"}`,
  );
}

/** A plan whose inputs and outputs are arrays in the processor's memory. */
export interface ArrayPlan<Name extends string> {
  /**
   * Copies the arrays to the device, runs the plan once, and copies its outputs back. Calls may overlap: they run in order.
   *
   * @returns The bytes of each output.
   * @throws OutOfMemoryError, GpuValidationError, DeviceLostError; Error after `destroy`.
   */
  run(arrays: Readonly<Record<Name, ArrayBufferView<ArrayBuffer>>>): Promise<ArrayBuffer[]>;
  destroy(): void;
}

/** A plan, and those parts of its buffers that a caller wants. */
export interface PlannedArrays {
  plan: Plan;
  outputs: readonly GPUBufferBinding[];
}

/**
 * Creates the input buffers of a plan and the plan.
 *
 * @param bytes Size of each input in bytes.
 * @param create Receives the inputs' buffers, by the same names.
 * @throws What `create` throws; OutOfMemoryError if the device has no memory for it.
 */
export async function createArrayPlan<Name extends string>(
  gpu: Pick<Gpu, "device">,
  bytes: Readonly<Record<Name, number>>,
  create: (inputs: Readonly<Record<Name, GPUBuffer>>) => Promise<PlannedArrays>,
): Promise<ArrayPlan<Name>> {
  const device = deviceOf(gpu);
  const memory = allocate(device);
  const names = Object.keys(bytes) as Name[];
  let planned: PlannedArrays | undefined;
  let destroyed = false;
  const destroy = () => {
    if (destroyed) return;
    destroyed = true;
    planned?.plan.destroy();
    memory.release();
  };
  try {
    const buffers = names.map((name) => [name, memory.storage(name, bytes[name])] as const);
    const inputs = Object.fromEntries(buffers) as Record<Name, GPUBuffer>;
    planned = await create(inputs);
    const { plan, outputs } = planned;
    await rehearse(device, [plan]);
    return {
      async run(arrays) {
        // Its memory may belong to another plan by now.
        if (destroyed) throw new Error(`${plan.label}: it was used after destroy(); create a new one`);
        for (const name of names) device.queue.writeBuffer(inputs[name], 0, arrays[name]);
        const encoder = device.createCommandEncoder({ label: plan.label });
        plan.encode(encoder);
        return readBack(device, outputs, encoder);
      },
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

/**
 * Returns numbers as float32.
 *
 * @throws RangeError when their number is not `length`; `what` names them and their layout.
 */
export function floatsOf(what: string, values: ArrayLike<number>, length: number): Float32Array<ArrayBuffer> {
  if (values.length !== length) throw new RangeError(`${what}: expected ${length} numbers, got ${values.length}`);
  return values instanceof Float32Array && values.buffer instanceof ArrayBuffer
    ? (values as Float32Array<ArrayBuffer>)
    : Float32Array.from(values);
}
