import { readBack } from "../../gpu/readback.ts";
import type { Gpu } from "../../gpu/device.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, blockCount } from "../blocks.ts";
import { type Scenario, recordingLength } from "./scenario.ts";
import { fittingPageBlocks, type RunOptions } from "./page.ts";
import { createTransmitter } from "../link/transmitter.ts";

/** A page of a recording that is made. */
export interface SynthesizeStep {
  /** Index of the next block to make. */
  state: number;
  progress: number;
  /** The recording's next samples, complex pairs, after the previous step's samples. */
  samples: Float32Array<ArrayBuffer>;
}

/**
 * Makes a scenario's recording from block `from` on, one page per step: the same samples as in a sweep.
 *
 * Ends early, without an error, when the signal aborts.
 *
 * @example
 * ```ts
 * import { openGpu } from "threeray/gpu";
 * import { parseScenario, synthesizeTelemetry } from "threeray/telemetry";
 *
 * const gpu = await openGpu();
 * const scenario = parseScenario({ packets: 2, ebn0: 20, seed: 1 });
 * let samples = 0;
 * for await (const step of synthesizeTelemetry(gpu, scenario, 0)) samples += step.samples.length / 2;
 * console.log(samples >= 2 * 12_672); // true
 * gpu.close();
 * ```
 */
export async function* synthesize(
  gpu: Gpu,
  scenario: Scenario,
  from: number,
  { signal, pageBlocks: wanted }: RunOptions = {},
): AsyncGenerator<SynthesizeStep> {
  const { device } = gpu;
  const pageBlocks = fittingPageBlocks(gpu, wanted);
  const length = recordingLength(scenario);
  const end = blockCount(length);
  const transmitter = await createTransmitter(device, { scenario, blocks: Math.min(pageBlocks, end - from) });
  try {
    for (let first = from; first < end; first += transmitter.blocks) {
      if (signal?.aborted) return;
      transmitter.setPage({ firstBlock: first, ebn0: scenario.ebn0 });
      const encoder = device.createCommandEncoder({ label: "synthesize" });
      for (const stage of transmitter.stages) stage.encode(encoder);
      const next = Math.min(first + transmitter.blocks, end);
      const rows = Array.from({ length: next - first }, (_, row) => {
        const count = first + row === end - 1 ? length - (end - 1) * BLOCK_HOP : BLOCK_HOP;
        return { buffer: transmitter.samples, offset: 8 * (row * BLOCK_LENGTH + BLOCK_LEAD), size: 8 * count };
      });
      const pieces = await readBack(device, rows, encoder);
      const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.byteLength / 4, 0));
      let at = 0;
      for (const piece of pieces) {
        samples.set(new Float32Array(piece), at);
        at += piece.byteLength / 4;
      }
      yield { state: next, progress: next / end, samples };
    }
  } finally {
    transmitter.destroy();
  }
}
