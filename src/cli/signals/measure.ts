import { basename, dirname, resolve } from "node:path";
import { CaptureError } from "../../core/capture/capture-error.ts";
import type { Recording } from "../../core/capture/recording.ts";
import { sigmfTextOf, withDataset } from "../../core/capture/formats/sigmf-rewrite.ts";
import type { Detection } from "../../core/signals/detection.ts";
import { LEAST_SEARCHED_HZ } from "../../core/signals/finding/finder.ts";
import { type MeasuredPart, measureRecording } from "../../core/signals/measuring/measure.ts";
import { annotated, detectionsCsv } from "../../core/signals/measuring/report.ts";
import { createBurstThreads } from "../threads/burst-threads.ts";
import { wasUnpacked } from "../files.ts";
import { command } from "../command.ts";
import { openFastGpu } from "../dawn.ts";
import { jsonOption, oneWord, typedNumber, UsageError } from "../options.ts";
import { jsonText } from "../output.ts";
import { MEASURED_RECORDING_OPTIONS, openWithRate, refuseNonFinite, tellUnused } from "../recorded.ts";
import { recordingFiles } from "../recording-files.ts";
import { decimals, tableOf } from "../table.ts";
import { createProgress, print, tell, untilInterrupted } from "../terminal.ts";
import { writeTogether, type Written } from "../write-together.ts";

const FALSE_ALARMS = 1e-9;
/** Bits that the table shows. */
const SHOWN_BITS = 32;
const META = ".sigmf-meta";

export const measure = command({
  name: "measure",
  usage: "FILE [options]",
  about: "Finds the signals of a recording: SigMF, WAV, NumPy or raw. It measures and names them.",
  details:
    "Finds the signals of a recording: SigMF, WAV, NumPy or raw. It measures and names them: edges, centre, bandwidths, " +
    "SNR, symbol rate, deviation, class with its probability, and bits.",
  examples: [
    "measure capture.sigmf-meta --bits",
    "measure capture.cu8 --rate 2.4M --frequency 433.92M --json found.json",
  ],
  failure: "The work failed or was stopped, or a part of the recording could not be searched.",
  takes: "files",
  extras: {
    ...MEASURED_RECORDING_OPTIONS,
    "from S": "Second at which the measured part begins. Default: 0.",
    "to S": "Second at which the measured part ends. Default: the end of the recording.",
    "false-alarms P": `Probability of a false detection per sample of noise. Default ${FALSE_ALARMS}.`,
    bits: { description: "Slice the bits of signals with symbols." },
    json: jsonOption("the detections"),
    csv: {
      value: "FILE|-",
      output: true,
      description: "Write the detections as CSV to a file, or with - to standard output.",
    },
    annotate: {
      value: `NAME${META}`,
      output: metadataFile,
      description: "Write the recording's SigMF metadata with the detections as further annotations.",
    },
  },
  async run({ positionals, own }) {
    const path = oneWord("measure: name one recording", positionals);
    if (own.json === "-" && own.csv === "-") {
      throw new UsageError("measure: --json - and --csv - both write to standard output; name a file for one of them");
    }
    const falseAlarms = own["false-alarms"] === undefined ? FALSE_ALARMS : falseAlarmsOf(own["false-alarms"]);
    const opened = await openWithRate("measure", path, own);
    const { sampleRate } = opened;
    if (sampleRate < LEAST_SEARCHED_HZ) {
      throw new UsageError(
        `${path}: has a sample rate of ${sampleRate} Hz, expected at least ${LEAST_SEARCHED_HZ} Hz; give the true rate with --rate, for example --rate 2.4M`,
      );
    }
    const part = partOf(opened, own);
    const metadata = own.annotate === undefined ? undefined : await sigmfTextOf(opened);

    const gpu = await openFastGpu(part.to - part.from);
    const file = wasUnpacked(path) ? undefined : { path, channel: Number(own["input-channel"] ?? 0) };
    const threads = createBurstThreads(opened, file);
    try {
      const bits = own.bits !== undefined;
      const steps = measureRecording(opened, { falseAlarms, ...part, bits, gpu, threads });
      const { detections, densities, unsearched, share, failure } = await searchedBy(steps);
      gpu?.close();
      const nonFinite = () => opened.nonFinite() + (threads?.nonFinite() ?? 0);
      refuseNonFinite(path, { ...opened, nonFinite, samples: part.to - part.from });
      tellUnused(path, { ...opened, nonFinite });
      const isAll = unsearched.some(([from, to]) => from <= part.from && to >= part.to);
      // One of two searches, with shorter parts, may have searched some of it.
      if (isAll && densities.every((density) => density === 0)) {
        throw new UsageError(`${path}: no part of it can be searched; no file was written`);
      }
      const isComplete = share === 1 && !failure;
      const searched = part.from + Math.round(share * (part.to - part.from));
      if (failure) {
        tell(
          `${failure.message}\nThe signals before sample ${searched} (${(searched / sampleRate).toFixed(3)} s) follow. Later ones may be missing.`,
        );
      } else if (!isComplete) {
        tell(`Stopped after ${(100 * share).toFixed(0)} % of the recording. The signals up to there follow.`);
      }
      for (const [from, to] of unsearched) {
        const [begin, end] = [from, to].map((sample) => (sample / sampleRate).toFixed(3));
        tell(
          `Samples ${from} to ${to - 1} (${begin} to ${end} s) were not searched completely. Signals in them may be missing.`,
        );
      }

      detections.sort((a, b) => a.start - b.start);
      for (const [i, detection] of detections.entries()) detection.id = i + 1;
      const written: Written[] = [];
      if (own.json) {
        const { centerFrequency: centreHz = null } = opened;
        const samples = isComplete ? opened.samples : searched;
        const noiseFloorDbfsPerHz = floorOf(densities);
        const report = {
          file: path,
          sampleRateHz: sampleRate,
          centreHz,
          samples,
          ...(unsearched.length > 0 && { unsearched }),
          falseAlarms,
        };
        written.push([own.json, jsonText({ ...report, noiseFloorDbfsPerHz, detections })]);
      }
      if (own.csv) written.push([own.csv, detectionsCsv(detections)]);
      const annotating = own.annotate === undefined ? undefined : datasetFor(own.annotate, path, opened);
      if (own.annotate && metadata) {
        written.push([own.annotate, jsonText(withDataset(annotated(metadata, detections), annotating?.dataset))]);
      }
      writeTogether(written);
      if (annotating?.note) tell(annotating.note);
      if (own.json !== "-" && own.csv !== "-") print(described(detections, sampleRate));
      return isComplete && unsearched.length === 0 ? 0 : 1;
    } finally {
      // Last: the results are written then.
      await threads?.close();
    }
  },
});

