import { openCodeword } from "../core/codes/latency/codeword.ts";
import {
  type DecoderChoice,
  decodersOf,
  loneCodeword,
  TURBO,
  type TurboExperiment,
} from "../core/codes/turbo/experiment/experiment.ts";
import { TURBO_USES } from "../core/codes/turbo/experiment/uses.ts";
import { type TurboPoint, turboSweep } from "../core/codes/turbo/experiment/sweep.ts";
import { newThroughput, runThroughput, type TurboThroughput } from "../core/codes/turbo/experiment/throughput.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { type Latency, latencyOf, measureLatency } from "../core/measurement/latency.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { intervalText, sweepCommand } from "./sweep/run-sweep.ts";
import { scientific, tableOf } from "./table.ts";
import { untilInterrupted } from "./terminal.ts";

export const turbo = sweepCommand({
  measurement: turboSweep,
  about: "Measures bit and frame error rates of LTE's Turbo code over Eb/N0, and the decoding throughput.",
  examples: [
    "turbo --length 1024 --ebn0 auto --codewords 100000 --stop-errors 100 --json curve.json",
    "turbo --resume curve.json --json curve.json",
    "turbo --length 6144 --windows 1,96 --algorithm all --ebn0 0.3:0.1:0.7 --codewords 500",
  ],
  options: TURBO,
  tellUnused: (config, given) => tellWithoutEffect("turbo", TURBO, TURBO_USES, config, given),
  extras: { latency: "Also time one codeword alone, from sending its LLRs to reading its bits." },
  async afterwards(host, config, { latency }, signal) {
    const throughput: TurboThroughput[] = [];
    const gpu = await host.get();
    const steps = runThroughput(gpu, newThroughput(config), { signal });
    for await (const { state, done } of untilInterrupted(steps)) if (done) throughput.push(...state.results);
    if (!latency) return { throughput };
    return { throughput, latency: await timeCodewords(gpu, config, signal) };
  },
  describe: (results, after) => describe(results, after),
});

/** The latency of one codeword with a decoder. */
type CodewordLatency = Omit<DecoderChoice, "scale"> & Latency;

async function timeCodewords(gpu: Gpu, config: TurboExperiment, signal: AbortSignal): Promise<CodewordLatency[]> {
  const times: CodewordLatency[] = [];
  for (const [i, { algorithm, windows, iterations }] of decodersOf(config).entries()) {
    const start = { config: loneCodeword(config, i), times: [], clockStep: 0 };
    const steps = measureLatency(gpu, start, () => openCodeword(gpu, start.config), { signal });
    for await (const { state, done } of untilInterrupted(steps)) {
      if (done) times.push({ algorithm, windows, iterations, ...latencyOf(state) });
    }
  }
  return times;
}

interface Timed {
  throughput?: readonly TurboThroughput[];
  latency?: readonly CodewordLatency[];
}

function describe(results: readonly TurboPoint[], { throughput = [], latency = [] }: Timed): string {
  const curves = tableOf(results, [
    ["Eb/N0 dB", "ebn0Db"],
    ["algorithm", "algorithm"],
    ["windows", "windows"],
    [
      "iterations",
      ({ meanIterations, iterations }) =>
        meanIterations === null ? iterations : `${meanIterations.toFixed(2)} of ${iterations}`,
    ],
    ["codewords", "frames"],
    ["BER", ({ ber }) => scientific(ber)],
    ["95 %", ({ ci95 }) => intervalText(ci95)],
    ["FER", ({ fer }) => scientific(fer)],
  ]);
  if (throughput.length === 0) return curves;
  const speeds = tableOf(throughput, [
    ["", "what"],
    ["algorithm", "algorithm"],
    ["windows", "windows"],
    ["iterations", "iterations"],
    ["codewords", "codewords"],
    ["ms", ({ ms }) => ms.toPrecision(4)],
    ["Mbit/s", ({ mbits }) => mbits.toPrecision(4)],
    ["by", "method"],
  ]);
  if (latency.length === 0) return `${curves}\n${speeds}`;
  const alone = tableOf(latency, [
    ["one codeword alone", "algorithm"],
    ["windows", "windows"],
    ["iterations", "iterations"],
    ["median ms", ({ median }) => median.toPrecision(3)],
    ["99 % within ms", ({ within99 }) => within99.toPrecision(3)],
    ["runs", "runs"],
  ]);
  return `${curves}\n${speeds}\n${alone}`;
}
