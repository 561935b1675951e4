import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { testGpu } from "#core/gpu/testing.ts";
import { createFigureSession, type Figures } from "#core/telemetry/experiment/figures.ts";
import { response } from "#core/channel/paths.ts";
import { noiseVariance, receivedPower } from "#core/telemetry/channel/noise.ts";
import { NAMED_PATHS } from "#core/telemetry/channel/rays.ts";
import { DETECTION_FILTER } from "#core/telemetry/detection/detection-filter.ts";
import { psd } from "#core/telemetry/soqpsk/spectrum.ts";
import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { fixed, rate, rateWithin } from "../../format.ts";
import { decodeEqualizers, encodeEqualizers } from "./address.ts";
import TIMES from "./bench-times.json" with { type: "json" };
import { LECTURES } from "./lectures.ts";
import { LESSONS } from "./lessons.ts";

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));
const linkTo = (scenario: string) => `#${scenario.replace(/\?|$/, "?v=1&")}`.replace(/&$/, "");

it("has lectures of several steps, each with a distinct name", () => {
  expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  for (const { id, steps, tasks = [] } of LECTURES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(steps.length + tasks.length).toBeGreaterThanOrEqual(3);
  }
});

it("quote the timings of bench-times.json, and name its GPU", () => {
  const { summary, steps } = LECTURES.find(({ id }) => id === "gpu-batch")!;
  const { gpu, lines } = TIMES;
  expect(summary).toContain(`${lines["receiver/threeray 3104 packets"].ms.toFixed(2)} ms on one ${gpu}`);
  const solved = lines["equalizer/schur 3104 × 186 unknowns"].ms.toFixed(2);
  expect(stepWords(steps[2])).toContain(`One ${gpu} solves all 3104 systems in ${solved} ms`);
});

it.each(steps)("$name: the scenario is a valid link and the figure exists", ({ scenario, figure }) => {
  const link = linkTo(scenario);
  expect(encodeEqualizers(decodeEqualizers(link)).split("&").toSorted()).toEqual(link.split("&").toSorted());
  expect(Object.keys(LESSONS)).toContain(figure);
});

/** What a step's figures show, written as its text writes it. */
function seen({ errors, constellations, packets, estimate, spectrum }: Figures) {
  const of = (name: EqualizerName) => errors.find(({ equalizer }) => equalizer === name)!;
  const count = (name: EqualizerName) => of(name).errors;
  const evm = (name: EqualizerName) => constellations.find(({ equalizer }) => equalizer === name)!.evmPercent;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    count: (name: EqualizerName) => String(count(name)),
    rate: (name: EqualizerName) => rate(count(name) / of(name).bits),
    percent: (name: EqualizerName, decimals: number) => `${((100 * count(name)) / of(name).bits).toFixed(decimals)} %`,
    evm1: (name: EqualizerName) => `${fixed(evm(name), 1)} %`,
    interval: (name: EqualizerName) => of(name).ci95!,
    within: (name: EqualizerName) => rateWithin(count(name) / of(name).bits, of(name).ci95!),
    evm: (name: EqualizerName) => `${evm(name).toFixed(0)} %`,
    times: (more: EqualizerName, fewer: EqualizerName) => count(more) / count(fewer),
    none: () => errors.every((one) => one.errors === 0),
    preamble: mean(packets.map(({ metric }) => metric)).toFixed(2),
    noise: mean(packets.map(({ noiseVariance }) => noiseVariance)).toPrecision(2),
    floor: fixed(spectrum.receivedDb[2], 0),
    estimate: `${fixed(estimate?.weightedErrorDb ?? Number.NaN, 0)} dB`,
  };
}

type Seen = ReturnType<typeof seen>;

