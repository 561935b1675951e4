import { TURBO } from "../core/codes/turbo/experiment/experiment.ts";
import { type TurboPoint, turboSweep } from "../core/codes/turbo/experiment/sweep.ts";
import { newThroughput, runThroughput, type TurboThroughput } from "../core/codes/turbo/experiment/throughput.ts";
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
  extras: { latency: "Also time a single codeword." },
  async afterwards(host, config, { latency }, signal) {
    const throughput: TurboThroughput[] = [];
    const gpu = await host.get();
    for (const codewords of latency ? [undefined, 1] : [undefined]) {
      const steps = runThroughput(gpu, newThroughput(config), { signal, codewords });
      for await (const { state, done } of untilInterrupted(steps)) if (done) throughput.push(...state.results);
    }
    return { throughput };
  },
  describe: (results, after) => describe(results, (after as { throughput?: TurboThroughput[] }).throughput),
});

function describe(results: readonly TurboPoint[], throughput: readonly TurboThroughput[] = []): string {
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
  return `${curves}\n${speeds}`;
}
