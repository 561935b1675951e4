import { describe, expect, it } from "vitest";
import { SIGNAL_CLASSES, type SignalClass } from "../classes.ts";
import { createDraws } from "../generator/draws.ts";
import { classifiedAs, classify } from "./classify.ts";
import { beyondInPhase, soundInPhase } from "./carrier.ts";
import { driftOf, withoutDrift } from "./drift.ts";
import { guardOf } from "./guard.ts";
import { keyingOf, slownessOf } from "./keying.ts";
import { fitLevels } from "./levels.ts";
import { linearSweepOf } from "./sweep.ts";
import { fitLogistic, labelledBurst, observationsOf, type Observation } from "./testing.ts";
import { WEIGHTS } from "./weights.ts";
import type { TestName } from "./tree.ts";

/** A narrow band makes short bursts. */
const NARROW = { rate: 6e5, snr: [18, 22] as const };

describe("classify", () => {
  it.each(SIGNAL_CLASSES)("names %s, with its carrier, rates and deviations", (name) => {
    const { burst, measured, carrierHz, truth } = labelledBurst(31, name, NARROW);
    const found = classify(burst, measured);
    expect(found.class).toBe(name);
    expect(found.candidates[0]).toEqual({ class: name, confidence: found.confidence });
    expect(found.evidence.length).toBeGreaterThan(0);
    const { symbolRateHz, deviationHz, modulationIndex, subcarrierSpacingHz, guardSamples } = truth;
    // Limits of the design: 0.1 % of the rate, 10 % of the deviation.
    if (symbolRateHz) expect(Math.abs((found.symbolRateHz ?? 0) / symbolRateHz - 1)).toBeLessThan(1e-3);
    else expect(found.symbolRateHz).toBeNull();
    if (name === "FM") expect(found.deviationHz).toBeGreaterThan(0);
    else if (deviationHz) expect(Math.abs((found.deviationHz ?? 0) / deviationHz - 1)).toBeLessThan(0.1);
    else expect(found.deviationHz).toBeNull();
    if (modulationIndex) expect(Math.abs((found.modulationIndex ?? 0) / modulationIndex - 1)).toBeLessThan(0.1);
    if (subcarrierSpacingHz)
      expect(Math.abs((found.subcarrierSpacingHz ?? 0) / subcarrierSpacingHz - 1)).toBeLessThan(1e-3);
    expect(found.guardSamples).toBe(guardSamples ?? null);
    // The carrier of symbols or of a line; the others have the centre of their band, which errs by a few percent.
    const isCentre = ["chirp", "OFDM", "noise"].includes(name);
    const limit = isCentre ? 0.1 * measured.bandwidthHz : Math.max(20, 2e-3 * (deviationHz ?? symbolRateHz ?? 0));
    expect(Math.abs((found.carrierOffsetHz ?? Infinity) - carrierHz)).toBeLessThan(
      name === "FM" ? 0.05 * (deviationHz ?? 0) : limit,
    );
  });

  it.each([
    // A drift of up to 1300 Hz over the burst: carriers are no chirps, BPSK is no 8-PSK, MSK is no 2-FSK, OQPSK is no FM.
    ...(["tone", "AM", "ASK", "BPSK", "MSK", "GMSK", "OQPSK"] as const).map((name) => ({ name, disturbance: "drift" })),
    ...(["QPSK", "8-PSK", "MSK", "GMSK", "OQPSK"] as const).map((name) => ({ name, disturbance: "fading" })),
  ])("names $name with $disturbance, or is unsure", ({ name, disturbance }) => {
    const changes = disturbance === "drift" ? { drift: 3 } : { fading: 20 };
    const { burst, measured } = labelledBurst(12, name, { ...NARROW, ...changes });
    const found = classify(burst, measured);
    expect([name, "unsure"]).toContain(found.class);
    // With a steady part or two tones, the class is found.
    if (["tone", "AM", "ASK", "BPSK", "MSK", "GMSK", "QPSK"].includes(name))
      expect(found.candidates[0].class).toBe(name);
  });

  it.each(["tone", "noise"] as const)("is unsure about a %s that is as weak as the noise", (name) => {
    const { burst, measured } = labelledBurst(3, name, { ...NARROW, snr: [-1, 0] });
    expect(classify(burst, { ...measured, snrDb: 0 }).class).toBe("unsure");
  });

  it.each([7014, 7026])(
    "names ASK at 10 to 12 dB: a dozen values by chance have no better levels (seed %d)",
    (seed) => {
      const { burst, measured, truth } = labelledBurst(seed, "ASK", { snr: [10, 12] });
      const found = classify(burst, measured);
      expect(found.class).toBe("ASK");
      expect(Math.abs(found.symbolRateHz! / truth.symbolRateHz! - 1)).toBeLessThan(1e-3);
    },
  );

  it("is unsure whether a weak carrier with power beyond sound is AM, where noise hides the levels of ASK", () => {
    const { burst, measured } = labelledBurst(7022, "ASK", { snr: [10, 12] });
    const { class: found, candidates } = classify(burst, measured);
    expect([found, candidates[0].class]).toEqual(["unsure", "AM"]);
  });

  it("takes a click for no modulation, and names no symbol rate that the band cannot carry", () => {
    const click = labelledBurst(3, "noise", NARROW);
    const { burst, measured } = click;
    const middle = Math.round((measured.start + measured.stop) / 2);
    const amplitude = 1e3 * Math.sqrt(burst.noiseDensity * burst.sampleRateHz);
    burst.samples[2 * middle] += amplitude;
    burst.samples[2 * middle + 2] += amplitude;
    const found = classify(burst, measured);
    expect([found.class, found.candidates, found.symbolRateHz]).toEqual(["unsure", [], null]);
    expect(found.evidence).toEqual([expect.stringContaining("click")]);
    const keyed = labelledBurst(31, "OOK", NARROW);
    // In a band half as wide as the rate, the pulses are still clear.
    const widthHz = keyed.truth.symbolRateHz! / 2;
    const { symbolRateHz } = classify({ ...keyed.burst, passHz: widthHz }, { ...keyed.measured, bandwidthHz: widthHz });
    expect(symbolRateHz ?? 0).toBeLessThanOrEqual(widthHz);
  });

  it("does not take signals that lie on each other for noise", () => {
    const { burst, measured } = labelledBurst(31, "noise", NARROW);
    expect(classify(burst, measured).class).toBe("noise");
    expect(classify({ ...burst, notes: ["overlap"] }, measured).class).toBe("unsure");
  });

  it.each(["tone", "AM"] as const)("does not name a %s that a limit compresses", (name) => {
    const { burst, measured } = labelledBurst(31, name, NARROW);
    expect(classify({ ...burst, limitedShare: 0.1 }, measured).class).toBe(name);
    const { class: found, candidates } = classify({ ...burst, limitedShare: 0.3 }, measured);
    expect([found, candidates[0].class]).toEqual(["unsure", name]);
  });

  it("is unsure about a class with 92 % where a limit disturbs it", () => {
    const likely = [{ class: "GMSK", confidence: 0.92 }] as const;
    const { burst } = labelledBurst(31, "GMSK", NARROW);
    const values = { valuesOf: () => ({}), evidence: [] };
    expect(classifiedAs(burst, likely, values).class).toBe("GMSK");
    expect(classifiedAs({ ...burst, limitedShare: 0.2 }, likely, values).class).toBe("unsure");
  });

  it("is unsure whether noise and weak sound are AM or a tone", () => {
    const { burst, measured } = labelledBurst(5, "tone", NARROW);
    const { candidates, class: name } = classify(burst, measured);
    const sum = candidates.reduce((total, { confidence }) => total + confidence, 0);
    expect(sum).toBeLessThanOrEqual(1);
    if (name === "unsure") expect(candidates[0].confidence).toBeLessThan(0.9);
  });
});

