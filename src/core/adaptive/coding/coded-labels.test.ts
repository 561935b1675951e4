import { expect, it } from "vitest";
import { readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { labelsWithBits } from "./coded-labels.reference.ts";
import { createCodedLabels } from "./coded-labels.ts";
import { EMPTY } from "./places.ts";

const [PACKETS, SYMBOLS, TRAINING, GUARD] = [67, 11, 3, 6];

it("adaptive/coded-labels: puts coded bits into labels, and leaves the others", async () => {
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
    const columnOf = (all: Uint32Array) => Array.from({ length: SYMBOLS + 2 * GUARD }, (_, k) => labelOf(all, k, p));
    const bit = (number: number) => (code[p * width + (number >> 5)] >>> (number % 32)) & 1;
    const wanted = labelsWithBits(columnOf(before), bit, { bitAt, first: GUARD + TRAINING, bitsPerSymbol: bits });
    expect(columnOf(after)).toEqual(wanted);
  }
  plan.destroy();
});
