import { MIMO } from "../core/mimo/experiment/experiment.ts";
import { MIMO_USES } from "../core/mimo/experiment/uses.ts";
import { type MimoPoint, mimoSweep } from "../core/mimo/experiment/sweep.ts";
import { type MimoThroughput, timeDetectors } from "../core/mimo/experiment/throughput.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { intervalText, sweepCommand } from "./sweep/run-sweep.ts";
import { scientific, tableOf } from "./table.ts";
import { untilInterrupted } from "./terminal.ts";

export const mimo = sweepCommand({
  measurement: mimoSweep,
  about: "Measures error rates of MIMO receivers over SNR or Eb/N0, coded or uncoded, and their throughput.",
  details:
    "Measures bit and frame error rates of MIMO receivers over SNR or Eb/N0, with any code or none, also where detector and " +
    "decoder iterate, and their throughput.",
  examples: [
    "mimo --antennas 4 --qam 16 --detectors mtt,kbest,mmse --snr 10:2:20 --code wimax-2304-1/2 --frames 200",
    "mimo --detectors mmse-pic --outer 1,2,3 --snr 10:1:13 --code wimax-576-1/2 --frames 200",
  ],
  options: MIMO,
  tellUnused: (config, given) => tellWithoutEffect("mimo", MIMO, MIMO_USES, config, given),
  async afterwards(host, config, _, signal) {
    let throughput: MimoThroughput[] = [];
    const steps = timeDetectors(await host.get(), { config, results: [] }, { signal });
    for await (const { state } of untilInterrupted(steps)) throughput = state.results;
    return { throughput };
  },
  describe: (results, after) => describe(results, (after as { throughput?: MimoThroughput[] }).throughput),
});

function describe(results: readonly MimoPoint[], throughput: readonly MimoThroughput[] = []): string {
  const stops = results.some(({ detectedShare }) => detectedShare !== null);
  const curves = tableOf(results, [
    ["SNR dB", ({ snrDb }) => decibels(snrDb)],
    ["Eb/N0 dB", ({ ebn0Db }) => decibels(ebn0Db)],
    ["detector", "detector"],
    ["outer", "outer"],
    ["codewords", "frames"],
    ["uncoded BER", ({ uncodedBer }) => scientific(uncodedBer)],
    ["BER", ({ ber }) => scientific(ber)],
    ["95 %", ({ ci95 }) => intervalText(ci95)],
    ["FER", ({ fer }) => scientific(fer)],
    ["iterations", ({ meanIterations }) => meanIterations?.toFixed(2)],
    ...(stops ? [["detected", ({ detectedShare }: MimoPoint) => detectedShare?.toFixed(3)] as const] : []),
  ]);
  if (throughput.length === 0) return curves;
  const speeds = tableOf(throughput, [
    ["", "detector"],
    ["", "what"],
    ["outer", "outer"],
    ["uses", "uses"],
    ["ms", ({ ms }) => ms.toPrecision(4)],
    ["Mbit/s", ({ mbits }) => mbits.toPrecision(4)],
    ["paths", "paths"],
    ["by", "method"],
  ]);
  return `${curves}\n${speeds}`;
}

/** A number of decibels with at most two decimals. */
const decibels = (value: number) => Number(value.toFixed(2));
