import { createOverlapSave } from "../../convolution/overlap-save.ts";
import { createOverlapSavePair } from "../../convolution/overlap-save-pair.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import type { PairPlan } from "../../convolution/pair-plan.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { createFilteredSpectra } from "../equalizer/filtered-spectra.ts";
import type { EqualizerName } from "../equalizer/names.ts";
import type { KeptSpectra } from "../equalizer/spectra.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "../equalizer/taps.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { inSlotRanges, partOf, type SlotRange } from "../slot-ranges.ts";

/** An equalizer's filter. */
export interface EqualizerFilter {
  name: EqualizerName;
  /** vec2f [slot][186] */
  taps: GPUBuffer;
  /** The part of a buffer for the filtered packets, vec2f [slot][6336]. */
  output: GPUBufferBinding;
}

/** The equalizers' filters, each with the detection filter behind it. */
export interface MatchedFilters {
  /** All filters, two at a time. */
  readonly stages: readonly Stage[];
  /** What a device computes before them if it has not run CMA, whose first pass keeps the packets' spectra. */
  readonly transforms: readonly Stage[];
  /** The filter of each equalizer alone, for a slow device, which runs them in their order. */
  readonly alone: ReadonlyMap<EqualizerName, readonly Stage[]>;
  destroy(): void;
}

/** Filters the packets' windows with the taps of several equalizers and the detection filter, every second sample. */
export function createMatchedFilters(
  device: GPUDevice,
  {
    slots,
    packets,
    window,
    spectra,
    filters,
  }: Pick<ReceiverBuffers, "slots" | "packets" | "window"> & {
    /** The packets' spectra, if CMA keeps them. */
    spectra?: KeptSpectra;
    filters: readonly EqualizerFilter[];
  },
): Promise<MatchedFilters> {
  const sizes = {
    inputStride: WINDOW_LENGTH,
    origin: WINDOW_ORIGIN,
    outputLength: PACKET_BITS,
    decimation: SAMPLES_PER_BIT,
    taps: EQUALIZER_TAPS,
    precursors: PRECURSORS,
    cascade: { taps: DETECTION_FILTER, delay: (DETECTION_FILTER.length - 1) / 2 },
  };
  return owning(device, async ({ keep }) => {
    const stages: Stage[] = [];
    const transforms = spectra && filters.length > 1 ? [spectra.compute] : [];
    const alone = new Map<EqualizerName, Stage[]>();
    for (let i = 0; i < filters.length; i += 2) {
      const [one, other] = filters.slice(i, i + 2);
      if (!other) {
        const plan = await inSlotRanges(device, slots, (range) => {
          const { filters, output } = endsOf(one, range);
          return keep(createOverlapSave(device, { ...sizes, ...signalsOf(range), filters, output }));
        });
        stages.push({ ...plan, label: `${plan.label} (${one.name})` });
        alone.set(one.name, [plan]);
        continue;
      }
      const plan = await createPair(one, other);
      stages.push({ ...plan, label: `${plan.label} (${one.name}, ${other.name})` });
      alone.set(one.name, [...(i === 0 ? transforms : []), plan.alone[0]]);
      alone.set(other.name, [plan.alone[1]]);
    }
    return { stages, transforms, alone };

    async function createPair(one: EqualizerFilter, other: EqualizerFilter): Promise<Stage & Pick<PairPlan, "alone">> {
      if (spectra) {
        const [filters, outputs] = [[one.taps, other.taps] as const, [one.output, other.output] as const];
        return keep(createFilteredSpectra(device, { slots, packets, spectra, filters, outputs }));
      }
      const pair = await inSlotRanges(device, slots, (range) => {
        const [ends, others] = [endsOf(one, range), endsOf(other, range)];
        const [filters, outputs] = [[ends.filters, others.filters] as const, [ends.output, others.output] as const];
        return keep(createOverlapSavePair(device, { ...sizes, ...signalsOf(range), filters, outputs }));
      });
      const aloneOf = (member: 0 | 1) =>
        sequence(
          pair.label,
          pair.ranges.map(({ alone }) => alone[member]),
        );
      return { ...pair, alone: [aloneOf(0), aloneOf(1)] };
    }
  });

  function signalsOf(range: SlotRange) {
    return { signals: range.slots, input: partOf(window, range, WINDOW_LENGTH * 8) };
  }

  function endsOf({ taps, output }: EqualizerFilter, range: SlotRange) {
    return { filters: partOf(taps, range, EQUALIZER_TAPS * 8), output: partOf(output, range, PACKET_BITS * 8) };
  }
}