describe("statistics with closed forms", () => {
  const random = createDraws(9, "samples", 1);

  it("fits levels, their distance and the interference of neighbours", () => {
    const symbols = Array.from({ length: 500 }, () => 2 * Math.floor(random.uniform(0, 4)) - 3);
    const values = Float64Array.from(
      symbols,
      (s, k) => 7 + 2 * (s + 0.1 * ((symbols[k - 1] ?? 0) + (symbols[k + 1] ?? 0))),
    );
    const { middle, half, interference, decisions, advantage } = fitLevels(values, 4);
    expect(middle).toBeCloseTo(7, 9);
    // Equal symbols on both sides add to the distance of the levels.
    expect(half).toBeCloseTo(2 * 1.2, 9);
    expect(interference).toBeCloseTo(0.1, 9);
    expect([...decisions]).toEqual(symbols.map((s) => (s + 3) / 2));
    expect(advantage).toBeGreaterThan(5);
  });

  it("finds the entropy that two levels save over a Gaussian: ln(σ/σ_r) − ln 2", () => {
    const values = Float64Array.from(
      { length: 4000 },
      () => (random.uniform(0, 1) < 0.5 ? -1 : 1) + 0.1 * random.normals()[0],
    );
    // The estimate of a logarithm of a deviation from 4000 values errs by 1/√8000 = 0.011.
    expect(fitLevels(values, 2).advantage).toBeCloseTo(Math.log(Math.sqrt(1.01) / 0.1) - Math.log(2), 1);
    const gaussian = Float64Array.from({ length: 4000 }, () => random.normals()[0]);
    // The variance within the halves of a Gaussian is 1 − 2/π.
    expect(fitLevels(gaussian, 2).advantage).toBeLessThan(-0.5 * Math.log(1 - 2 / Math.PI) - Math.log(2) + 0.1);
  });

  it("finds the drift of a carrier in noise, and removes it", () => {
    const [rate, slope, length] = [10_000, 20_000, 600];
    const samples = new Float64Array(2 * length);
    for (let n = 0; n < length; n++) {
      const t = (n - (length - 1) / 2) / rate;
      const angle = 2 * Math.PI * 500 * t + Math.PI * slope * t * t;
      const [re, im] = random.normals();
      samples.set([Math.cos(angle) + 0.5 * re, Math.sin(angle) + 0.5 * im], 2 * n);
    }
    const found = driftOf({ samples, sampleRateHz: rate });
    // The smallest step is a quarter of 1/T².
    expect(Math.abs(found - slope)).toBeLessThan(0.5 * (rate / length) ** 2);
    const { samples: steady } = withoutDrift({ samples, sampleRateHz: rate }, found);
    let [re, im] = [0, 0];
    for (let n = 0; n < length; n++) {
      const angle = (-2 * Math.PI * 500 * (n - (length - 1) / 2)) / rate;
      re += steady[2 * n] * Math.cos(angle) - steady[2 * n + 1] * Math.sin(angle);
      im += steady[2 * n] * Math.sin(angle) + steady[2 * n + 1] * Math.cos(angle);
    }
    expect(Math.hypot(re, im) / length).toBeGreaterThan(0.9);
  });

  it("does not take a sine for alternating symbols", () => {
    const sine = Float64Array.from(
      { length: 4000 },
      (_, n) => Math.sin((2 * Math.PI * n) / 40) + 0.1 * random.normals()[0],
    );
    expect(keyingOf(sine, 4000, [20, 400])).toBeUndefined();
    expect(keyingOf(sine.map(Math.sign), 4000, [20, 400])?.symbolRateHz).toBeCloseTo(200, 0);
  });

  it("finds that sound is slow and that symbols are not", () => {
    const bandwidth = 20;
    const sine = Float64Array.from({ length: 4000 }, (_, n) => Math.sin(n / 100));
    const symbols = Array.from({ length: 200 }, () => 2 * Math.floor(random.uniform(0, 2)) - 1);
    expect(slownessOf(sine, bandwidth)).toBeGreaterThan(0.9);
    expect(
      Math.abs(
        slownessOf(
          Float64Array.from({ length: 4000 }, (_, n) => symbols[Math.floor(n / 20)]),
          bandwidth,
        ),
      ),
    ).toBeLessThan(0.25);
  });

  it("finds the slope of a sweep", () => {
    const [rate, slope] = [1e6, 2e8];
    const samples = new Float64Array(20_000);
    for (let n = 0; n < 10_000; n++) {
      const angle = Math.PI * slope * (n / rate) ** 2;
      samples.set([Math.cos(angle), Math.sin(angle)], 2 * n);
    }
    const found = linearSweepOf({ samples, sampleRateHz: rate }, 5e5, 1);
    expect(found.share).toBeCloseTo(1, 6);
    expect(found.slope / slope).toBeCloseTo(1, 6);
  });

  it("finds the delay and the guard interval of a repeated signal", () => {
    const [useful, guard, symbols] = [64, 16, 100];
    const samples = new Float64Array(2 * (useful + guard) * symbols);
    for (let s = 0; s < symbols; s++) {
      const body = Array.from({ length: useful }, () => random.normals());
      for (let i = 0; i < useful + guard; i++) {
        samples.set(body[(i - guard + useful) % useful], 2 * (s * (useful + guard) + i));
      }
    }
    const found = guardOf({ samples, sampleRateHz: 1e6 }, 1e6);
    expect(found?.usefulS).toBeCloseTo(64e-6, 12);
    expect(found?.guardS).toBeCloseTo(16e-6, 12);
    // 1600 products of guard intervals add up in phase; the mean of all products takes a fifth of the amplitude. Few delays tell the
    // mean over chance here, and the right one is among them.
    expect(found?.strength).toBeGreaterThan(600);
  });

  it("finds short guard intervals of few symbols, and none in noise or in a signal that always repeats itself", () => {
    const complex = (count: number, level: number) =>
      Array.from({ length: count }, () => random.normals().map((value) => level * value));
    const ofdm = Array.from({ length: 40 }, () => complex(64, 1)).flatMap((body) => [...body.slice(-2), ...body]);
    // The noise is 10 dB below the signal.
    const noise = complex(ofdm.length, Math.sqrt(0.1));
    const excessOf = (values: number[][]) =>
      guardOf({ samples: Float64Array.from(values.flat()), sampleRateHz: 1e6 }, 1e6)?.excess ?? 0;
    // 80 products at 10 dB have a power of 80/1.21 over chance, of which about 1500 trials take 7 nats.
    expect(excessOf(ofdm.map(([re, im], n) => [re + noise[n][0], im + noise[n][1]]))).toBeGreaterThan(30);
    expect(excessOf(complex(2640, 1))).toBeLessThan(10);
    const once = complex(66, 1);
    expect(excessOf(Array.from({ length: 40 }, () => once).flat())).toBeLessThan(10);
  });

  it.each([
    // Carrier over noise density, dBHz; logarithm of the likelihood ratio of sound and a tone, from and to.
    { cn0: 43, depth: 0, from: -4, to: 2 },
    { cn0: 55, depth: 0, from: -40, to: -3 },
    { cn0: 43, depth: 0.25, from: -4, to: 5 },
    { cn0: 55, depth: 0.5, from: 20, to: 1e3 },
  ])("weighs sound of depth $depth at $cn0 dBHz: $from to $to nats", ({ cn0, depth, from, to }) => {
    const rate = 8000;
    const tones = Array.from({ length: 40 }, () => [random.uniform(300, 3400), random.uniform(0, 2 * Math.PI)]);
    const sound = Float64Array.from({ length: 400 }, (_, n) =>
      tones.reduce(
        (sum, [hz, phase]) => sum + Math.sin(phase + (2 * Math.PI * hz * n) / rate) / Math.hypot(1, hz / 700),
        0,
      ),
    );
    const peak = Math.max(...sound.map(Math.abs));
    const level = Math.sqrt(rate / 10 ** (cn0 / 10) / 2);
    const noise = () => level * random.normals()[0];
    const { evidence } = soundInPhase(
      sound.map((value) => 1 + (depth * value) / peak + noise()),
      sound.map(() => noise()),
      rate,
    );
    expect(evidence).toBeGreaterThan(from);
    expect(evidence).toBeLessThan(to);
  });

  it("finds the excess in phase with a carrier: power over noise times the root of half the number of bins", () => {
    const values = (level: number) => Float64Array.from({ length: 4000 }, () => level * random.normals()[0]);
    // 40 kHz for 0.1 s has 100 bins per kHz, and Hann's window takes a third of them.
    const expected = Math.sqrt((1000 * 0.1 * 10) / 1.5 / 2);
    const { excess: found, share } = beyondInPhase(
      values(Math.SQRT2).map((value) => 1 + value),
      values(1),
      40_000,
      [5000, 15_000],
    );
    // The power in phase errs by 2·√(1.5/1000), the noise by half of it: 9 % of the excess.
    expect(Math.abs(found / expected - 1)).toBeLessThan(0.3);
    // White from 250 Hz to 15 kHz: 10 of 14.75 kHz lie beyond 5 kHz.
    expect(share).toBeCloseTo(10 / 14.75, 1);
  });

  it("fits the logistic function of counts: the logarithm of their odds", () => {
    const observed = [
      { x: 0, yes: 100, no: 300 },
      { x: 1, yes: 300, no: 100 },
    ];
    const observations = observed.flatMap(({ x, yes, no }) =>
      [1, 0].flatMap((answer) =>
        Array.from({ length: answer ? yes : no }, (): Observation => ({
          test: "off",
          statistics: [x],
          yes: answer as 0 | 1,
        })),
      ),
    );
    const [constant, slope] = fitLogistic(observations);
    // The penalty pulls by less than a thousandth.
    expect(constant).toBeCloseTo(-Math.log(3), 2);
    expect(slope).toBeCloseTo(2 * Math.log(3), 2);
  });
});

