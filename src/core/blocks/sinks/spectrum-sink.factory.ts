import segmentsKernel from "#shaders/blocks/sinks/spectrum-sink.wgsl?raw";
import { createSpectrogram, SPECTROGRAM_FLOOR } from "../../fft/spectrogram.ts";
import { FFT_MAX_LENGTH } from "../../fft/workgroup.ts";
import type { Place, Report, SinkBlock } from "../../flow/block-factory.ts";
import { createHistory } from "../../flow/history.ts";
import { compile } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { gridOf } from "../../gpu/rows.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { stated } from "../stated-rate.ts";
import { createMeanPower, type MeanPower } from "../transforms/mean-power.ts";
import type { AtSpectrum, SpectrumWindow, WaterfallSink } from "./spectrum-sink.ts";

const GROUP = 64;
/** Points of all transforms of a page. */
const MOST_POINTS = 2 ** 21;

export const createSpectrumSink = (parameters: AtSpectrum, place: Place) =>
  createSpectra("spectrum", { ...parameters, rows: 1 }, place);

export const createWaterfallSink = (parameters: WaterfallSink, place: Place) =>
  createSpectra("waterfall", parameters, place);

/**
 * Row r of a page of L items averages transforms whose last items are spread evenly over items r·L/rows …
 * (r + 1)·L/rows. Transforms may begin in earlier pages.
 */
function createSpectra(kind: "spectrum" | "waterfall", parameters: WaterfallSink, { hz }: Place): SinkBlock {
  const { type, window, averages, rows } = parameters;
  const own = parameters.rate > 0 ? parameters.rate : hz.in;
  let { center } = parameters;
  const points = Number(parameters.length);
  const reals = type === "complex" ? 2 : 1;
  return {
    kind: "sink",
    consumes: { in: 1 },
    ...stated(parameters),
    create: (device, { inputs: { in: stream } }) =>
      owning(async ({ keep, destroy }) => {
        const { length, buffer: x } = stream;
        const overlapping = Math.ceil((2 * length) / (rows * points));
        const fitting = Math.max(1, Math.floor(MOST_POINTS / (rows * points)));
        const perRow = Math.min(averages, overlapping, fitting);
        const segments = rows * perRow;

        const memory = allocate(device);
        await keep({ destroy: () => memory.release() });
        const history = await keep(
          createHistory(device, { signals: 1, kind: type, length, history: points, input: x }),
        );
        const kernel = await compile(device, {
          label: "blocks/sinks/spectrum-sink",
          wgsl: [segmentsKernel],
          constants: { GROUP, LENGTH: points, REALS: reals },
        });
        const ends = memory.constant("ends of segments", endsOf(length, segments));
        const samples = memory.storage("segments", 8 * segments * points);
        const gathering = await keep(
          kernel.bind({ x, history: history.buffer, ends, y: samples, params: { segments } }),
        );
        const grid = gridOf(device, Math.ceil((segments * points) / GROUP));
        const gather: Stage = {
          label: "blocks/sinks/spectrum-sink",
          encode: (encoder, timestampWrites) => gathering.encode(encoder, grid, timestampWrites),
        };
        const spectra = await keep(createMeans(device, { samples, length: points, window, rows, perRow }));
        let now = length;
        return {
          ...sequence(`${kind}-sink`, [gather, spectra, history]),
          reads: [{ buffer: spectra.output, size: 4 * rows * points }],
          prepare({ inputs }) {
            const { count } = inputs.in;
            if (count === now) return;
            now = count;
            device.queue.writeBuffer(ends, 0, endsOf(count, segments));
          },
          take([fetched]): Report {
            const rate = own ?? 1;
            const middle = own ? center : 0;
            // Of real samples the negative frequencies say nothing new.
            const skipped = type === "real" ? points / 2 : 0;
            return {
              kind,
              rows: Array.from({ length: rows }, (_, row) =>
                new Float32Array(fetched, 4 * (row * points + skipped), points - skipped).slice(),
              ),
              rowItems: length / rows,
              from: middle - (type === "real" ? 0 : rate / 2),
              to: middle + rate / 2,
              hz: own,
            };
          },
          set: (next: WaterfallSink) => void ({ center } = next),
          reset: history.reset,
          destroy,
        };
      }),
  };
}

/** Returns the mean power of the segments in each row, in dB. Transforms that fit a workgroup take one kernel. */
async function createMeans(
  device: GPUDevice,
  {
    samples,
    length,
    window,
    rows,
    perRow,
  }: { samples: GPUBuffer; rows: number; perRow: number; length: number; window: SpectrumWindow },
): Promise<MeanPower> {
  if (length > FFT_MAX_LENGTH) {
    const config = { length, spectra: rows, average: perRow, input: samples, window, floor: SPECTROGRAM_FLOOR };
    return createMeanPower(device, { ...config, scale: "dB" });
  }
  const memory = allocate(device);
  const places = Uint32Array.from({ length: rows * perRow }, (_, s) => s * length);
  const starts = memory.constant("starts of segments", places);
  const spectra = await createSpectrogram(device, { length, samples, starts, columns: rows, segments: perRow, window });
  return {
    ...spectra,
    output: spectra.decibels,
    destroy() {
      spectra.destroy();
      memory.release();
    },
  };
}

/** Returns the number of items of the page up to the end of each segment. */
const endsOf = (items: number, segments: number): Uint32Array<ArrayBuffer> =>
  Uint32Array.from({ length: segments }, (_, s) => Math.round(((s + 1) * items) / segments));