/** Collects what a search finds until its end, until a person stops it, or until the file ends early. */
async function searchedBy(steps: AsyncIterable<MeasuredPart>) {
  const progress = createProgress("measure");
  const detections: Detection[] = [];
  const densities: number[] = [];
  const unsearched: Span[] = [];
  let share = 0;
  let failure: CaptureError | undefined;
  try {
    for await (const step of untilInterrupted(steps)) {
      detections.push(...step.detections);
      if (step.noiseDensity !== undefined) densities.push(step.noiseDensity);
      if (step.unsearched) unsearched.push([step.unsearched.from, step.unsearched.to]);
      for (const message of step.messages) tell(message);
      share = step.progress;
      progress.update(share, counted(detections.length));
    }
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    failure = error;
  }
  progress.end();
  return { detections, densities, unsearched: joined(unsearched), share, failure };
}

/** Samples [from, to). */
type Span = readonly [from: number, to: number];

/** Returns the spans in order, as one where they overlap or touch. */
function joined(spans: readonly Span[]): Span[] {
  return spans
    .toSorted(([a], [b]) => a - b)
    .reduce<Span[]>((before, [from, to]) => {
      const last = before.at(-1);
      if (!last || from > last[1]) return [...before, [from, to]];
      return [...before.slice(0, -1), [last[0], Math.max(last[1], to)]];
    }, []);
}

function falseAlarmsOf(text: string): number {
  const value = typedNumber(text);
  if (value > 0 && value <= 0.01) return value;
  throw new UsageError(
    `measure: --false-alarms must be a probability above 0 and at most 0.01, for example 1e-9, got "${text}"`,
  );
}

