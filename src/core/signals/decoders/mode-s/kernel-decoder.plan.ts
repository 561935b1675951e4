import { CaptureError } from "../../../capture/capture-error.ts";
import type { Gpu } from "../../../gpu/device.ts";
import type { DecoderOptions, KernelDecoder } from "../decoder.ts";
import { type CandidateReader, createCandidateReader, modeSTuning } from "./decoder.ts";
import { searchByKernels } from "./kernel-search.ts";

/**
 * Blocks of 65,536 samples per page: enough to occupy a GPU, and with what a frame needs beyond them just below a power of two, which
 * buffers have. A software adapter gets short pages, so that a step stays short.
 */
const blocksFor = ({ adapter }: Gpu) => (adapter.software ? 1 : 15);

/**
 * Returns a decoder of Mode S and ADS-B whose candidates come from a GPU. It throws a RangeError when the rate is not between 2 and 20 MS/s.
 *
 * @param createReader Reads frames from the candidates.
 */
export const decodeWith = (createReader: (options: DecoderOptions) => CandidateReader): KernelDecoder =>
  async function* decodeOnGpu(gpu, options, source) {
    const reader = createReader(options);
    const config = { ...modeSTuning(options), blocks: blocksFor(gpu) };
    let samples = 0;
    try {
      for await (const page of searchByKernels(gpu, config, source)) {
        samples = page.samples;
        yield { samples, frames: await reader.framesOf(page.candidates) };
      }
    } catch (error) {
      // The file has become shorter: what waits for a confirmation ends there.
      if (error instanceof CaptureError) yield { samples, frames: await reader.rest() };
      throw error;
    }
    yield { samples, frames: await reader.rest() };
  };

/** Decodes in this thread. */
export const decodeOnGpu = decodeWith(createCandidateReader);
