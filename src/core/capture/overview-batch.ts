import pageOfSamples from "#shaders/capture/lib/page-of-samples.wgsl?raw";
import pageSegments from "#shaders/capture/lib/page-segments.wgsl?raw";
import { createSpectrogram } from "../fft/spectrogram.ts";
import { owning } from "../gpu/owning.ts";
import { readBack } from "../gpu/readback.ts";
import { createUpload, type Upload } from "../gpu/upload.ts";
import { createDecibelSteps } from "./decibel-steps.ts";
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
  /** Mean and largest power, in steps of 1/32 dB, [part][bin]. */
  mean: Int16Array;
  maximum: Int16Array;
  /** Σ|x|² and the largest |x|² of each part, and its number of NaN and infinite samples. */
  powers: { sum: number; peak: number; nonFinite: number }[];
}

/**
 * Computes the spectra of batches of samples, which go to the GPU as the file stores them. Batches can be read while the GPU computes the one
 * before.
 *
 * @param config.start First sample of the recording that counts, and how many do.
 * @param config.part Samples whose spectra become one column.
 * @param config.size Most samples of a batch: a multiple of `part`.
 * @param config.ahead Most batches that are read at a time.
 */
export async function createOverviewBatcher(
  device: GPUDevice,
  { read }: Pick<RecordedSamples, "read">,
  {
    start,
    samples,
    channel,
    part,
    size,
    ahead,
  }: Record<"start" | "samples" | "channel" | "part" | "size" | "ahead", number>,
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
    const mean = await keep(createDecibelSteps(device, spectra.decibels, columns * OVERVIEW_BINS));
    const maximum = await keep(createDecibelSteps(device, spectra.peaks, columns * OVERVIEW_BINS));
    const uploads: Upload[] = [];
    // One more, which the GPU copies meanwhile.
    while (uploads.length <= ahead) {
      uploads.push(await keep(createUpload(device, "capture/overview", Math.ceil((length * bytes) / 4) * 4)));
    }
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
        turn = (turn + 1) % uploads.length;
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
        for (const levels of [mean, maximum]) levels.set({ offset: 20 * Math.log10(unit) });
        const encoder = device.createCommandEncoder({ label: "overview" });
        upload.copy(encoder, raw, Math.ceil((place.end * bytes) / 4) * 4);
        for (const plan of [parts, spectra, mean, maximum]) plan.encode(encoder);
        const results = await readBack(
          device,
          [
            { buffer: mean.rounded, size: 2 * OVERVIEW_BINS * count },
            { buffer: maximum.rounded, size: 2 * OVERVIEW_BINS * count },
            { buffer: parts.powers, size: 4 * PART_POWERS * count },
          ],
          encoder,
        );
        const sums = new Float32Array(results[2]);
        return {
          mean: new Int16Array(results[0]),
          maximum: new Int16Array(results[1]),
          powers: Array.from({ length: count }, (_, p) => {
            const [sum, peak, nonFinite] = sums.subarray(PART_POWERS * p);
            return { sum: unit * unit * sum, peak: unit * unit * peak, nonFinite };
          }),
        };
      },
    };
  });
}
