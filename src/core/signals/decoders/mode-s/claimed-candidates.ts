import claimedCandidatesKernel from "#shaders/signals/decoders/mode-s/claimed-candidates.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import type { Addresses, AddressesConfig } from "./addresses.ts";
import { BODY_BYTES, HEAD_BYTES } from "./candidates.ts";

const MOST_GROUP = 64;
const MOST_GROUPS = 1024;

/** Of the lowest 16 bits of each checked remainder: 1 if it may be a frame of 56 bits, and of 112. */
export type CheckedRemainders = readonly [short: Uint8Array, long: Uint8Array];

export interface ClaimedCandidatesConfig extends AddressesConfig, Pick<Addresses, "known" | "progress"> {
  /** Candidates of a page that are copied. */
  capacity: number;
  /** Steps that a candidate waits for the confirmation of its address. */
  wait: number;
  /** Without them, all candidates are copied. */
  checked?: CheckedRemainders;
}

export interface ClaimedCandidates extends Plan {
  /** u32: the number of copies, more than `capacity` if not all are copied. */
  readonly found: GPUBuffer;
  /** `capacity` heads, then as many bodies, in any order. The first word of a head is the step in the recording, modulo 2³². */
  readonly claims: GPUBuffer;
  /** Sets the number of the next page. */
  next(page: number): void;
  /** Returns the parts of `claims` that hold this many copies. */
  partsOf(count: number): GPUBufferBinding[];
}

/** Copies candidates that may be frames from the ring, each once. */
export async function createClaimedCandidates(
  device: GPUDevice,
  config: ClaimedCandidatesConfig,
): Promise<ClaimedCandidates> {
  const { candidates, counts, ring, steps, known, progress, capacity, wait, checked } = config;
  const GROUP = groupOf(device, MOST_GROUP);
  const memory = allocate(device);
  const found = memory.storage("found", 4);
  const claims = memory.storage("claims", (HEAD_BYTES + BODY_BYTES) * capacity);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/claimed-candidates",
    wgsl: [claimedCandidatesKernel],
    constants: {
      GROUP,
      RING: ring,
      CAPACITY: capacity,
      STEPS: steps,
      WAIT: wait,
      ALL: Number(checked === undefined),
    },
    resources: {
      candidates,
      counts,
      progress,
      known,
      checked: memory.constant("checked", bitsOf(checked ?? [])),
      found,
      claims,
      params: { page: 0, first: 0 },
    },
    groups: Math.min(MOST_GROUPS, Math.ceil(ring / GROUP)),
    memory,
  });
  return {
    ...stage,
    found,
    claims,
    next: (page) => stage.set({ page, first: (page * steps) % 2 ** 32 }),
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(found);
      stage.encode(encoder, timestampWrites);
    },
    partsOf: (count) => [
      { buffer: claims, size: HEAD_BYTES * count },
      { buffer: claims, offset: HEAD_BYTES * capacity, size: BODY_BYTES * count },
    ],
  };
}

/** Returns a bit per number: 2¹⁶ of each table. */
function bitsOf(tables: readonly Uint8Array[]): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(2 ** 12);
  for (const [t, table] of tables.entries()) {
    for (let i = 0; i < table.length; i++) if (table[i]) words[(t << 11) + (i >> 5)] |= 1 << (i & 31);
  }
  return words;
}
