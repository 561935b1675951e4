import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../gpu/rows.ts";
import { poison, readFloats, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import type { Stage } from "../gpu/timing.ts";
import { codeRate } from "./code.ts";
import { createDecoder, createEncoder } from "./factories.ts";
import { createInterleavedBits } from "./interleaving/bits.ts";
import { createDeinterleavedLlrs } from "./interleaving/llrs.ts";
import { CODES, type CodeFamily, type CodeFamilyName, codeOf } from "./registry.ts";

const families = Object.keys(CODES) as CodeFamilyName[];
const bitOf = (words: Uint32Array, width: number, frame: number, k: number) =>
  (words[frame * width + (k >> 5)] >>> (k & 31)) & 1;

/** Frames of random bits through an encoder and a decoder of a code, with LLRs of ±4 between them. */
async function roundTrip(name: string, frames: number, sent?: number) {
  const device = await testDevice();
  const { family, code } = codeOf(name);
  const random = testRandom(code.length);
  const information = Array.from({ length: frames }, () =>
    Array.from({ length: code.information }, () => Number(random() < 0.5)),
  );
  const encoder = await createEncoder(device, { code, frames, bits: upload(device, pack(information)) });
  const matching = sent ? code.matching?.(sent, 0) : undefined;
  const matched = matching && (await createInterleavedBits(device, { ...matching, frames, bits: encoder.code }));
  poison(device, encoder.code);
  await run(device, ...[encoder, matched].filter((stage) => stage !== undefined));
  const places = sent ?? code.length;
  const words = await readWords(device, matched?.output ?? encoder.code, frames * wordsOf(places));
  const llr = Float32Array.from({ length: frames * places }, (_, i) => {
    return 8 * bitOf(words, wordsOf(places), Math.floor(i / places), i % places) - 4;
  });
  const received = upload(device, llr);
  const dematched = matching && (await createDeinterleavedLlrs(device, { ...matching, frames, llr: received }));
  const decoding = CODES[family].usual(code);
  const { soft: given }: CodeFamily = CODES[family];
  const config = { code, frames, llr: dematched?.llr ?? received, decoding };
  const withSoft = { ...config, soft: given.posterior && ("posterior" as const) };
  const decoder = await createDecoder(device, withSoft);
  poison(device, decoder.decisions);
  if (decoder.soft) poison(device, decoder.soft);
  await run(device, ...[dematched, decoder].filter((stage) => stage !== undefined));
  const soft = given.posterior ? code[given.posterior] : 0;
  const result = {
    information: pack(information),
    decisions: await readWords(device, decoder.decisions, frames * wordsOf(code.information)),
    iterations: await readWords(device, decoder.iterations, frames),
    posterior: decoder.soft ? await readFloats(device, decoder.soft, frames * soft) : new Float32Array(),
    codewords: await readWords(device, encoder.code, frames * wordsOf(code.length)),
    soft,
    code,
    mostIterations: decoding.iterations,
  };
  for (const plan of [encoder, matched, dematched, decoder]) plan?.destroy();
  return result;
}

describe("codes", () => {
  it("lists each code once, with its sizes", () => {
    const names = families.flatMap((family) => CODES[family].codes.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(codeOf("lte-40").code).toMatchObject({ information: 40, length: 132 });
    expect(codeOf("wimax-2304-1/2").code).toMatchObject({ information: 1152, length: 2304 });
    expect(codeOf("nr-ldpc-2304-1/2").code).toMatchObject({ information: 1152, length: 2304 });
    expect(codeOf("nr-ldpc:40:100")).toMatchObject({ family: "nr-ldpc", code: { information: 40, length: 100 } });
    expect(codeOf("bcc-816").code).toMatchObject({ information: 816, length: 1644 });
    expect(codeRate(codeOf("wimax-576-1/2").code)).toBe(1 / 2);
    expect(codeRate(codeOf("lte-40").code, 80)).toBe(1 / 2);
  });

  it("lists the known codes for an unknown name", () => {
    expect(() => codeOf("polar-64")).toThrow(
      'codes: a code must be one of lte-40 to lte-6144 (Turbo codes of LTE), wimax-576-1/2 to wimax-2304-5/6-50 (LDPC codes of IEEE 802.16e), nr-ldpc-2304-1/2 and nr-ldpc:<K>:<N> (LDPC codes of 5G NR), bcc-18 to bcc-32776 and bcc-<K> (convolutional code 133, 171 of IEEE 802.11), convolutional:5,7:1022 and convolutional:<A>,<B>:<K> (convolutional codes with generators in octal and a memory of 2 to 8); got "polar-64"',
    );
  });

  it.each([
    ["lte-40", 3, undefined],
    ["lte-1056", 2, undefined],
    ["lte-40", 3, 80],
    ["wimax-576-1/2", 5, undefined],
    ["nr-ldpc:64:128", 3, undefined],
    ["nr-ldpc:64:128", 3, 150],
    ["bcc-18", 3, undefined],
    ["bcc-816", 2, undefined],
    ["bcc-816", 2, 1233],
    ["bcc-816", 2, 1096],
    ["convolutional:5,7:70", 3, undefined],
  ] as const)("recovers the bits of %s, %i frames, %s transmitted bits", async (name, frames, sent) => {
    const { information, decisions, iterations, mostIterations, ...result } = await roundTrip(name, frames, sent);
    expect(decisions).toEqual(information);
    for (const used of iterations) expect(used > 0 && used <= mostIterations).toBe(true);
    const { posterior, soft, code, codewords } = result;
    const bits = soft === code.length ? codewords : information;
    for (const [i, llr] of posterior.entries()) {
      expect(llr > 0).toBe(bitOf(bits, wordsOf(soft), Math.floor(i / soft), i % soft) === 1);
    }
  });

  it.each(families)("takes every algorithm of %s, and refuses other families' algorithms", async (family) => {
    const device = await testDevice();
    const [code] = CODES[family].codes;
    const page = { code, frames: 1, llr: upload(device, new Float32Array(code.length)) };
    const own: readonly string[] = CODES[family].algorithms;
    for (const name of families) {
      for (const algorithm of CODES[name].algorithms) {
        const decoder = createDecoder(device, { ...page, decoding: { ...CODES[family].usual(code), algorithm } });
        if (own.includes(algorithm)) (await decoder).destroy();
        else await expect(decoder).rejects.toThrow(/algorithm must be/);
      }
    }
  });

  it.each(families)("gives the soft outputs of %s's family, and refuses others", async (family) => {
    const device = await testDevice();
    const { codes, soft, usual } = CODES[family] as CodeFamily;
    const [code] = codes;
    const config = { code, frames: 2, llr: upload(device, new Float32Array(2 * code.length)), decoding: usual(code) };
    const plain = await createDecoder(device, config);
    expect(plain.soft).toBeUndefined();
    plain.destroy();
    for (const kind of ["posterior", "extrinsic"] as const) {
      const creating = createDecoder(device, { ...config, soft: kind });
      const of = soft[kind];
      if (!of) {
        const kinds = Object.keys(soft)[0] ?? "no";
        await expect(creating).rejects.toThrow(new RegExp(`^codes: decoders of .* give ${kinds} LLRs; got "${kind}"$`));
        continue;
      }
      const decoder = await creating;
      poison(device, decoder.soft as GPUBuffer);
      await run(device, decoder);
      // Nothing was received, so all LLRs are 0.
      const llrs = await readFloats(device, decoder.soft as GPUBuffer, 2 * code[of]);
      expect(llrs.every((llr) => llr === 0)).toBe(true);
      decoder.destroy();
    }
  });

  it.each(families)("gives LLRs of whole codewords of %s, again after more runs", async (family) => {
    const device = await testDevice();
    const [code] = CODES[family].codes;
    const [frames, random] = [3, testRandom(code.length)];
    const bits = Array.from({ length: frames }, () =>
      Array.from({ length: code.information }, () => Number(random() < 0.5)),
    );
    const encoder = await createEncoder(device, { code, frames, bits: upload(device, pack(bits)) });
    await run(device, encoder);
    const words = await readWords(device, encoder.code, frames * wordsOf(code.length));
    const sent = Array.from({ length: frames * code.length }, (_, i) => {
      return bitOf(words, wordsOf(code.length), Math.floor(i / code.length), i % code.length);
    });
    // Every seventh bit was not received.
    const llr = upload(
      device,
      Float32Array.from(sent, (bit, i) => (i % 7 ? 8 * bit - 4 : 0)),
    );
    const decoding = CODES[family].usual(code);
    const config = { code, frames, llr, decoding };
    const plain = await createDecoder(device, config);
    expect(plain.codeword).toBeUndefined();
    expect(plain.continued).toBeUndefined();
    const decoder = await createDecoder(device, { ...config, codeword: true, keepsMessages: true });
    const posterior = decoder.codeword as GPUBuffer;
    for (const stage of [decoder, decoder.continued, decoder.continued]) {
      for (const output of [decoder.decisions, posterior]) poison(device, output);
      await run(device, stage as Stage);
      expect(await readWords(device, decoder.decisions, frames * wordsOf(code.information))).toEqual(pack(bits));
      const found = await readFloats(device, posterior, frames * code.length);
      expect(Array.from(found, (value) => Number(value > 0))).toEqual(sent);
    }
    for (const plan of [encoder, plain, decoder]) plan.destroy();
  });

  it.each(families)("stops %s only by its rules, within its iterations", async (family) => {
    const device = await testDevice();
    const [code] = CODES[family].codes;
    const page = { code, frames: 1, llr: upload(device, new Float32Array(code.length)) };
    const { usual, stops, mostIterations } = CODES[family];
    for (const stop of stops) {
      const decoding = { ...usual(code), stop, crc: "24A", iterations: mostIterations } as const;
      (await createDecoder(device, { ...page, decoding })).destroy();
    }
    const never = createDecoder(device, { ...page, decoding: { ...usual(code), stop: "never" } });
    await expect(never).rejects.toThrow(/stop must be/);
    const more = createDecoder(device, { ...page, decoding: { ...usual(code), iterations: mostIterations + 1 } });
    await expect(more).rejects.toThrow(/iterations must be/);
  });
});
