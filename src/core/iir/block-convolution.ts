import blockConvolutionKernel from "#shaders/iir/block-convolution.wgsl?raw";
import chunkStarts from "#shaders/lib/chunk-starts.wgsl?raw";
import polesLibrary from "#shaders/lib/poles.wgsl?raw";
import { FFT_GROUP, FFT_LIBRARY } from "../fft/workgroup.ts";
import { spectrumOf } from "../fir/transform.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { gridOf } from "../gpu/rows.ts";
import { sequence, type Stage } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type StreamPlan } from "../stream/block.ts";
import { ROW_ITEMS } from "./chunk-starts.ts";
import { createChunkStates } from "./chunk-states.ts";
import { impulseResponse } from "./design/cascade.ts";
import { mul } from "./design/complex.ts";
import { foursOf, fractionsOf, packFours, power } from "./poles.ts";
import { BLOCK, type IirConfig } from "./registry.ts";

/** Points of a transform: a block and as many zeros, for what its response is longer. */
const FFT_LENGTH = 2 * BLOCK;

/**
 * A recursive filter by blocks: each is convolved with the beginning of the impulse response by FFT, and the states of the
 * filter's poles carry from block to block what lasts longer.
 * Source: Trebien and Oliveira, "Realistic real-time sound re-synthesis and processing for interactive virtual worlds", 2009.
 *
 * @throws RangeError for a filter without partial fractions (repeated poles, more zeros than poles), and for a size out of
 *   its range.
 */
export async function createBlockConvolution(device: GPUDevice, config: IirConfig): Promise<StreamPlan> {
  const { kind, signals, length, input, filter } = config;
  const label = "iir/block-convolution";
  const { poles, weights } = fractionsOf(filter);
  const width = SAMPLE_BYTES[kind] / 4;
  const states = await createChunkStates(device, { label, kind, signals, length, input, poles, chunk: BLOCK });
  const { starts, pieces, reach, chunks } = states;
  const kernel = await compile(device, {
    label,
    wgsl: [blockConvolutionKernel, polesLibrary, chunkStarts, ...FFT_LIBRARY],
    constants: { FFT_LENGTH, GROUP: FFT_GROUP, WIDTH: width, PIECE: ROW_ITEMS },
  });
  const memory = allocate(device);
  const output = memory.storage(`${label}, output`, signals * length * SAMPLE_BYTES[kind]);
  const response = impulseResponse(filter.sections, BLOCK);
  const decays = Array.from({ length: BLOCK }, (_, n) => poles.map((p, k) => mul(weights[k], power(p, n + 1))));
  const bound = kernel.bind({
    input,
    starts,
    pieces,
    reach,
    spectrum: memory.constant(`${label}, spectrum`, spectrumOf(response, false, FFT_LENGTH)),
    decays: memory.constant(`${label}, decays`, packFours(decays)),
    output,
    params: { signals, length, chunks, fours: foursOf(poles) },
  });
  const groups = gridOf(device, signals * Math.ceil((chunks * width) / 2));
  const blocks: Stage = { label, encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites) };
  return {
    ...sequence(label, [states, blocks]),
    output,
    outputs: length,
    reset: states.reset,
    destroy() {
      states.destroy();
      bound.destroy();
      memory.release();
    },
  };
}
