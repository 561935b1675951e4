import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { decisionTables } from "../decision.ts";
import { MODULATIONS, type ModulationName, modulationPoints } from "../modulations.ts";
import { createBitPriors } from "./bit-priors.ts";
import { createCodedLabels } from "./coded-labels.ts";
import { createCodewordLlrs } from "./codeword-llrs.ts";
import { EMPTY } from "./places.ts";
import { createSoftBits, type ErrorKnowledge } from "./soft-bits.ts";

const [PACKETS, SYMBOLS, TRAINING, GUARD] = [67, 11, 3, 6];

describe("adaptive/coding", () => {
  it("puts coded bits into labels, and leaves the others", async () => {
    const device = await testDevice();
    const random = testRandom(3);
    const word = () => Math.floor(2 ** 32 * random());
    const bits = 3;
    const [width, places] = [2, (SYMBOLS - TRAINING) * bits];
    const code = Uint32Array.from({ length: width * PACKETS }, word);
    const bitAt = Uint32Array.from({ length: places }, (_, place) =>
      place % 5 === 2 ? EMPTY : Math.floor(64 * random()),
    );
    const words = Math.ceil((SYMBOLS + 2 * GUARD) / 4);
    const before = Uint32Array.from({ length: words * PACKETS }, () => word() & 0x07070707);
    const labels = upload(device, before);
    const sizes = { packets: PACKETS, symbols: SYMBOLS, guard: GUARD, training: TRAINING, bitsPerSymbol: bits };
    const plan = await createCodedLabels(device, { ...sizes, labels, code: upload(device, code), words: width, bitAt });
    await run(device, plan);
    const after = await readWords(device, labels, words * PACKETS);
    const labelOf = (all: Uint32Array, k: number, p: number) => (all[(k >> 2) * PACKETS + p] >>> (8 * (k % 4))) & 0xff;
    for (let p = 0; p < PACKETS; p++) {
      for (let k = 0; k < SYMBOLS + 2 * GUARD; k++) {
        let expected = labelOf(before, k, p);
        const symbol = k - GUARD - TRAINING;
        const isData = symbol >= 0 && symbol < SYMBOLS - TRAINING;
        for (let b = 0; b < bits; b++) {
          const bit = bitAt[symbol * bits + b];
          if (!isData || bit === EMPTY) continue;
          const sent = (code[p * width + (bit >> 5)] >>> (bit % 32)) & 1;
          expected = (expected & ~(4 >> b)) | (sent * (4 >> b));
        }
        expect(labelOf(after, k, p)).toBe(expected);
      }
    }
    plan.destroy();
  });

  it("moves LLRs between the rows of symbols and codewords, and subtracts the decoder's input", async () => {
    const device = await testDevice();
    const placeOf = Uint32Array.of(4, 0, 5, 2);
    const [first, rows, length] = [2, 8, 4];
    const bitAt = new Uint32Array(rows).fill(EMPTY);
    for (const [bit, place] of placeOf.entries()) bitAt[first + place] = bit;
    const values = Float32Array.from(testNormals(5, rows * PACKETS));
    const received = await createCodewordLlrs(device, {
      packets: PACKETS,
      llrs: upload(device, values),
      first,
      placeOf,
    });
    const learned = Float32Array.from(testNormals(6, length * PACKETS));
    // The decoder is certain of one bit.
    learned[2] = -1e6;
    const posterior = upload(device, learned);
    const priors = upload(device, new Float32Array(rows * PACKETS));
    const loop = { packets: PACKETS, length, input: received.codeword, posterior, bitAt, priors };
    const feedback = await createBitPriors(device, loop);
    for (const buffer of [received.codeword, priors]) poison(device, buffer);
    await run(device, received, feedback);
    const codeword = await readFloats(device, received.codeword, length * PACKETS);
    const found = await readFloats(device, priors, rows * PACKETS);
    for (let p = 0; p < PACKETS; p++) {
      for (const [bit, place] of placeOf.entries()) {
        const input = values[(first + place) * PACKETS + p];
        expect(codeword[p * length + bit]).toBe(input);
        const wanted = Math.max(-100, learned[p * length + bit] - input);
        expect(found[(first + place) * PACKETS + p]).toBeCloseTo(wanted, 5);
      }
      for (const row of [0, 1, 3, 5]) expect(found[row * PACKETS + p]).toBe(0);
    }
    for (const plan of [received, feedback]) plan.destroy();
  });

  it.each<[ModulationName, ErrorKnowledge["from"], boolean]>([
    ["bpsk", "scale", true],
    ["qpsk", "decisions", false],
    ["16qam", "carriers", false],
    ["8psk", "scale", false],
  ])("gives the LLRs of Gaussian errors: %s, variance from %s, real %s", async (modulation, from, isReal) => {
    const device = await testDevice();
    const points = modulationPoints(modulation);
    const bits = MODULATIONS[modulation];
    const [carriers, noise] = [4, 0.3];
    const scales = Float32Array.from({ length: PACKETS }, (_, p) => 0.6 + 0.3 * (p / PACKETS));
    const response = Float32Array.from(testNormals(8, 2 * carriers * PACKETS));
    const estimates = Float32Array.from(testNormals(7, 2 * SYMBOLS * PACKETS));
    const knowledge: ErrorKnowledge =
      from === "carriers" ? { from, response: upload(device, response), length: carriers } : { from };
    const plan = await createSoftBits(device, {
      packets: PACKETS,
      symbols: SYMBOLS,
      training: TRAINING,
      hasOwnTaps: true,
      estimates: upload(device, estimates),
      decisions: decisionTables(modulation),
      scales: upload(device, scales),
      hasOwnScales: true,
      knowledge,
      isReal,
    });
    plan.setNoiseVariance(noise);
    poison(device, plan.llrs);
    await run(device, plan);
    const found = await readFloats(device, plan.llrs, bits * SYMBOLS * PACKETS);
    for (let p = 0; p < PACKETS; p++) {
      const scale = scales[p];
      const distances = Array.from({ length: SYMBOLS }, (_, k) => {
        const [re, im] = [0, 1].map((part) => estimates[2 * (k * PACKETS + p) + part] / scale);
        return Array.from({ length: 2 ** bits }, (__, a) => (re - points[2 * a]) ** 2 + (im - points[2 * a + 1]) ** 2);
      });
      const nearest = distances.slice(TRAINING).reduce((sum, own) => sum + Math.min(...own), 0);
      for (let k = 0; k < SYMBOLS; k++) {
        const power = [0, 1].reduce((sum, i) => sum + response[2 * (p * carriers + (k % carriers)) + i] ** 2, 0);
        const variance = {
          scale: (1 - scale) / scale,
          carriers: noise / power,
          decisions: nearest / (SYMBOLS - TRAINING),
        };
        for (let b = 0; b < bits; b++) {
          const side = (bit: number) =>
            Math.log(
              distances[k].reduce(
                (sum, d, a) =>
                  sum +
                  (((a >> (bits - 1 - b)) & 1) === bit ? Math.exp((-d * (isReal ? 0.5 : 1)) / variance[from]) : 0),
                0,
              ),
            );
          const wanted = side(1) - side(0);
          // Float32: the digits of the largest exponent, and of 8-PSK's points.
          const size = Math.max(10, Math.abs(wanted), ...distances[k].map((d) => d / variance[from]));
          expect(Math.abs(found[(k * bits + b) * PACKETS + p] - wanted)).toBeLessThan(2e-6 * size);
        }
      }
    }
    plan.destroy();
  });
});