/** Returns the samples between the seconds that a person chose. */
function partOf({ samples, sampleRate }: { samples: number; sampleRate: number }, own: { from?: string; to?: string }) {
  const seconds = samples / sampleRate;
  const placeOf = (name: "from" | "to", otherwise: number) => {
    const text = own[name];
    if (text === undefined) return otherwise;
    const value = typedNumber(text, "s");
    if (value >= 0 && value <= seconds) return Math.round(value * sampleRate);
    throw new UsageError(
      `measure: --${name} must be a time from 0 to ${seconds} s, where the recording ends, got "${text}"`,
    );
  };
  const [from, to] = [placeOf("from", 0), placeOf("to", samples)];
  if (from < to) return { from, to };
  throw new UsageError(
    `measure: --from must be before --to by a sample or more, got ${own.from ?? 0} s and ${own.to ?? seconds} s`,
  );
}

const counted = (signals: number) => (signals === 1 ? "1 signal" : `${signals} signals`);

/** The median of the noise densities of all parts, dBFS per Hz. */
function floorOf(densities: readonly number[]): number | null {
  const median = densities.toSorted((a, b) => a - b)[densities.length >> 1];
  return median > 0 ? 10 * Math.log10(median) : null;
}

function metadataFile(path: string): string[] {
  if (path.endsWith(META)) return [path];
  throw new UsageError(`${path}: --annotate writes SigMF metadata; give a name that ends in ${META}`);
}

/** Returns the name of the samples for metadata in `out`, null where SigMF cannot name them, and what a person should know of it. */
function datasetFor(
  out: string,
  path: string,
  { format }: Pick<Recording, "format">,
): { dataset: string | null | undefined; note?: string } {
  const data = recordingFiles(path).find((name) => !name.endsWith(META));
  const isPlain = data !== undefined && !wasUnpacked(path) && (format === "raw" || data !== path);
  if (!isPlain) {
    const note = `${out}: holds annotations only, because SigMF cannot name the samples of this format. Convert the recording to SigMF to keep both together.`;
    return { dataset: null, note };
  }
  const isOwn = basename(data) === `${basename(out, META)}.sigmf-data`;
  const dataset = isOwn ? undefined : basename(data);
  if (dirname(resolve(data)) === dirname(resolve(out))) return { dataset };
  return {
    dataset,
    note: `${out}: names ${basename(data)}, which SigMF expects in the same folder. Put both files together.`,
  };
}

/** Signals as a table for people. */
function described(detections: readonly Detection[], sampleRate: number): string {
  const number = (value: number | null, unit: number, digits: number) =>
    value === null ? "" : decimals(value / unit, digits);
  const hasBits = detections.some(({ bits }) => bits !== null);
  const rows = tableOf(detections, [
    ["id", "id"],
    ["class", "class"],
    ["sure", ({ confidence }) => `${(100 * confidence).toFixed(0)} %`],
    ["start in s", ({ start }) => (start / sampleRate).toFixed(6)],
    ["length in ms", ({ start, stop }) => (((stop - start) / sampleRate) * 1e3).toFixed(3)],
    ["centre in kHz", ({ centreHz, absoluteHz }) => number(absoluteHz ?? centreHz, 1e3, 3)],
    ["99 % width in kHz", ({ bandwidthHz }) => number(bandwidthHz, 1e3, 3)],
    ["SNR in dB", ({ snrDb }) => decimals(snrDb, 1)],
    ["rate in kBd", ({ symbolRateHz }) => number(symbolRateHz, 1e3, 4)],
    ["deviation in kHz", ({ deviationHz }) => number(deviationHz, 1e3, 3)],
    ...(hasBits ? [["bits", ({ bits }: Detection) => shortened(bits)] as const] : []),
    ["notes", ({ notes }) => notes.join(", ")],
  ]);
  return `${detections.length > 0 ? rows : ""}${counted(detections.length)}\n`;
}

const shortened = (bits: string | null) =>
  bits === null || bits.length <= SHOWN_BITS ? bits : `${bits.slice(0, SHOWN_BITS)}… (${bits.length})`;
