import filteredSpectra from "#shaders/telemetry/equalizer/filtered-spectra.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { type PairPlan, pairPlan } from "../../convolution/pair-plan.ts";
import { FFT_POINTS, pairLibrary } from "../../fft/workgroup.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { detectionResponse } from "../detection/detection-filter.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { slotHalves } from "../slot-ranges.ts";
import type { KeptSpectra } from "./spectra.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

export interface FilteredSpectraConfig extends Pick<ReceiverBuffers, "slots" | "packets"> {
  spectra: KeptSpectra;
  /** Taps of two equalizers, vec2f [slot][186] each. */
  filters: readonly [GPUBuffer, GPUBuffer];
  /** The parts of buffers for the packets behind either and the detection filter, vec2f [slot][6336]. */
  outputs: readonly [GPUBufferBinding, GPUBufferBinding];
}

/** Filters the packets with two equalizers and the detection filter, every second sample, from the spectra that CMA keeps. */
export async function createFilteredSpectra(
  device: GPUDevice,
  { slots, packets, spectra, filters, outputs }: FilteredSpectraConfig,
): Promise<PairPlan> {
  const label = "equalizer/filtered-spectra";
  const { buffer, length, overlap, hop, blocks } = spectra;
  const group = length / FFT_POINTS;
  const halves = slotHalves(label, device, slots);
  const kernel = await compile(device, {
    label,
    wgsl: [filteredSpectra, ...pairLibrary(device, { length, group, isWhole: true }), packet],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      TAPS: EQUALIZER_TAPS,
      OVERLAP: overlap,
      STEP: hop / SAMPLES_PER_BIT,
      BLOCKS: blocks,
      HALVES: halves.most,
      LENGTH: PACKET_BITS,
    },
  });
  const memory = allocate(device);
  const [first, more] = halves.of(buffer, blocks * length * 8);
  const resources = {
    packets,
    spectra: first,
    moreSpectra: more,
    response: memory.constant("detection filter's spectrum", detectionResponse(length)),
    taps: filters[0],
    others: filters[1],
    first: outputs[0],
    second: outputs[1],
  };
  return pairPlan({ label, kernel, resources, params: { held: halves.held }, groups: slots, memory });
}
