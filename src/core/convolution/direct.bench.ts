import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "../equalizer/taps.ts";
import { convolutionTask } from "../experiments/compare-convolutions.ts";
import { errorOnGpu } from "../experiments/measurement.ts";
import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../preamble/blocks.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { createDirectConvolution } from "./direct.ts";
import type { Convolution, ConvolutionConfig } from "./plan.ts";

const detection = { taps: DETECTION_FILTER, delay: 11 };
const packet = { inputStride: PACKET_SAMPLES, origin: 0, outputLength: PACKET_SAMPLES, decimation: 1 };
const equalizer = { taps: EQUALIZER_TAPS, precursors: PRECURSORS };

/** The thesis's comparison (186 taps, 23 taps, both in a row), and the receiver's own filter. */
const shapes = {
  "186 taps": { ...packet, ...equalizer },
  "23 taps": { ...packet, taps: DETECTION_FILTER.length, precursors: 11 },
  "186 + 23 taps": { ...packet, ...equalizer, cascade: detection },
  "186 + 23 taps, every second sample of a window": {
    inputStride: WINDOW_LENGTH,
    origin: WINDOW_ORIGIN,
    outputLength: PACKET_BITS,
    decimation: 2,
    ...equalizer,
    cascade: detection,
  },
};

/** Those shapes for a batch of packets, with milliseconds published for one Tesla K40c. */
export function convolutionCases(
  label: string,
  create: (device: GPUDevice, config: ConvolutionConfig) => Promise<Convolution>,
  published: Partial<Record<keyof typeof shapes, number>>,
): BenchCase[] {
  return Object.entries(shapes).map(([name, shape]) => {
    const ms = published[name as keyof typeof shapes];
    const read = Math.min(shape.inputStride, shape.outputLength * shape.decimation);
    return {
      name: `${label} ${name}, ${BATCH_PACKETS} packets`,
      bytes: BATCH_PACKETS * (read + shape.outputLength + shape.taps) * 8,
      published: ms ? { ms, on: "Tesla K40c" } : undefined,
      error: (gpu) =>
        errorOnGpu(gpu, convolutionTask({ signals: BATCH_PACKETS, ...shape }, 1), (signals, [input, filters]) =>
          create(gpu.device, { signals, ...shape, input, filters }),
        ),
      async create(device) {
        const memory = allocate(device);
        const input = memory.storage("samples", BATCH_PACKETS * shape.inputStride * 8);
        const filters = memory.storage("taps", BATCH_PACKETS * shape.taps * 8);
        const plan = await create(device, { signals: BATCH_PACKETS, ...shape, input, filters });
        const destroy = () => {
          plan.destroy();
          memory.release();
        };
        return { ...plan, destroy };
      },
    };
  });
}

export const cases = convolutionCases("convolution/direct", createDirectConvolution, {
  "186 taps": 180.3,
  "23 taps": 22.7,
  "186 + 23 taps": 205,
});