/** The claims of each step's text about its figures: words that the text must contain, and facts. */
const CLAIMS: Readonly<Record<string, (see: Seen) => (string | boolean)[]>> = {
  "multipath-spectrum, step 3": ({ times, percent }) => [
    times("none", "zf") === Infinity,
    percent("none", 0) === "12 %",
  ],
  "multipath-spectrum, step 4": ({ none }) => [none()],
  "multipath-spectrum, step 5": ({ percent }) => [percent("none", 0)],
  "noise-and-decibels, step 1": ({ floor }) => [`a floor at ${floor} dB`],
  "noise-and-decibels, step 4": ({ within, count }) => [
    within("none"),
    // 2236 and 9616 errors at 5 and 2 dB.
    Math.round(2236 / Number(count("none"))) === 12 && Math.round(9616 / Number(count("none"))) === 53,
  ],
  "null-in-band, step 1": ({ count }) => [`MMSE makes ${count("mmse")} errors`],
  "null-in-band, step 2": ({ count, interval }) => [
    `MMSE makes ${count("mmse")} errors`,
    interval("mmse")[0] < 148 / 196_608,
    count("none") === "60214",
  ],
  "null-in-band, step 3": ({ count }) => [`MMSE makes ${count("mmse")} errors`],
  "null-in-band, step 4": ({ count, none }) => [`${count("none")} bits are wrong`, count("mmse") === "0", !none()],
  "null-in-band, step 5": ({ rate, times }) => [rate("mmse"), Math.round(times("zf", "mmse")) === 7],
  "zf-noise, step 1": ({ count, evm }) => [count("zf") === "0", evm("zf")],
  "zf-noise, step 3": ({ percent }) => [percent("zf", 1), percent("mmse", 1)],
  "zf-noise, step 4": ({ rate }) => [rate("zf"), rate("none"), rate("mmse")],
  "mmse-compromise, step 1": ({ percent }) => [percent("zf", 0) === "10 %", percent("mmse", 1)],
  "mmse-compromise, step 2": ({ rate, times, noise }) => [rate("mmse"), Math.round(times("zf", "mmse")) > 5, noise],
  "mmse-compromise, step 4": ({ rate, times }) => [rate("none"), times("mmse", "none") > 2],
  "mmse-compromise, step 5": ({ count, evm1, interval }) => [
    `ZF makes ${count("zf")} errors with an EVM of ${evm1("zf")}`,
    `MMSE ${count("mmse")} with ${evm1("mmse")}`,
    `FDE2 ${count("fde2")} with ${evm1("fde2")}`,
    interval("zf")[1] < interval("mmse")[0],
  ],
  "blind-aided, step 1": ({ count, within }) => [`${count("cma")} errors`, `MMSE ${count("mmse")}`, within("mmse")],
  "blind-aided, step 2": ({ count, times }) => [`${count("cma")} errors`, Math.round(times("mmse", "cma")) === 4],
  "blind-aided, step 3": ({ evm, percent }) => [evm("cma"), percent("cma", 0) === "19 %"],
  "blind-aided, step 4": ({ evm, percent }) => [evm("cma"), percent("cma", 0) === "22 %"],
  "blind-aided, step 5": ({ percent }) => [percent("cma", 0) === "50 %"],
  "frequency-domain, step 1": ({ count }) => [count("fde1"), count("mmse")],
  "frequency-domain, step 2": ({ count }) => [`${count("fde1")} errors`, count("mmse"), count("fde2") === "1498"],
  "frequency-domain, step 3": ({ count }) => [`${count("fde2")} errors`],
  "frequency-domain, step 4": ({ count }) => [`${count("fde2")} errors`],
  "preamble, step 1": ({ preamble }) => [preamble],
  "preamble, step 3": ({ estimate }) => [estimate],
  "preamble, step 4": ({ noise }) => [noise],
  "carrier, step 1": ({ rate }) => [rate("none")],
  "carrier, step 2": ({ percent }) => [percent("none", 0) === "49 %"],
  "carrier, step 3": ({ percent }) => [percent("none", 0) === "24 %"],
  "carrier, step 4": ({ rate }) => [rate("none")],
  "counting, step 2": ({ none }) => [none()],
  "laboratory, step 1": ({ count }) => [`${count("cma")} errors`, `MMSE ${count("mmse")}`, `ZF ${count("zf")}`],
  "laboratory, step 2": ({ count, times }) => [`${count("zf")} errors`, times("zf", "mmse") === 1],
  "laboratory, step 3": ({ count }) => [
    `${count("fde2")} errors`,
    `ZF and MMSE ${count("zf")}`,
    `MMSE ${count("mmse")}`,
    `FDE1 ${count("fde1")}`,
    `CMA ${count("cma")}`,
  ],
  "laboratory, step 4": ({ count }) => [`ZF makes ${count("zf")} errors`, `no equalizer ${count("none")}`],
  "laboratory, step 5": ({ count }) => [`${count("mmse")} errors`],
  "laboratory, step 6": ({ count }) => [`${count("cma")} errors`, `ZF ${count("zf")}`, `FDE2 ${count("fde2")}`],
};

