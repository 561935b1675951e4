import { describe, expect, it } from "vitest";
import { testGpu } from "#core/gpu/testing.ts";
import { createFigureSession, type Figures } from "#core/telemetry/experiment/figures.ts";
import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { fixed, rate } from "../../format.ts";
import { decodeLink, encodeLink } from "./link.ts";
import { LECTURES } from "./lectures.ts";
import { LESSONS } from "./lessons.ts";

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));
const linkTo = (scenario: string) => ["#equalizers?v=1", scenario].filter(Boolean).join("&");

it("has lectures of several steps, each with a distinct name", () => {
  expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  for (const { id, lab, steps } of LECTURES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(lab).toBe("equalizers");
    expect(steps.length).toBeGreaterThanOrEqual(3);
  }
});

it.each(steps)("$name: the scenario is a valid link and the figure exists", ({ scenario, focus }) => {
  const link = linkTo(scenario);
  expect(encodeLink(decodeLink(link)).split("&").toSorted()).toEqual(link.split("&").toSorted());
  expect(Object.keys(LESSONS)).toContain(focus);
});

/** What a step's figures show, written as its text writes it. */
function seen({ errors, constellations, packets, estimate }: Figures) {
  const of = (name: EqualizerName) => errors.find(({ equalizer }) => equalizer === name)!;
  const count = (name: EqualizerName) => of(name).errors;
  const evm = (name: EqualizerName) => constellations.find(({ equalizer }) => equalizer === name)!.evmPercent;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    count: (name: EqualizerName) => String(count(name)),
    rate: (name: EqualizerName) => rate(count(name) / of(name).bits),
    percent: (name: EqualizerName, decimals: number) => `${((100 * count(name)) / of(name).bits).toFixed(decimals)} %`,
    evm: (name: EqualizerName) => `${evm(name).toFixed(0)} %`,
    times: (more: EqualizerName, fewer: EqualizerName) => count(more) / count(fewer),
    none: () => errors.every((one) => one.errors === 0),
    preamble: mean(packets.map(({ metric }) => metric)).toFixed(2),
    noise: mean(packets.map(({ noiseVariance }) => noiseVariance)).toPrecision(2),
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
  "null-in-band, step 2": ({ rate }) => [rate("mmse")],
  "null-in-band, step 3": ({ count }) => [`MMSE makes ${count("mmse")} errors`],
  "null-in-band, step 4": ({ rate, times }) => [rate("mmse"), Math.round(times("zf", "mmse")) === 7],
  "zf-noise, step 1": ({ count, evm }) => [count("zf") === "0", evm("zf")],
  "zf-noise, step 3": ({ percent }) => [percent("zf", 1), percent("mmse", 1)],
  "zf-noise, step 4": ({ rate }) => [rate("zf"), rate("none"), rate("mmse")],
  "mmse-compromise, step 1": ({ percent }) => [percent("zf", 0) === "10 %", percent("mmse", 1)],
  "mmse-compromise, step 2": ({ rate, times, noise }) => [rate("mmse"), Math.round(times("zf", "mmse")) > 5, noise],
  "mmse-compromise, step 4": ({ rate, times }) => [rate("none"), times("mmse", "none") > 2],
  "blind-aided, step 1": ({ count }) => [`${count("cma")} errors`, count("mmse")],
  "blind-aided, step 2": ({ count, times }) => [`${count("cma")} errors`, Math.round(times("mmse", "cma")) === 4],
  "blind-aided, step 3": ({ evm, percent }) => [evm("cma"), percent("cma", 0) === "19 %"],
  "blind-aided, step 4": ({ evm, percent }) => [evm("cma"), percent("cma", 0) === "22 %"],
  "blind-aided, step 5": ({ percent }) => [percent("cma", 0) === "50 %"],
  "frequency-domain, step 1": ({ count }) => [count("fde1"), count("mmse")],
  "frequency-domain, step 2": ({ count }) => [`${count("fde1")} errors`, count("mmse"), count("fde2") === "1498"],
  "frequency-domain, step 3": ({ count }) => [count("fde2")],
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
    const { text, question, answer, scenario } = steps.find((step) => step.name === name)!;
    const session = createFigureSession(await testGpu());
    const figures = await session.draw(decodeLink(linkTo(scenario)).scenario);
    session.destroy();
    for (const claim of CLAIMS[name](seen(figures))) {
      if (typeof claim === "string") expect(`${text} ${question} ${answer}`).toContain(claim);
      else expect(claim).toBe(true);
    }
  });
});
