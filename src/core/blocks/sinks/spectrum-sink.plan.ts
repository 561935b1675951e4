import segmentsKernel from "#shaders/blocks/sinks/spectrum-sink.wgsl?raw";
import cosineWindow from "#shaders/blocks/lib/cosine-window.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createSpectrogram, listedSegments, SPECTROGRAM_FLOOR } from "../../fft/spectrogram.ts";
import { FFT_MAX_LENGTH } from "../../fft/workgroup.ts";
import { COSINES } from "../../filter-design/windows.ts";
import type { Place, Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { createHistory } from "../../flow/build/history.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { createMeanPower, type MeanPower } from "../transforms/mean-power.ts";
import type { SpectrumSink, WaterfallSink } from "./spectrum-sink.ts";
import { stated } from "../definition.ts";

/** Invocations per workgroup, for many samples and for few. */
const GROUP = 64;
const MOST_GROUP = 1024;
/** Samples that an invocation looks at to find the largest one, where there are few. */
const MOST_LOADS = 4;
/** As the kernel has them. */
const [PEAK, SEGMENTS, BOTH] = [0, 1, 2];
/** Points of all transforms of a page. */
const MOST_POINTS = 2 ** 21;
/** Exponents of samples that the kernel leaves as they are, and the largest one by which it divides. */
const PLAIN = 40;
const LARGEST = 126;

export const createSpectrumSink = (parameters: SpectrumSink, place: Place) =>
  createSpectra("spectrum", { ...parameters, rows: 1 }, place);

export const createWaterfallSink = (parameters: WaterfallSink, place: Place) =>
  createSpectra("waterfall", parameters, place);

/**
 * Row r of a page of L items averages transforms whose last items are spread evenly over items r·L/rows …
 * (r + 1)·L/rows. Transforms may begin in earlier pages, but not before the signal: the first ones end later instead, and
 * while the signal is shorter than a transform, one transform has all of it.
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
    create: (device, { inputs: { in: stream }, uniforms }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const { length, buffer: x } = stream;
        const overlapping = Math.ceil((2 * length) / (rows * points));
        const fitting = Math.max(1, Math.floor(MOST_POINTS / (rows * points)));
        const perRow = Math.min(averages, overlapping, fitting);
        const segments = rows * perRow;

        const history = await keep(
          createHistory(device, { signals: 1, kind: type, length, history: points, input: x }),
        );
        const label = "blocks/sinks/spectrum-sink";
        const ends = memory.constant("ends of segments", endsOf(length, segments));
        const samples = memory.storage("segments", 8 * segments * points);
        const peak = memory.storage("largest sample", 8);
        const params = { segments, before: 0, ...windowOf(window, points) };
        const gathering = (TASK: number, GROUP: number) =>
          stage({
            label,
            wgsl: [segmentsKernel, cosineWindow, phasor],
            constants: { GROUP, TASK, LENGTH: points, REALS: reals, LOADS: MOST_LOADS },
            resources: { x, history: history.buffer, ends, y: samples, peak, params },
            groups: gridOf(device, Math.ceil((segments * points) / GROUP)),
            uniforms,
          });
        const group = groupOf(device, MOST_GROUP);
        const areFew = segments * points <= MOST_LOADS * group;
        const tasks = areFew
          ? [await gathering(BOTH, group)]
          : [await gathering(PEAK, GROUP), await gathering(SEGMENTS, GROUP)];
        const gather = sequence(label, tasks);
        const spectra = await keep(createMeans(device, { samples, length: points, rows, perRow }));
        let [now, before] = [length, 0];
        return {
          ...sequence(`${kind}-sink`, [
            {
              label,
              encode(encoder, timing) {
                if (!areFew) encoder.clearBuffer(peak);
                gather.encode(encoder, timing);
              },
            },
            spectra,
            history,
          ]),
          reads: [
            { buffer: spectra.output, size: 4 * rows * points },
            { buffer: peak, size: 8 },
          ],
          prepare({ inputs }) {
            const { count } = inputs.in;
            for (const task of tasks) task.set({ before });
            before = Math.min(points, before + count);
            if (count === now) return;
            now = count;
            device.queue.writeBuffer(ends, 0, endsOf(count, segments));
          },
          take([fetched, summary]): Report {
            const [largest, hasOthers] = new Uint32Array(summary);
            const offset = decibelsTaken(largest);
            const rate = own ?? 1;
            const middle = own ? center : 0;
            // Of real samples the negative frequencies say nothing new.
            const skipped = type === "real" ? points / 2 : 0;
            return {
              kind,
              rows: Array.from({ length: rows }, (_, row) =>
                new Float32Array(fetched, 4 * (row * points + skipped), points - skipped).map(
                  (value) => value + offset,
                ),
              ),
              rowItems: length / rows,
              from: middle - (type === "real" ? 0 : rate / 2),
              to: middle + rate / 2,
              hz: own,
              ...(hasOthers > 0 ? { note: NOT_FINITE } : {}),
            };
          },
          set: (next: WaterfallSink) => void ({ center } = next),
          reset() {
            history.reset();
            before = 0;
          },
        };
      }),
  };
}

/** Returns the mean power of windowed segments in each row, in dB. Transforms that fit a workgroup take one kernel. */
function createMeans(
  device: GPUDevice,
  { samples, length, rows, perRow }: { samples: GPUBuffer; rows: number; perRow: number; length: number },
): Promise<MeanPower> {
  const window = "rectangular" as const;
  if (length > FFT_MAX_LENGTH) {
    const config = { length, spectra: rows, average: perRow, input: samples, window, floor: SPECTROGRAM_FLOOR };
    return createMeanPower(device, { ...config, scale: "dB" });
  }
  return owning(device, async ({ keep, memory }) => {
    const places = Uint32Array.from({ length: rows * perRow }, (_, s) => s * length);
    const starts = memory.constant("starts of segments", places);
    const source = listedSegments({ samples, starts });
    const config = { length, source, columns: rows, segments: perRow, window };
    const spectra = await keep(createSpectrogram(device, config));
    return { ...spectra, output: spectra.decibels };
  });
}

const NOT_FINITE = "Some samples are no finite numbers. They count as zero.";

/** Returns the power of two by which the kernel has divided the samples, in dB. */
function decibelsTaken(largest: number): number {
  const exponent = (largest >>> 23) - 127;
  return largest === 0 || Math.abs(exponent) <= PLAIN ? 0 : 20 * Math.log10(2) * Math.min(exponent, LARGEST);
}

/** Returns the uniforms of a window that is a sum of cosines. */
function windowOf(window: SpectrumSink["window"], points: number) {
  const [first, ...others]: readonly number[] = COSINES[window];
  const turn = 2 ** 32 / points;
  const signed = [0, 1, 2, 3].map((i) => (i % 2 ? 1 : -1) * (others[i] ?? 0));
  return { turn: Math.floor(turn), rest: turn % 1, first, others: signed };
}

/** Returns the number of items of the page up to the end of each segment. */
const endsOf = (items: number, segments: number): Uint32Array<ArrayBuffer> =>
  Uint32Array.from({ length: segments }, (_, s) => Math.round(((s + 1) * items) / segments));
