import {
  type FilterExperiment,
  FILTERS,
  FILTERS_USES,
  stableFilter,
  METHOD_TITLES,
} from "../core/filters/experiment.ts";
import { createCheck, passSignal, taken, methodOf } from "../core/filters/pass.ts";
import { interleaveChannels, together } from "../core/capture/channels.ts";
import { derivedFrom } from "../core/capture/derived.ts";
import { recordedSignal } from "../core/capture/signal.ts";
import { meanDelay } from "../core/filters/delay.ts";
import { madeSignal } from "../core/filters/signal.ts";
import { type Filter, isComplex, isRecursive, tapsCount } from "../core/filter-design/registry.ts";
import { roundOff } from "../core/filter-design/round-off.ts";
import { command } from "./command.ts";
import { dawnHost, fromTheBeginning } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, tellLost, writeSignal } from "./files.ts";
import { jsonOption, orUsage, UsageError } from "./options.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { CHANNELS_OPTION, openChannels, tellNonFinite } from "./recorded.ts";
import { writeJson } from "./output.ts";
import { createProgress, print, tell } from "./terminal.ts";

export const filter = command({
  name: "filter",
  usage: "--in FILE --design JSON --out FILE.sigmf-meta [options]",
  about: "Filters a recording or a synthetic signal, and compares float32 with float64.",
  examples: [
    'filter --in made.sigmf-meta --design \'{"type":"butterworth","order":8,"cutoff":0.1}\' --out filtered.sigmf-meta',
    'filter --design \'{"type":"butterworth","order":8,"cutoff":0.1}\' --method scan --json -',
  ],
  extras: {
    "in FILE": {
      input: true,
      description: "The recording to filter: SigMF, WAV, NumPy or raw. Default: a synthetic signal.",
    },
    ...CHANNELS_OPTION,
    "out FILE": { output: signalFiles, description: `File for the filtered signal. ${SIGNAL_FILES}` },
    json: jsonOption("a report with the accuracy"),
  },
  options: FILTERS,
  async run({ given, own }) {
    if (own.in) checkRecorded(given);
    const config = orUsage(() => FILTERS.parse({ ...given, ...(own.in && { signal: "recording" }) }));
    if (!own.in) tellWithoutEffect("filter", FILTERS, FILTERS_USES, config, given);
    const filter = await designed(config);
    const method = orUsage(() => methodOf(config, filter));
    if (own["input-channel"] !== undefined && !own.in) {
      throw new UsageError("filter: --input-channel chooses a channel of a recording; name it with --in FILE");
    }
    const recordings = own.in ? await openChannels(own.in, own["input-channel"]) : [];
    const [recording] = recordings;
    const inputs = recording ? recordings.map((one) => recordedSignal(one)) : [orUsage(() => madeSignal(config))];
    const channels = inputs.map((x) => taken(filter, x));
    const [{ samples, kind }] = channels;
    if (recording?.sampleRate && config.design.rate && recording.sampleRate !== config.design.rate) {
      const rates = `${config.design.rate} Hz, but the sample rate of the recording is ${recording.sampleRate}`;
      tell(`The filter is for ${rates}: its frequencies scale with them.`);
    }
    // Without a sample rate, frequencies are in units of the Nyquist frequency, and the file gets no sample rate.
    const sampleRate = recording?.sampleRate ?? config.design.rate;
    const width = kind === "real" ? 1 : 2;
    const content = {
      ...(recording && tellLost(derivedFrom(recording, { samples, delay: Math.round(meanDelay(filter)) }))),
      samples,
      channels: channels.length,
      sampleRate,
      real: kind === "real",
      scenario: config,
    };

    const { gpu, seconds, checks } = await fromTheBeginning(await dawnHost(), async (gpu) => {
      const progress = createProgress("filter");
      const checks = channels.map((x) => createCheck(filter, x.kind));
      let seconds = 0;
      async function* chunks() {
        let start = performance.now();
        const runs = channels.map((x) => passSignal(gpu, { filter, method, page: config.page }, x));
        for await (const steps of together(runs)) {
          seconds += (performance.now() - start) / 1000;
          for (const [c, { first, samples: y }] of steps.entries()) {
            checks[c].add(await channels[c].read(first, y.length / width), y);
          }
          progress.update(steps[0].progress);
          yield interleaveChannels(
            steps.map(({ samples: y }) => y),
            width,
          );
          start = performance.now();
        }
      }
      if (own.out) await writeSignal(own.out, content, chunks());
      else for await (const _ of chunks());
      progress.end();
      return { gpu, seconds, checks };
    });

    const results = checks.map(({ result }) => result);
    const errors = results.flatMap(({ errorDb }) => errorDb ?? []);
    const report = {
      experiment: "filter",
      filter: factsOf(filter),
      method,
      adapter: method.startsWith("cpu-") ? "none" : gpu.adapter.name,
      samples,
      channels: channels.length,
      kind,
      rate: sampleRate ?? null,
      page: config.page,
      seconds,
      samplesPerSecond: (channels.length * samples) / seconds,
      checked: Math.min(...results.map(({ checked }) => checked)),
      errorDb: errors.length > 0 ? Math.max(...errors) : null,
      overflowed: results.reduce((sum, { overflowed }) => sum + overflowed, 0),
      nonFinite: tellNonFinite(...channels),
    };
    if (own.json) writeJson(own.json, report);
    else print(describe(report));
    return 0;
  },
});