const leans = ([constant, ...slopes]: readonly number[], statistics: readonly number[]) =>
  slopes.reduce((sum, slope, i) => sum + slope * statistics[i], constant) > 0;

/** Bursts of seeds that were used for nothing else. */
const FRESH = 1_000_000 + 1000 * ((Number(process.env.THREERAY_SEED) || 1) % 3_000_000);

describe.runIf(process.env.THREERAY_SLOW)("1000 bursts of all classes (THREERAY_SLOW)", () => {
  it("are named within the design's limits, and the confidence is the hit rate", { timeout: 3_600_000 }, () => {
    const results = Array.from({ length: 1000 }, (_, i) => {
      const name: SignalClass = SIGNAL_CLASSES[i % SIGNAL_CLASSES.length];
      const { burst, measured, snrDb } = labelledBurst(FRESH + i, name);
      const found = classify(burst, measured);
      return { name, snrDb, found: found.class, likeliest: found.candidates[0].class, confidence: found.confidence };
    });
    for (const [from, to, right, unsure] of [
      [10, 15, 0.83, 0.15],
      [15, 25, 0.93, 0.05],
    ]) {
      const within = results.filter(({ snrDb }) => snrDb >= from && snrDb < to);
      const shareOf = (count: (result: (typeof results)[0]) => boolean) => within.filter(count).length / within.length;
      const wrong = within.filter(({ name, found }) => found !== name && found !== "unsure");
      const unsureOf = within
        .filter(({ found }) => found === "unsure")
        .map(({ name, likeliest }) => `${name}, likeliest ${likeliest}`);
      const where = `${from} to ${to} dB, ${within.length} bursts`;
      const confused = wrong.map(({ name, found }) => `${name} as ${found}`).join("; ");
      expect(
        shareOf(({ name, found }) => name === found),
        where,
      ).toBeGreaterThan(right);
      expect(wrong.length / within.length, `${where}: ${confused}`).toBeLessThanOrEqual(0.02);
      expect(unsureOf.length / within.length, `${where}: ${unsureOf.join("; ")}`).toBeLessThanOrEqual(unsure);
    }
    const bins = Array.from({ length: 10 }, () => ({ count: 0, hits: 0, confidence: 0 }));
    for (const { name, likeliest, confidence } of results) {
      const bin = bins[Math.min(9, Math.floor(10 * confidence))];
      bin.count++;
      bin.hits += Number(name === likeliest);
      bin.confidence += confidence;
    }
    const error = bins.reduce((sum, { hits, confidence }) => sum + Math.abs(hits - confidence), 0) / results.length;
    expect(error, JSON.stringify(bins)).toBeLessThanOrEqual(0.05);
  });

  it("fit the weights again", { timeout: 3_600_000 }, () => {
    const tests = new Map<TestName, Observation[]>();
    for (let seed = 1000; seed < 2080; seed++) {
      const labelled = labelledBurst(seed, SIGNAL_CLASSES[seed % SIGNAL_CLASSES.length]);
      for (const observation of observationsOf(labelled)) {
        tests.set(observation.test, [...(tests.get(observation.test) ?? []), observation]);
      }
    }
    for (const [name, observations] of tests) {
      const weights = fitLogistic(observations);
      // Weights by hand are less steep, so the answers are compared: nine in ten must lean to the same side.
      const agreeing = observations.filter(
        ({ statistics }) => leans(weights, statistics) === leans(WEIGHTS[name], statistics),
      );
      const fitted = `${name}: [${weights.map((weight) => Number(weight.toPrecision(4))).join(", ")}]`;
      expect(agreeing.length / observations.length, fitted).toBeGreaterThan(0.9);
    }
  });
});
