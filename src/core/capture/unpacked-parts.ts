import unpackedParts from "#shaders/capture/unpacked-parts.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { createStage } from "../gpu/stage.ts";
import type { Plan } from "../gpu/timing.ts";
import { RAW_SAMPLE, type RawPage } from "./raw-page.ts";
import { RAW_FORMATS } from "./raw-samples.ts";

/** Invocations per part. A software GPU takes twice as long with 64. */
const GROUP = 32;

/** Float32 numbers per part: Σ|x|², the largest |x|², and how many samples are NaN or infinite. */
export const PART_POWERS = 3;

export interface UnpackedParts extends Plan {
  /** Complex float32 samples of the page. Those that are NaN or infinite are 0. */
  readonly samples: GPUBuffer;
  /** float32 [part][{@link PART_POWERS}]. */
  readonly powers: GPUBuffer;
}

/**
 * Unpacks a page of samples as a file stores them, and measures its parts.
 *
 * @param config.reach Samples in the page before its first part.
 * @param config.length Most samples of a part.
 * @param config.parts Most parts.
 */
export async function createUnpackedParts(
  device: GPUDevice,
  { format, raw, page }: Pick<RawPage, "format" | "raw" | "page">,
  { samples: room, reach, length, parts }: Record<"samples" | "reach" | "length" | "parts", number>,
): Promise<UnpackedParts> {
  const memory = allocate(device);
  const samples = memory.storage("unpacked samples", 8 * room);
  const powers = memory.storage("powers of parts", 4 * PART_POWERS * parts);
  const stage = await createStage(device, {
    label: "capture/unpacked-parts",
    wgsl: [unpackedParts, ...RAW_SAMPLE],
    constants: { FORMAT: RAW_FORMATS.indexOf(format), GROUP, PART: length, REACH: reach },
    resources: { raw, page, samples, powers },
    groups: parts,
    memory,
  });
  return { ...stage, samples, powers };
}
