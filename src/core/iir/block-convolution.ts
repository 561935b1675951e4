import blockConvolutionKernel from "#shaders/iir/block-convolution.wgsl?raw";
import chunkStarts from "#shaders/iir/lib/chunk-starts.wgsl?raw";
import polesLibrary from "#shaders/iir/lib/poles.wgsl?raw";
import { FFT_POINTS, tableLibrary, twiddlesOf } from "../fft/workgroup.ts";
import { spectrumOf } from "../fir/transform.ts";
import { owning } from "../gpu/owning.ts";
import { gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { rowItems } from "./chunk-starts.ts";
import { createChunkStates } from "./chunk-states.ts";
import { impulseResponse } from "../filter-design/cascade.ts";
import { mul } from "../filter-design/complex.ts";
import { foursOf, fractionsOf, packFours, complexPower } from "./poles.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import { BLOCK, type IirConfig } from "./limits.ts";

/** Points of a transform: a block and as many zeros, for the tail of its response. */
const FFT_LENGTH = 2 * BLOCK;
const GROUP = FFT_LENGTH / FFT_POINTS;
/** Workgroups that occupy a large GPU; with more work each takes several transforms. */
const PARALLEL = 1024;

export interface BlockConvolutionConfig extends Omit<IirConfig, "filter"> {
  filter: IirFilter;
  /** Blocks per workgroup, processed in turn: an even number. Default: more for larger pages. */
  share?: number;
}

/**
 * A recursive filter by blocks: an FFT convolves each block with the start of the impulse response, and the states of the filter's poles carry the tail to later blocks.
 * Source: Trebien and Oliveira, "Realistic real-time sound re-synthesis and processing for interactive virtual worlds", 2009.
 *
 * @throws RangeError for a filter without partial fractions (repeated poles, more zeros than poles), and for a size out of
 *   its range.
 */
export function createBlockConvolution(device: GPUDevice, config: BlockConvolutionConfig): Promise<StreamPlan> {
  return owning(device, async ({ memory, keep, stage }) => {
    const { kind, signals, length, input, filter } = config;
    const label = "iir/block-convolution";
    if (config.share !== undefined && !(config.share > 0 && config.share % 2 === 0)) {
      throw new RangeError(`${label}: share must be a positive even number, got ${config.share}`);
    }
    const { poles, weights } = fractionsOf(filter);
    const states = await keep(createChunkStates(device, { label, kind, signals, length, input, poles, chunk: BLOCK }));
    const { starts, pieces, reach, chunks, reset } = states;
    const output = memory.storage(`${label}, output`, signals * length * SAMPLE_BYTES[kind]);
    const share = config.share ?? 2 * Math.max(1, Math.floor((signals * chunks) / (2 * PARALLEL)));
    const tiles = Math.ceil(chunks / share);
    const response = impulseResponse(filter.sections, BLOCK);
    const decays = Array.from({ length: BLOCK }, (_, n) =>
      poles.map((p, k) => mul(weights[k], complexPower(p, n + 1))),
    );
    const blocks = await stage({
      label,
      wgsl: [
        blockConvolutionKernel,
        polesLibrary,
        chunkStarts,
        ...tableLibrary(device, { length: FFT_LENGTH, group: GROUP }),
      ],
      constants: { FFT_LENGTH, GROUP, WIDTH: SAMPLE_BYTES[kind] / 4, PIECE: rowItems(device) },
      resources: {
        input,
        starts,
        pieces,
        reach,
        spectrum: memory.constant(`${label}, spectrum`, spectrumOf(response, false, FFT_LENGTH)),
        twiddles: memory.constant(`${label}, twiddles`, twiddlesOf(FFT_LENGTH)),
        decays: memory.constant(`${label}, decays`, packFours(decays)),
        output,
        params: { signals, length, chunks, fours: foursOf(poles), tiles, share },
      },
      groups: gridOf(device, signals * tiles),
    });
    return { ...sequence(label, [states, blocks]), output, outputs: length, reset };
  });
}
