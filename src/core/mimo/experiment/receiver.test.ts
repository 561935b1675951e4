import { describe, expect, it } from "vitest";
import { readFloats, readWords, testDevice, testGpu } from "../../gpu/testing.ts";
import { ldpcCode } from "../../codes/ldpc/code.ts";
import { messageBytes } from "../../codes/ldpc/decoder.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { newSweep } from "../../measurement/sweep.ts";
import { sweepToEnd } from "../../measurement/testing.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { mimoFrame, MIMO, type MimoExperiment, mimoNoiseVariance, receiversOf, sizesOf } from "./experiment.ts";
import { receiveFrame } from "./receiver.reference.ts";
import { mimoSweep } from "./sweep.ts";
import { timeDetectors } from "./throughput.ts";

const small: Partial<MimoExperiment> = {
  antennas: 2,
  qam: "16",
  code: "wimax-576-1/2",
  detectors: ["mmse-pic"],
  iterations: 3,
  outer: "1,2,3",
  snr: "7",
  frames: 12,
};

const sweep = async (given: Partial<MimoExperiment>, page?: number) =>
  (await sweepToEnd(mimoSweep, MIMO.parse({ ...small, ...given }), { page })).results;

describe("mimo/experiment: outer iterations", () => {
  it.each<[string, Partial<MimoExperiment>]>([
    ["MMSE-PIC, posterior LLRs, kept messages", { receiveAntennas: 4, snr: "3" }],
    ["MMSE-PIC, extrinsic LLRs, messages from zero", { feedback: "extrinsic", messages: "reset" }],
    [
      "exhaustive, a codeword per stream of 5G NR, flooding",
      {
        detectors: ["max-log"],
        code: "nr-ldpc:60:120",
        codewords: "per-stream",
        interleaver: "nr",
        decoder: "min-sum",
        schedule: "flooding",
        channel: "block-rayleigh",
        lastDecoding: "exact",
      },
    ],
    [
      "MMSE-PIC, messages kept from bits to checks, the last ones by sum-product",
      {
        receiveAntennas: 4,
        snr: "3",
        messages: "kept-from-bits",
        decoder: "min-sum",
        lastDecoding: "exact",
        schedule: "flooding",
        iterations: 4,
      },
    ],
    [
      "MMSE-PIC, messages kept from bits to checks, layered, stop by checks",
      { receiveAntennas: 4, snr: "5", messages: "kept-from-bits", stop: "checks", iterations: 6 },
    ],
    ["MMSE-PIC, stop by checks", { receiveAntennas: 4, snr: "5", stop: "checks", iterations: 6 }],
    [
      "exhaustive, stop by CRC, a codeword per stream",
      {
        detectors: ["max-log"],
        code: "nr-ldpc:60:120",
        codewords: "per-stream",
        crc: "16",
        stop: "crc",
        messages: "reset",
        snr: "13",
      },
    ],
    ["trellis, extrinsic LLRs, kept messages", { detectors: ["mtt"], feedback: "extrinsic", decoder: "min-sum" }],
  ])("equals the float64 receiver: %s", async (_, given) => {
    const device = await testDevice();
    const config = MIMO.parse({ ...small, ...given });
    const { uses, information, coded, codewords } = mimoFrame(config);
    const { antennas: M, receiveAntennas: N } = sizesOf(config);
    const chain = await createMimoChain(device, config, 2);
    const snrDb = Number(config.snr);
    chain.setPage({ firstFrame: 3, snrDb });
    const counted = await chain.run();
    const frame = 1;
    const [channel, received, llr, words] = [
      (await readFloats(device, chain.channel, 2 * uses * 2 * N * M)).subarray(frame * uses * 2 * N * M),
      (await readFloats(device, chain.received, 2 * uses * 2 * N)).subarray(frame * uses * 2 * N),
      (await readFloats(device, chain.llrs[0], 2 * codewords * coded)).subarray(frame * codewords * coded),
      await readWords(device, chain.bits, 2 * codewords * wordsOf(information)),
    ];
    const noise = mimoNoiseVariance(config, snrDb);
    const expected = receiveFrame(config, noise, { channel, received, outer: 3 });
    const worst = expected[2].detected.map((value, i) => Math.abs(llr[i] - value) / Math.max(1, Math.abs(value)));
    expect(Math.max(...worst)).toBeLessThan(2e-3);
    if (config.stop !== "none") expect(expected[2].iterations).toContain(0);
    // Some bits are still wrong after the first outer iteration, so the later ones have work.
    expect(counted[0].errors.some((errors) => errors > 0)).toBe(true);
    for (const [outer, { errors, iterations }] of counted.entries()) {
      const ran = iterations?.subarray(frame * codewords, (frame + 1) * codewords);
      expect([...ran!], `outer iteration ${outer + 1}`).toEqual(expected[outer].iterations);
      for (let i = 0; i < codewords; i++) {
        const decided = pack([expected[outer].bits.slice(i * information, (i + 1) * information)]);
        const codeword = frame * codewords + i;
        const sent = words.subarray(codeword * decided.length, (codeword + 1) * decided.length);
        let wrong = 0;
        for (const [w, word] of decided.entries()) {
          for (let bit = 0; bit < 32; bit++) wrong += ((word ^ sent[w]) >>> bit) & 1;
        }
        expect(errors[codeword], `outer iteration ${outer + 1}`).toBe(wrong);
      }
    }
    chain.destroy();
  });

  it("counts the same in any pages and for any reported iterations; detectors without priors count once", async () => {
    const given = { snr: "8", detectors: ["mmse", "mmse-pic"] } as const;
    const whole = await sweep({ ...given, detectors: [...given.detectors] });
    expect(whole.map(({ detector, outer }) => `${detector} ${outer}`)).toEqual([
      "mmse 1",
      "mmse-pic 1",
      "mmse-pic 2",
      "mmse-pic 3",
    ]);
    expect(await sweep({ ...given, detectors: [...given.detectors] }, 5)).toEqual(whole);
    expect(await sweep({ snr: "8", outer: "3" })).toEqual([whole[3]]);
    const [mmse, first, second, third] = whole;
    expect({ ...first, detector: "mmse" }).toEqual(mmse);
    expect(second.errors).toBeLessThan(first.errors);
    expect(third.uncodedErrors).toBeLessThan(first.uncodedErrors);
  });

  it("counts what each detector counts alone, with messages kept in shared memory", async () => {
    const given = { snr: "8", frames: 5, outer: "2" } as const;
    const whole = await sweep({ ...given, detectors: ["mmse-pic", "mtt"] });
    const alone = [await sweep({ ...given, detectors: ["mmse-pic"] }), await sweep({ ...given, detectors: ["mtt"] })];
    expect(whole).toEqual(alone.flat());
    expect(whole[0].errors).not.toBe(whole[1].errors);
  });

  it.each<[string, Partial<MimoExperiment>]>([
    ["checks of an LDPC code", { stop: "checks", iterations: 6, snr: "10.5" }],
    ["CRC, Turbo", { stop: "crc", crc: "16", code: "lte-104", snr: "6" }],
  ])("ends frames early without a change of their errors: %s", async (_, given) => {
    const config = MIMO.parse({ ...small, ...given });
    const { codewords } = mimoFrame(config);
    const run = async (stop: MimoExperiment["stop"]) => {
      const chain = await createMimoChain(await testDevice(), { ...config, stop }, 24);
      const pages = [];
      // The second page begins after frames of the first one have ended.
      for (const firstFrame of [5, 1]) {
        chain.setPage({ firstFrame, snrDb: Number(config.snr) });
        pages.push(await chain.run());
      }
      chain.destroy();
      return pages;
    };
    const [stopped, whole] = [await run(config.stop), await run("none")];
    for (const [p, page] of stopped.entries()) {
      expect(page.map(({ errors }) => errors)).toEqual(whole[p].map(({ errors }) => errors));
      for (const [outer, { iterations }] of page.entries()) {
        const ended = Array.from(iterations!, (count) => count === 0);
        const correct = ended.map((_, i) => {
          const first = i - (i % codewords);
          const errors = page[outer - 1]?.errors.subarray(first, first + codewords);
          return errors?.every((wrong) => wrong === 0) ?? false;
        });
        // A codeword without wrong information bits may have wrong parity bits, whose checks fail.
        if (config.stop === "crc") expect(ended).toEqual(correct);
        else expect(ended.filter((end, i) => end && !correct[i])).toEqual([]);
        expect(ended).toContain(false);
        expect(ended.includes(true)).toBe(outer > 0);
      }
    }
  });

  it("shares of detected codewords fall with early stops, and are no part of other runs", async () => {
    const given = { snr: "11", iterations: 6 } as const;
    const shares = (await sweep({ ...given, stop: "checks" })).map(({ detectedShare }) => detectedShare!);
    expect(shares[0]).toBe(1);
    expect(shares[1]).toBeLessThan(1);
    expect(shares[2]).toBeLessThanOrEqual(shares[1]);
    expect((await sweep(given)).map(({ detectedShare }) => detectedShare)).toEqual([null, null, null]);
    const config = MIMO.parse({ ...small, ...given });
    expect(newSweep(mimoSweep, config).ledger.fields.at(-1)).toBe("iterations");
  });

  it("times the receiver for each number of outer iterations", async () => {
    const config = MIMO.parse({ ...small, outer: "1,3" });
    let results;
    for await (const { state } of timeDetectors(await testGpu(), { config, results: [] })) ({ results } = state);
    expect(results?.map(({ what, outer }) => `${what} ${outer}`)).toEqual([
      "detector 1",
      "receiver 1",
      "receiver 3",
      "chain 3",
    ]);
  });

  it("refuses messages kept from bits where the only iteration would use the earlier LLRs", async () => {
    const given = { ...small, messages: "kept-from-bits", iterations: 1 } as const;
    expect(() => MIMO.parse(given)).toThrow("messages kept from bits need at least 2 iterations");
    const config = { ...MIMO.parse({ ...given, iterations: 2 }), iterations: 1 };
    await expect(createMimoChain(await testDevice(), config, 2)).rejects.toThrow("at least 2 iterations, got 1");
  });

  it("has pages whose kept messages fit one buffer of the device", () => {
    const limits = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 28 };
    const config = MIMO.parse({ ...small, code: "nr-ldpc-2304-1/2", codewords: "per-stream" });
    const frame = 2 * messageBytes(ldpcCode("nr-ldpc-2304-1/2"));
    const frames = mostFrames({ limits } as GPUDevice, config);
    expect(frames).toBe(Math.floor(2 ** 27 / frame));
    expect(mostFrames({ limits } as GPUDevice, { ...config, outer: "1" })).toBeGreaterThan(frames);
  });

  it.each<[string, Partial<MimoExperiment>]>([
    ["5G NR LDPC", { code: "nr-ldpc:60:120" }],
    ["Turbo", { code: "lte-40", detectors: ["kbest", "mmse-pic"] }],
    [
      "convolutional",
      { code: "bcc-48", detectors: ["max-log", "mtt"], feedback: "extrinsic", codewords: "per-stream" },
    ],
  ])("has no errors on a perfect channel: %s", async (_, given) => {
    const perfect = { ...given, channel: "white", snr: "40", frames: 3 } as const;
    const results = await sweep(perfect);
    expect(results.length).toBe(receiversOf(MIMO.parse({ ...small, ...perfect })).length);
    for (const { errors, uncodedErrors } of results) expect([errors, uncodedErrors]).toEqual([0, 0]);
  });
});
