import { expect, it } from "vitest";
import { threadProgram } from "../../../vite.cli.config.ts";
import { testRandom } from "../../core/gpu/testing.ts";
import { jsonAround, jsonListPieces } from "../../core/json-list.ts";
import type { DecodedFrame } from "../../core/signals/decoders/decoder.ts";
import { type CandidateList, createRowMemory } from "../../core/signals/decoders/mode-s/candidate-rows.ts";
import { createCandidateReader } from "../../core/signals/decoders/mode-s/decoder.ts";
import { listedRows } from "../../core/signals/decoders/mode-s/listed-rows.ts";
import { createCandidateSearch } from "../../core/signals/decoders/mode-s/search.ts";
import { type MadeFrame, madeModeS, withParity } from "../../core/signals/decoders/mode-s/testing.ts";
import { textCount, textPieces } from "../item-texts.ts";
import { createFrameThreads } from "./frame-threads.ts";

const rate = 2.4e6;
const options = { sampleRateHz: rate };

/** Traffic of six aircraft with collisions: addresses are confirmed late, so frames come out of order. */
function traffic(samples: number, sent: number): Float32Array {
  const random = testRandom(29);
  const whole = (most: number) => Math.floor(most * random());
  const bytes = (length: number) => Array.from({ length }, () => whole(256));
  const addresses = Array.from({ length: 6 }, () => bytes(3));
  const frames = Array.from({ length: sent }, (_, i): MadeFrame => {
    const address = addresses[whole(6)];
    const overlay = address.reduce((sum, octet) => 256 * sum + octet, 0);
    const squitter = withParity([0x8d, ...address, 8 * whole(24), ...bytes(6)]);
    const octets = i < sent / 2 || i % 3 > 0 ? withParity([0x20, ...bytes(3)], overlay) : squitter;
    return { octets, at: 30 + ((samples - 400) * (i + random())) / sent, amplitude: 0.5 + random() };
  });
  return madeModeS(random, { length: samples, rate, sigma: 0.1 }, frames);
}

/** Returns copies of a list as a GPU makes them: with float32 sums, and bodies in another order. */
function asListed({ count, rows }: CandidateList, memoryFor: ReturnType<typeof createRowMemory>): CandidateList {
  const listed = memoryFor(count);
  listed.heads.set(rows.heads.subarray(0, listed.heads.length));
  listed.starts.set(rows.starts.subarray(0, listed.starts.length));
  const [from, to] = [rows.format, listed.format];
  for (let row = 0; row < count; row++) {
    const body = count - 1 - row;
    listed.bodies[row] = body;
    const { on, off, re, im } = from.sumsOf(rows, row);
    listed.floats.set([from.contrastOf(rows, row), 1, on, off, re, im], to.size * body);
    const bits = from.size * row + from.bits;
    listed.words.set(rows.words.subarray(bits, from.size * (row + 1)), to.size * body + to.bits);
  }
  return { count, rows: listed, take: () => listed };
}

/** The text of all frames, in order of their starts. */
const written = (frames: DecodedFrame[]) =>
  [
    ...jsonListPieces(
      {},
      "frames",
      frames.toSorted((a, b) => a.start - b.start),
    ),
  ].join("");

it("threads write the frames that this thread decodes, as the same text", async () => {
  const threads = createFrameThreads(options, await threadProgram("./src/cli/threads/frame-thread.ts"));
  if (!threads) throw new Error("this machine has one core");
  const [here, there] = [createCandidateReader(options), threads.reader];
  const search = createCandidateSearch(rate, 0);
  const memoryFor = createRowMemory(listedRows({ sampleRateHz: rate, offsetHz: 0 }));
  const samples = traffic(400_000, 600);
  const frames: DecodedFrame[] = [];
  const piece = 20_000;
  // A GPU makes the first lists, and then it is lost.
  for (let at = 0; at < samples.length; at += 2 * piece) {
    const found = search.push(samples.subarray(at, at + 2 * piece));
    const lists = () => (at < samples.length / 2 ? asListed(found, memoryFor) : found);
    frames.push(...here.framesOf(lists()));
    await there.framesOf(lists());
  }
  const found = search.end();
  frames.push(...here.framesOf(found), ...here.rest());
  await there.framesOf(found);
  await there.rest();
  expect(frames.length).toBeGreaterThan(400);
  expect(frames.some(({ start }, i) => start < frames[i - 1]?.start)).toBe(true);
  const texts = await threads.end();
  expect(threads.count()).toBe(frames.length);
  const { before, after } = jsonAround({}, "frames", textCount(texts));
  const text = before + Buffer.concat([...textPieces(texts)]).toString() + after;
  expect(text).toBe(written(frames));
  await threads.close();
});