/** Fields of the signal that the command makes where it reads no recording. */
const MADE = ["samples", "complex", "tones", "snr", "seed"];

/** @throws UsageError for an option that has no effect on a recording. */
function checkRecorded(given: Readonly<Record<string, unknown>>): void {
  const { signal = "recording" } = given;
  const name = signal === "recording" ? MADE.find((one) => given[one] !== undefined) : "signal";
  if (name)
    throw new UsageError(`filter: --${name} describes a made signal, and --in gives a recording; leave one out`);
}

/** Milliseconds before a design first reports its progress, and between two reports. */
const TELL_MS = 1000;

/** Returns the experiment's filter. Designing many taps may take seconds. */
async function designed(config: FilterExperiment): Promise<Filter> {
  let told = performance.now();
  const onTaps = (taps: number) => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    tell(`filter: the design is at ${taps} taps`);
  };
  try {
    return await stableFilter(config, { onTaps });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns a filter's numbers for the report. */
function factsOf(filter: Filter) {
  const coefficients = isComplex(filter) ? "complex" : "real";
  if (!isRecursive(filter)) return { kind: "fir", coefficients, taps: tapsCount(filter) } as const;
  const { verdict, radius } = filter.stability;
  const poles = filter.zpk.poles.length;
  const facts = {
    kind: "iir",
    coefficients,
    poles,
    sections: filter.sections.length,
    stability: verdict,
    radius,
  } as const;
  if (filter.kind !== "iir") return facts;
  const { noiseDb, coefficientsDb } = roundOff(filter.sections);
  return { ...facts, forecastNoiseDb: noiseDb, forecastCoefficientsDb: coefficientsDb };
}

interface Report {
  filter: ReturnType<typeof factsOf>;
  method: keyof typeof METHOD_TITLES;
  samples: number;
  channels: number;
  samplesPerSecond: number;
  checked: number;
  errorDb: number | null;
  overflowed: number;
}

function describe(report: Report): string {
  const { filter, method, samples, channels, samplesPerSecond, checked, errorDb, overflowed } = report;
  const what = filter.kind === "fir" ? `${filter.taps} taps` : `${filter.poles} poles, ${filter.stability}`;
  const error = errorDb === null ? "all output samples are zero" : errorText(errorDb);
  const share = checked < samples ? ` in the first ${checked} samples` : "";
  const lost = overflowed > 0 ? `; ${overflowed} of them are too large for float32` : "";
  return `${what}\n${METHOD_TITLES[method]}: ${samples} ${samples === 1 ? "sample" : "samples"}${channels > 1 ? ` of ${channels} channels` : ""}, ${(samplesPerSecond / 1e6).toFixed(2)} M/s, ${error}${share}${lost}\n`;
}

const errorText = (errorDb: number) =>
  errorDb === -Infinity ? "equal to float64" : `error ${errorDb.toFixed(1)} dB against float64`;
