import addressesKernel from "#shaders/signals/decoders/mode-s/addresses.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";

const MOST_GROUP = 64;
const MOST_GROUPS = 256;
/** A bit per address. */
const KNOWN_BYTES = 2 ** 21;
/** Addresses that the processor may add per page. */
const MOST_GIVEN = 254;
/** Pages whose numbers of candidates are known, as the kernel has them. */
const PAGES = 2 ** 16;

export interface AddressesConfig {
  /** As the kernel of candidates has them. */
  candidates: GPUBuffer;
  counts: GPUBuffer;
  ring: number;
  /** Steps of a page. */
  steps: number;
}

export interface Addresses extends Plan {
  /** A bit per address that may be confirmed. */
  readonly known: GPUBuffer;
  /** A bit per step of the page at which a candidate with an unchecked reading starts. */
  readonly entered: GPUBuffer;
  /** u32: the candidates before the page; 1 if the whole ring must be looked at, for example for a new address; and words for the kernels. */
  readonly progress: GPUBuffer;
  /** Records what comes before the kernel of candidates. */
  begin(encoder: GPUCommandEncoder): void;
  /** Sets the next page. @param given Addresses that may be confirmed, too: it takes some of them out. @param rescan Whether the whole ring must be looked at. */
  next(page: number, given: number[], rescan: boolean): void;
}

/** Notes which addresses the candidates of pages may confirm, and where candidates start. */
export async function createAddresses(device: GPUDevice, config: AddressesConfig): Promise<Addresses> {
  const { candidates, counts, ring, steps } = config;
  const GROUP = groupOf(device, MOST_GROUP);
  const memory = allocate(device);
  const progress = memory.storage("progress", 4 * (2 + MOST_GIVEN + PAGES));
  const known = memory.storage("known", KNOWN_BYTES);
  const entered = memory.storage("entered", 4 * Math.ceil(steps / 32));
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/addresses",
    wgsl: [addressesKernel],
    constants: { GROUP, RING: ring },
    resources: { candidates, counts, progress, known, entered, params: { page: 0, first: 0, given: 0, rescan: 0 } },
    groups: Math.min(MOST_GROUPS, Math.ceil(ring / GROUP)),
    memory,
  });
  let isNew = true;
  return {
    ...stage,
    known,
    entered,
    progress,
    begin(encoder) {
      if (isNew) {
        for (const buffer of [candidates, known]) encoder.clearBuffer(buffer);
        encoder.clearBuffer(counts, 4, 4);
      }
      isNew = false;
      encoder.copyBufferToBuffer(counts, 4, progress, 0, 4);
      encoder.clearBuffer(progress, 4, 4);
      encoder.clearBuffer(entered);
    },
    next(page, given, rescan) {
      const added = given.splice(0, MOST_GIVEN);
      if (added.length > 0) device.queue.writeBuffer(progress, 8, Uint32Array.from(added));
      stage.set({ page, first: (page * steps) % 2 ** 32, given: added.length, rescan: Number(rescan) });
    },
  };
}