describe.runIf(process.env.THREERAY_SLOW)("the numbers of the lectures (THREERAY_SLOW)", () => {
  it.each(Object.keys(CLAIMS))("%s", async (name) => {
    const { scenario, ...step } = steps.find((step) => step.name === name)!;
    const session = createFigureSession(await testGpu());
    const figures = await session.draw(decodeEqualizers(linkTo(scenario)).scenario);
    session.destroy();
    for (const claim of CLAIMS[name](seen(figures))) {
      if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
      else expect(claim).toBe(true);
    }
  });
});

/**
 * Mean square error at the detector with a known channel, relative to the signal's power there, from spectra alone:
 * mean of |D|²(Ψ|HC − 1|² + 2σ²|C|²) over mean of |D|²Ψ.
 *
 * @param ridge The term that the equalizer C = conj(H)/(|H|² + ridge) adds, from Ψ and 2σ².
 */
function meanSquareError(
  channel: "1" | "2" | "3",
  ebn0Db: number,
  ridge: (psi: number, noise: number) => number,
): number {
  const bins = 4096;
  const paths = NAMED_PATHS[channel];
  const [spectrum, h] = [psd(bins), response(paths, bins)];
  const noise = noiseVariance(receivedPower(paths), ebn0Db);
  let [lost, signal] = [0, 0];
  for (let k = 0; k < bins; k++) {
    const [re, im] = [0, 1].map((part) =>
      DETECTION_FILTER.reduce((sum, tap, n) => {
        const angle = (2 * Math.PI * k * n) / bins;
        return sum + tap * (part ? Math.sin(angle) : Math.cos(angle));
      }, 0),
    );
    const gain = re * re + im * im;
    const power = h[2 * k] ** 2 + h[2 * k + 1] ** 2;
    const below = power + ridge(spectrum[k], noise);
    lost += gain * (spectrum[k] * (power / below - 1) ** 2 + (noise * power) / below ** 2);
    signal += gain * spectrum[k];
  }
  return lost / signal;
}

describe("the causes that the lectures name", () => {
  const wiener = (psi: number, noise: number) => noise / psi;
  const white = (_: number, noise: number) => noise;

  it("with a known channel 1, MMSE for a white signal has a larger error than ZF, and the Wiener filter a smaller one", () => {
    const [zf, mmse, fde2] = [() => 0, white, wiener].map((ridge) => meanSquareError("1", 14, ridge));
    expect(mmse).toBeGreaterThan(1.2 * zf);
    expect(fde2).toBeLessThan(0.95 * zf);
    // On channels 2 and 3 ZF is worst, as “Why ZF amplifies noise” teaches.
    for (const channel of ["2", "3"] as const) {
      expect(meanSquareError(channel, 14, () => 0)).toBeGreaterThan(meanSquareError(channel, 14, white));
    }
  });

  it("FDE2 gains on channel 1 by its gain in the middle of the band, not at the edges", () => {
    const whole = meanSquareError("1", 14, wiener);
    const middle = meanSquareError("1", 14, (psi, noise) => (psi > 1 ? noise / psi : noise));
    const edges = meanSquareError("1", 14, (psi, noise) => (psi < 1 ? noise / psi : noise));
    const [gain, byMiddle, byEdges] = [whole, middle, edges].map((one) => meanSquareError("1", 14, white) - one);
    expect(byMiddle / gain).toBeGreaterThan(0.9);
    expect(byEdges / gain).toBeLessThan(0.1);
  });

  it("Ψ is 7 dB at the carrier, and a known channel's null is filled by 4.8 and 8.4 dB more", () => {
    const bins = 4096;
    const spectrum = psd(bins);
    expect((10 * Math.log10(spectrum[0])).toFixed(0)).toBe("7");
    for (const [channel, db] of [
      ["1", 4.8],
      ["2", 8.4],
    ] as const) {
      const paths = NAMED_PATHS[channel];
      const noise = noiseVariance(receivedPower(paths), 14);
      const h = response(paths, bins);
      const powers = Array.from({ length: bins }, (_, k) => h[2 * k] ** 2 + h[2 * k + 1] ** 2);
      const k = powers.reduce((least, power, i) => (spectrum[i] > 0.1 && power < powers[least] ? i : least), 0);
      const more = 20 * Math.log10((powers[k] + noise) / (powers[k] + noise / spectrum[k]));
      expect(Math.abs(more - db)).toBeLessThan(0.05);
    }
  });

  it("T falls with the carrier offset as the lesson says", () => {
    const coherent = (omega: number) => (Math.sin(16 * omega) / (32 * Math.sin(omega / 2))) ** 2;
    expect(coherent(0.09).toFixed(2)).toBe("0.47");
    expect(LESSONS.packets.changes.join()).toContain("to 0.47 at 0.09 rad/sample");
  });
});
