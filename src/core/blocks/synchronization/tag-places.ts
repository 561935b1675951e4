import { MOST_PLACES, type TagPlaces } from "../../flow/build/block-factory.ts";
import { allocate } from "../../gpu/pool.ts";
import { clear } from "../../gpu/submit.ts";

/** Memory for the places of tags. A kernel sets the number of tags to 0 after a page. */
export function createTagPlaces(device: GPUDevice): TagPlaces & { destroy(): void } {
  const label = "places of tags";
  const memory = allocate(device);
  const buffer = memory.storage(label, 8 * (MOST_PLACES + 1));
  clear(device, label, [buffer]);
  return {
    buffer,
    set: (items) =>
      device.queue.writeBuffer(buffer, 0, Uint32Array.from([items.length, ...items].flatMap((word) => [word, 0]))),
    destroy: memory.release,
  };
}
