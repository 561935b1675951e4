import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { testGpu } from "#core/gpu/testing.ts";
import { receivePacket } from "#core/wifi/experiment/figures/packet.ts";
import { frameTrellis } from "#core/wifi/experiment/figures/trellis.ts";
import { type FrameView, frameView } from "#core/wifi/experiment/figures/view.ts";
import type { EstimatorName } from "#core/wifi/equalization/registry.ts";
import { type BitPath, bitPath, type CodedBit } from "#core/wifi/frame/bit-path.float64.ts";
import { fixed } from "../../format.ts";
import { LECTURES } from "./lectures.ts";
import { decodeWifi } from "./address.ts";

const FIGURES = ["frame", "acquisition", "response", "pilots", "points", "error-symbol", "llrs", "bit", "survivors"];
const cases = LECTURES.map(({ id, steps }) => [id, steps] as const);

describe("Wi-Fi lectures", () => {
  it("have unique names", () => expect(new Set(cases.map(([id]) => id)).size).toBe(LECTURES.length));

  it.each(cases)("%s: every scenario is valid, and shows a figure", (_, steps) => {
    for (const { scenario } of steps) expect(decodeWifi(linkTo(scenario)).config.lab).toBe("wifi");
    expect(FIGURES).toEqual(expect.arrayContaining(steps.map(({ figure }) => figure)));
  });
});

const linkTo = (scenario: string) => `#${scenario}`;
const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));

/** Samples of the short training at which two windows of 48 samples, 16 apart, may begin. */
const WITHIN = 160 - 64;

