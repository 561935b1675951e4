import pageOfSamples from "#shaders/capture/lib/page-of-samples.wgsl?raw";
import pageSegments from "#shaders/capture/lib/page-segments.wgsl?raw";
import { createSpectrogram } from "../fft/spectrogram.ts";
import { owning } from "../gpu/owning.ts";
import { readBack } from "../gpu/readback.ts";
import { createUpload, type Upload } from "../gpu/upload.ts";
import { inUnits, powerUnit } from "./power-unit.ts";
import { createRawPage } from "./raw-page.ts";
import { bytesPerSample } from "./raw-samples.ts";
import type { RecordedSamples } from "./recording.ts";
import { createUnpackedParts, PART_POWERS } from "./unpacked-parts.ts";

/** Points of a transform; segments overlap by half. */
export const OVERVIEW_BINS = 512;
const HOP = OVERVIEW_BINS / 2;

/** A batch of samples that was read. */
export interface OverviewBatch {
  parts: number;
  upload: Upload;
  /** Of the page in `upload`: the samples that were read are [first, end), and `own` are the batch's. */
  page: { first: number; end: number; own: number };
  /** The amplitude by which the samples were divided. */
  unit: number;
}

/** What the GPU finds in the parts of a batch. */
export interface OverviewParts {
  /** Mean and largest power, dB, [part][bin]. */
  mean: Float32Array;
  maximum: Float32Array;
  /** Σ|x|² and the largest |x|² of each part, and its number of NaN and infinite samples. */
  powers: { sum: number; peak: number; nonFinite: number }[];
}

/**
 * Computes the spectra of batches of samples, which go to the GPU as the file stores them. A batch can be read while the GPU computes the one
 * before.
 *
 * @param config.start First sample of the recording that counts, and how many do.
 * @param config.part Samples whose spectra become one column.
 * @param config.size Most samples of a batch: a multiple of `part`.
 */
export async function createOverviewBatcher(
  device: GPUDevice,
  { read }: Pick<RecordedSamples, "read">,
  { start, samples, channel, part, size }: Record<"start" | "samples" | "channel" | "part" | "size", number>,
) {
  const format = read.stored?.format ?? "f32";
  const bytes = bytesPerSample(format);
  const columns = size / part;
  const length = OVERVIEW_BINS + size + HOP;
  return owning(device, async ({ keep }) => {
    const input = await keep(createRawPage(device, { format, samples: length }));
    const { raw, page } = input;
    const parts = await keep(
      createUnpackedParts(device, input, { samples: length, reach: OVERVIEW_BINS, length: part, parts: columns }),
    );
    const source = { wgsl: [pageSegments, pageOfSamples], resources: { samples: parts.samples, page } };
    const spectra = await keep(
      createSpectrogram(device, { length: OVERVIEW_BINS, source, columns, segments: part / HOP }),
    );
    const createMemory = () => keep(createUpload(device, "capture/overview", Math.ceil((length * bytes) / 4) * 4));
    const uploads = [await createMemory(), await createMemory()];
    let turn = 0;

    /** Reads into memory, and returns the unit. */
    async function readInto(at: number, place: Uint8Array<ArrayBuffer>): Promise<number> {
      if (read.stored) {
        await read.stored.readInto(start + at, place);
        return 1;
      }
      const numbers = new Float32Array(place.buffer, place.byteOffset, place.length / 4);
      if (read.floats) await read.floats.readInto(start + at, place);
      else numbers.set(await read(start + at, numbers.length / 2, channel));
      const unit = powerUnit(numbers);
      if (unit !== 1) numbers.set(inUnits(numbers, unit));
      return unit;
    }

    return {
      /**
       * Reads samples [from, to), and half a segment of the next batch, in which this batch's last segments end. The last batch's segments end
       * with the recording.
       *
       * @throws CaptureError when the file has become shorter; DeviceLostError.
       */
      async read(from: number, to: number): Promise<OverviewBatch> {
        const upload = uploads[turn];
        turn = 1 - turn;
        const memory = await upload.map();
        const origin = Math.max(0, Math.min(from, samples - OVERVIEW_BINS));
        const first = OVERVIEW_BINS - (from - origin);
        const end = first + Math.min(samples, to + HOP) - origin;
        const unit = await readInto(origin, memory.subarray(first * bytes, end * bytes));
        return { parts: Math.ceil((to - from) / part), upload, page: { first, end, own: to - from }, unit };
      },
      /** Submits the computation of a batch that was read. */
      async submit({ parts: count, upload, page: place, unit }: OverviewBatch): Promise<OverviewParts> {
        page.set(place);
        const encoder = device.createCommandEncoder({ label: "overview" });
        upload.copy(encoder, raw, Math.ceil((place.end * bytes) / 4) * 4);
        for (const plan of [parts, spectra]) plan.encode(encoder);
        const sizes = [
          [spectra.decibels, OVERVIEW_BINS],
          [spectra.peaks, OVERVIEW_BINS],
          [parts.powers, PART_POWERS],
        ] as const;
        const results = await readBack(
          device,
          sizes.map(([buffer, numbers]) => ({ buffer, size: 4 * numbers * count })),
          encoder,
        );
        const [mean, maximum, sums] = results.map((result) => new Float32Array(result));
        const up = 20 * Math.log10(unit);
        if (unit !== 1) for (const levels of [mean, maximum]) levels.forEach((_, i) => (levels[i] += up));
        return {
          mean,
          maximum,
          powers: Array.from({ length: count }, (_, p) => {
            const [sum, peak, nonFinite] = sums.subarray(PART_POWERS * p);
            return { sum: unit * unit * sum, peak: unit * unit * peak, nonFinite };
          }),
        };
      },
    };
  });
}
