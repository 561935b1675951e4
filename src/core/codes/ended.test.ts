import { expect, it } from "vitest";
import { readFloats, readWords, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { wordsOf } from "../gpu/rows.ts";
import type { Decoder, Decoding } from "./code.ts";
import { createDecoder } from "./factories.ts";
import { codeOf } from "./registry.ts";

const FRAMES = 9;
/** Frames that end after the first run. */
const ENDED = [1, 2, 3, 8];

it.each<[string, Decoding, boolean]>([
  // A window has several sections.
  ["lte-6144", { algorithm: "max-log", scale: 0.75, iterations: 4, stop: "none", windows: 1 }, true],
  ["lte-104", { algorithm: "max-log", scale: 0.75, iterations: 4, stop: "sign", windows: 4 }, false],
  // A workgroup has several frames; here some of them end, and in one workgroup all.
  ["nr-ldpc:40:200", { algorithm: "min-sum", scale: 0.8, iterations: 5, stop: "checks", schedule: "layered" }, true],
])("%s %o: ended frames keep their results, messages kept: %s", async (name, decoding, keepsMessages) => {
  const device = await testDevice();
  const { code } = codeOf(name);
  const noise = (seed: number) => {
    return Float32Array.from(testNormals(seed, FRAMES * code.length), (x, i) => (i % 7 ? 2 : -1) + 1.5 * x);
  };
  const llr = upload(device, noise(1));
  const config = { code, frames: FRAMES, llr, decoding, codeword: true, keepsMessages };
  const skipping = await createDecoder(device, { ...config, skipsEnded: true });
  const whole = await createDecoder(device, config);
  const results = async ({ decisions, codeword, iterations }: Decoder) => {
    const words = await readWords(device, decisions, FRAMES * wordsOf(code.information));
    const posterior = await readFloats(device, codeword!, FRAMES * code.length);
    const ran = await readWords(device, iterations, FRAMES);
    return Array.from({ length: FRAMES }, (_, f) => {
      const row = <T extends Uint32Array | Float32Array>(all: T) => {
        return [...all.subarray((f * all.length) / FRAMES, ((f + 1) * all.length) / FRAMES)];
      };
      return { words: row(words), posterior: row(posterior), iterations: ran[f] };
    });
  };
  await run(device, skipping, whole);
  const first = await results(skipping);
  expect(first).toEqual(await results(whole));
  for (const frame of ENDED) device.queue.writeBuffer(skipping.iterations, 4 * frame, Uint32Array.of(0));
  device.queue.writeBuffer(llr, 0, noise(2));
  await run(device, skipping.continued!, whole.continued ?? whole);
  const [found, all] = [await results(skipping), await results(whole)];
  for (let frame = 0; frame < FRAMES; frame++) {
    const expected = ENDED.includes(frame) ? { ...first[frame], iterations: 0 } : all[frame];
    expect(found[frame], `frame ${frame}`).toEqual(expected);
  }
  // A third run has the same frames to leave out.
  await run(device, skipping.continued!);
  const third = await results(skipping);
  for (const frame of ENDED) expect(third[frame]).toEqual(found[frame]);
  skipping.destroy();
  whole.destroy();
});
