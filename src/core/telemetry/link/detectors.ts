import type { Decided } from "../detection/decided.ts";
import { type LoopGains } from "../detection/loop.ts";
import { createOqpskDetector, SET_BUFFERS } from "../detection/oqpsk.ts";
import type { EqualizerName } from "../equalizer/names.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { PACKET_BITS } from "../packet.ts";

/** The detection of one equalizer. */
interface Detected {
  /** The part of a buffer for its filtered packets, vec2f [slot][6336]. */
  readonly matched: GPUBufferBinding;
  readonly decided: Decided<GPUBufferBinding>;
  /** Its detector alone, for a slow device. */
  readonly alone: Stage;
}

/** The OQPSK detectors of several equalizers. */
export interface Detectors {
  of(equalizer: EqualizerName): Detected;
  /** All detectors, in as few kernels as the device's bindings allow. */
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setLoop(gains: LoopGains): void;
  destroy(): void;
}

/**
 * Creates the detectors of several equalizers behind one another in memory. Their loops are serial and few, so that one kernel
 * for all takes hardly longer than for one.
 */
export function createDetectors(
  device: GPUDevice,
  config: Pick<ReceiverBuffers, "slots" | "packets"> & { names: readonly EqualizerName[]; loop: LoopGains },
): Promise<Detectors> {
  const { slots, packets, names, loop } = config;
  const bytes = Math.ceil(slots / BLOCK_PACKETS) * BLOCK_PACKETS * PACKET_BITS * 8;
  /** Sets in a buffer. */
  const most = Math.max(1, Math.floor(device.limits.maxStorageBufferBindingSize / bytes));
  const groups = inGroups(names, SET_BUFFERS * most);
  return owning(device, async ({ memory, keep }) => {
    const parts = new Map<EqualizerName, Detected>();
    const stages: Stage[] = [];
    const setters: ((gains: LoopGains) => void)[] = [];
    for (const group of groups) {
      const sets = group.length;
      const held = Math.ceil(sets / Math.ceil(sets / most));
      const matched = Array.from({ length: Math.ceil(sets / held) }, (_, i) =>
        memory.storage("matched", Math.min(held, sets - i * held) * bytes),
      );
      const plan = await keep(createOqpskDetector(device, { slots, packets, matched, sets, held, loop }));
      stages.push({ ...plan, label: `${plan.label} (${group.join(", ")})` });
      setters.push((gains) => plan.setLoop(gains));
      for (const [set, name] of group.entries()) {
        const part = { buffer: matched[Math.floor(set / held)], offset: (set % held) * bytes, size: bytes };
        parts.set(name, { matched: part, decided: plan.decided[set], alone: plan.alone[set] });
      }
    }
    return {
      stages,
      of(equalizer) {
        const part = parts.get(equalizer);
        if (!part) throw new RangeError(`link/detectors: no detector for ${equalizer}, only for ${names.join(", ")}`);
        return part;
      },
      setLoop(gains) {
        for (const set of setters) set(gains);
      },
    };
  });
}

/** Splits a list into groups of at most `most`, as equal as possible. */
function inGroups<Item>(items: readonly Item[], most: number): Item[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / most));
  return Array.from({ length: Math.ceil(items.length / most) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