/** What a step's figures show, written as its text writes it. */
async function seen(scenario: string) {
  const { config, inspection } = decodeWifi(linkTo(scenario));
  const { snrDb, packet, rate, bit } = inspection;
  const estimator = config.estimators[inspection.estimator];
  const received = await receivePacket(await testGpu(), config, {
    snrDb,
    rateMbps: Number(config.rateMbps[rate]),
    packet,
  });
  const of = (name: EstimatorName) =>
    frameView(received.samples, received.receptions, { ...received, estimator: name }, received.truth);
  const view = of(estimator);
  const { metric, plateau, found } = view.detection;
  const start = found?.start ?? -1;
  const degrees = Array.from(view.phase, (radians) => (180 * radians) / Math.PI);
  // No minus sign before 0.0.
  const dB = (value: number) => `${fixed(Math.round(10 * value) / 10 || 0, 1)} dB`;
  const error = (name: EstimatorName) => view.errors.find((one) => one.estimator === name)!;
  const meanDb = (values: Float32Array) =>
    10 * Math.log10(values.reduce((sum, value) => sum + 10 ** (value / 10), 0) / values.length);
  const reception = received.receptions.get(estimator)!;
  const { frame } = received.truth!;
  return {
    view,
    config,
    of,
    plateau,
    start,
    /** Mean |ρ|² where both windows lie within the short training. */
    height: fixed(metric.subarray(start, start + WITHIN).reduce((sum, value) => sum + value, 0) / WITHIN, 2),
    offset: `${fixed(((found?.offset ?? 0) * view.sampleRate) / (2e3 * Math.PI), 2)} kHz`,
    first: `${fixed(degrees[0], 1)}°`,
    last: `${fixed(degrees[degrees.length - 1], 1)}°`,
    lastDegrees: degrees[degrees.length - 1],
    drift: view.drift[view.drift.length - 1],
    evm: (name: EstimatorName) => dB(error(name).whole),
    evmBegin: (name: EstimatorName) => dB(meanDb(error(name).bySymbol.subarray(0, 10))),
    evmEnd: (name: EstimatorName) => dB(meanDb(error(name).bySymbol.subarray(-10))),
    intact: (name: EstimatorName) => error(name).intact,
    trellis: () => frameTrellis(reception, inspection.step, inspection.steps),
    path: bitPath(frame, bit),
    next: bitPath(frame, bit + 1),
  };
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** The coded bits that a bit is a term of. */
const terms = ({ steps }: BitPath): CodedBit[] => steps.flatMap(({ coded }) => coded).filter(({ term }) => term);
const sent = (path: BitPath) => terms(path).filter((one) => one.sent);
const carriersOf = (path: BitPath) => sent(path).map((one) => one.sent!.carrier);
const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const decoded = ({ wrongCoded, llr }: FrameView) => `${wrongCoded} of ${llr.length} code bits are wrong`;

/** The first step at which all survivors go through one state. */
function mergedAt({ alive }: ReturnType<Seen["trellis"]>): number {
  const columns = Array.from({ length: alive.length / 64 }, (_, i) =>
    alive.subarray(64 * i, 64 * (i + 1)).reduce((sum, one) => sum + one, 0),
  );
  return columns.findLastIndex((count) => count === 1);
}

/** The claims of each step's text about its figures: words that the text must contain, and facts. */
const CLAIMS: Readonly<Record<string, (see: Seen) => (string | boolean)[]>> = {
  "why-a-preamble-repeats, step 2": ({ height, plateau, start }) => [
    `about ${height} at 20 dB`,
    `at sample ${plateau}`,
    `at sample ${start}`,
  ],
  "why-a-preamble-repeats, step 3": ({ offset, height }) => [offset, height === "0.98"],
  "why-a-preamble-repeats, step 4": ({ height, start, view, intact }) => [
    `about ${height}`,
    `at sample ${start}`,
    !intact(view.estimator),
  ],
  "why-a-preamble-repeats, step 5": ({ height, start, view }) => [
    `stays at ${height}`,
    `${start - 256} samples late`,
    view.line.start === start,
  ],
  "what-cfo-does, step 1": ({ offset }) => [offset],
  "what-cfo-does, step 2": ({ first, last }) => [first, last],
  "what-cfo-does, step 3": ({ view, intact }) => [intact(view.estimator), view.line.symbols === 84],
  "what-cfo-does, step 4": ({ offset, lastDegrees }) => [offset, `${fixed(lastDegrees, 0)}° within`],
  "what-cfo-does, step 5": ({ drift }) => [`${fixed(drift, 2)} samples`],
  "why-a-guard-interval, step 1": ({ evm }) => [evm("ls")],
  "why-a-guard-interval, step 2": ({ evm }) => [evm("ls")],
  "why-a-guard-interval, step 3": ({ evm }) => [evm("ls")],
  "why-a-guard-interval, step 4": ({ evm, view }) => [evm("ls"), decoded(view), view.wrongBits === 0],
  "ls-against-sta, step 1": ({ evm, view }) => [
    `${view.line.symbols} symbols`,
    evm("ls"),
    evm("genie"),
    evm("sta"),
    evm("lmmse"),
  ],
  "ls-against-sta, step 2": ({ evm, evmBegin, evmEnd }) => [evmBegin("ls"), evmEnd("ls"), evm("lmmse"), evm("genie")],
  "ls-against-sta, step 3": ({ evm, of, intact }) => [
    evm("ls"),
    `${of("ls").wrongBits} of 8000 bits`,
    !intact("sta"),
    evm("lmmse"),
    intact("lmmse"),
  ],
  "soft-against-hard-bits, step 2": ({ view }) => [
    decoded(view),
    view.wrongBits === 0,
    `${view.wrongByHard} bits of the PSDU`,
  ],
  "soft-against-hard-bits, step 3": ({ view }) => [
    `${view.wrongCoded} code bits`,
    `${view.wrongBits} wrong bits remain with LLRs, ${view.wrongByHard} without`,
  ],
  "from-one-bit-to-a-carrier, step 1": ({ path }) => [
    `is ${path.value.toString(16)}`,
    `a ${path.steps[0].plain}, is sent first`,
    `a ${path.steps[0].sequence} here, so the encoder gets a ${path.steps[0].scrambled}`,
  ],
  "from-one-bit-to-a-carrier, step 2": ({ path }) => [
    terms(path).filter(({ output }) => output === "A").length === 5,
    terms(path).filter(({ output }) => output === "B").length === 5,
  ],
  "from-one-bit-to-a-carrier, step 3": ({ path }) => {
    const names = carriersOf(path)
      .toSorted((a, b) => a - b)
      .map((carrier) => fixed(carrier, 0));
    return [`${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`];
  },
  "from-one-bit-to-a-carrier, step 4": ({ path, next }) => [
    `ten code bits ${COUNTS[sent(path).length]} are sent`,
    `only ${COUNTS[sent(next).length]} of its ten`,
  ],
  "from-one-bit-to-a-carrier, step 5": ({ trellis }) => [`at step ${mergedAt(trellis())}`],
};

describe.runIf(process.env.THREERAY_SLOW)("the numbers of the Wi-Fi lectures (THREERAY_SLOW)", () => {
  it.each(Object.keys(CLAIMS))("%s", async (name) => {
    const { scenario, ...step } = steps.find((step) => step.name === name)!;
    for (const claim of CLAIMS[name](await seen(scenario))) {
      if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
      else expect(claim).toBe(true);
    }
  });
});
