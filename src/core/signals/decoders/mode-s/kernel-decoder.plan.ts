import type { Gpu } from "../../../gpu/device.ts";
import type { DecoderOptions, GpuDecoder, SampleFormat } from "../decoder.ts";
import { createCandidateReader, offsetOf } from "./decoder.ts";
import { createKernelSearch } from "./kernel-search.ts";

/** Blocks of 65536 samples per page: enough to occupy a GPU. A software adapter gets short pages, so that a step stays short. */
const blocksFor = ({ adapter }: Gpu) => (adapter.software ? 1 : 16);

/** Creates the decoder of Mode S and ADS-B whose candidates come from a GPU. @throws RangeError when the rate is not between 2 and 20 MS/s. */
export async function createKernelDecoder(
  gpu: Gpu,
  options: DecoderOptions,
  format: SampleFormat,
): Promise<GpuDecoder> {
  const { sampleRateHz } = options;
  const search = await createKernelSearch(gpu, {
    sampleRateHz,
    offsetHz: offsetOf(options),
    format,
    blocks: blocksFor(gpu),
  });
  const { framesOf, rest } = createCandidateReader(options);
  return {
    push: async (samples) => (await search.push(samples)).flatMap(framesOf),
    end: async () => [...(await search.end()).flatMap(framesOf), ...rest()],
    destroy: () => search.destroy(),
  };
}
