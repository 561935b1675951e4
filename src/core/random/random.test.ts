import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { normals, philox } from "./philox.ts";

const KERNEL = `
@group(0) @binding(0) var<storage, read> counters: array<vec4u>;
@group(0) @binding(1) var<storage, read> keys: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> words: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> pairs: array<vec2f>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  words[id.x] = philox(counters[id.x], keys[id.x]);
  pairs[id.x] = normals(counters[id.x].xy);
}`;

// Random123's tests/kat_vectors, lines "philox4x32 10": counter, key, words.
const KNOWN_ANSWERS = [
  "00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8",
  "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd",
  "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1",
].map((line) => line.split(" ").map((word) => Number.parseInt(word, 16)));

const COUNT = 64 * 512;
const u32 = testRandom(20);
const draw = (length: number) => Uint32Array.from({ length }, () => u32() * 2 ** 32);
const counters = draw(4 * COUNT);
const keys = draw(2 * COUNT);
for (const [i, line] of KNOWN_ANSWERS.entries()) {
  counters.set(line.slice(0, 4), 4 * i);
  keys.set(line.slice(4, 6), 2 * i);
}
// Words where the logarithm changes branch, and its smallest and largest arguments.
const EDGES = [
  0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xb504f332, 0xb504f333, 0xb504f334, 0xffffff00, 0xfffffffe, 0xffffffff,
];
EDGES.forEach((word, i) => (counters[4 * (KNOWN_ANSWERS.length + i)] = word));
// Many words near u = 1, where a float32 logarithm would lose all digits.
for (let i = 100; i < 1100; i++) counters[4 * i] = 0xffffffff - Math.floor(2 ** (20 * u32()));

let words: Uint32Array;
let pairs: Float32Array;
beforeAll(async () => {
  const device = await testDevice();
  const kernel = await compile(device, { label: "test/random", wgsl: [KERNEL, random, phasor] });
  const memory = allocate(device);
  const output = { words: memory.storage("words", 16 * COUNT), pairs: memory.storage("pairs", 8 * COUNT) };
  for (const buffer of Object.values(output)) poison(device, buffer);
  const bound = kernel.bind({ counters: upload(device, counters), keys: upload(device, keys), ...output });
  await run(device, { encode: (encoder) => bound.encode(encoder, COUNT / 64) });
  words = await readWords(device, output.words, 4 * COUNT);
  pairs = new Float32Array((await readWords(device, output.pairs, 2 * COUNT)).buffer);
});

const reference = (i: number) => {
  const [c0, c1, c2, c3] = counters.subarray(4 * i);
  return philox([c0, c1, c2, c3], [keys[2 * i], keys[2 * i + 1]]);
};

describe("lib/random", () => {
  it.each(KNOWN_ANSWERS.map((_, i) => i))("gives known answer %i of Random123", (i) => {
    expect([...words.subarray(4 * i, 4 * i + 4)]).toEqual(KNOWN_ANSWERS[i].slice(6));
    expect(reference(i)).toEqual(KNOWN_ANSWERS[i].slice(6));
  });

  it("gives the reference's words for random counters and keys", () => {
    for (let i = 0; i < COUNT; i++) expect(words.subarray(4 * i, 4 * i + 4).join()).toBe(reference(i).join());
  });

  it("gives normal numbers within 1e-6 of the reference, tails and u = 1 included", () => {
    let worst = 0;
    for (let i = 0; i < COUNT; i++) {
      const [x, y] = normals(counters[4 * i], counters[4 * i + 1]);
      worst = Math.max(worst, Math.hypot(pairs[2 * i] - x, pairs[2 * i + 1] - y));
    }
    expect(worst).toBeLessThan(1e-6);
  });
});
