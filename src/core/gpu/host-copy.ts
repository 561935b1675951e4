import type { Gpu } from "./device.ts";
import { lockOf } from "./lock.ts";
import { allocate } from "./pool.ts";
import { readBack } from "./readback.ts";

/** Size of the copied buffer, bytes: long enough that the start of a copy does not matter. */
const BYTES = 2 ** 25;
const SOFTWARE_BYTES = 2 ** 20;
const RUNS = 5;

/**
 * Returns the speed of copies from the GPU to the host and back, in bytes/ms, by the wall clock (median). Samples take this
 * path from one GPU to another, because WebGPU has no copy between devices.
 */
export async function hostCopySpeed({ device, adapter }: Gpu): Promise<number> {
  const size = adapter.software ? SOFTWARE_BYTES : BYTES;
  const memory = allocate(device);
  try {
    const buffer = memory.storage("host copy", size);
    const times: number[] = [];
    await lockOf(device).alone(async () => {
      // The first run allocates the staging buffers.
      for (let run = 0; run <= RUNS; run++) {
        const start = performance.now();
        const [copy] = await readBack(device, [buffer]);
        device.queue.writeBuffer(buffer, 0, copy);
        await device.queue.onSubmittedWorkDone();
        if (run > 0) times.push(performance.now() - start);
      }
    });
    return size / times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
  } finally {
    memory.release();
  }
}
