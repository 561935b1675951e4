import { describe, expect, it } from "vitest";
import { createAcceptance } from "./acceptance.ts";
import { CandidateRows, CHECKED, HEAD_WORDS, IS_LONG, READINGS, REMAINDERS } from "./candidate-rows.ts";
import { modeSRemainder } from "./crc.ts";
import { octetsOf, withParity } from "./testing.ts";
import { WaitingCandidates } from "./waiting-candidates.ts";

const rate = 2.4e6;
const tuning = { sampleRateHz: rate, offsetHz: 0 };
const icao = 0x4840d6;
const clean = octetsOf("8D4840D6202CC371C32CE0576098");
const altitude = withParity([0x20, 0x00, 0x17, 0x18], icao);
const other = withParity([0x20, 0x00, 0x17, 0x18], 0x123456);

/** Candidates at times in seconds, as one list. */
function candidates(...sent: readonly (readonly [octets: Uint8Array, seconds: number, contrast?: number])[]) {
  const rows = new CandidateRows();
  for (const [octets, seconds, contrast = 0.9] of sent) {
    const row = rows.add();
    const { format, heads, starts, numbers, words } = rows.rows;
    const [head, body] = [HEAD_WORDS * row, format.size * row];
    starts[row] = seconds * rate;
    numbers[body / 2] = contrast;
    const isChecked = [11, 17, 18].includes(octets[0] >> 3);
    heads[head + READINGS] = 1 | (octets.length === 14 ? IS_LONG : 0) | (Number(isChecked) << CHECKED);
    for (const [i, octet] of octets.entries()) words[body + format.bits + (i >> 2)] |= octet << (24 - 8 * (i & 3));
    heads[head + REMAINDERS] = modeSRemainder(octets);
  }
  return rows;
}

function accepted(...lists: CandidateRows[]) {
  const acceptance = createAcceptance({ ...tuning, correctedBits: 1 });
  const frames = [...lists.flatMap((rows) => acceptance.push(rows)), ...acceptance.end()];
  return frames.map(({ start, octets }) => [Math.round((1000 * start) / rate), octets.length]);
}

describe("mode-s/acceptance", () => {
  it("accepts frames up to 60 s before the confirmation of their address, in order", () => {
    const waiting = candidates([altitude, 0.9], [altitude, 1.1], [other, 2], [altitude, 30]);
    expect(accepted(waiting, candidates([clean, 61]))).toEqual([
      [61_000, 14],
      [1100, 7],
      [30_000, 7],
    ]);
  });

  it("accepts one reading per place: for one address, and the one whose bits stand out most", () => {
    const place = candidates([altitude, 1, 0.5], [other, 1 + 1e-7], [altitude, 1 + 2e-7, 0.6]);
    const confirmations = candidates([clean, 2], [withParity([0x8d, 0x12, 0x34, 0x56, 0, 0, 0, 0, 0, 0, 0]), 3]);
    expect(accepted(place, confirmations)).toHaveLength(3);
    const acceptance = createAcceptance({ ...tuning, correctedBits: 1 });
    expect([...acceptance.push(place), ...acceptance.push(confirmations)].map(({ contrast }) => contrast)).toEqual([
      0.9, 0.6,
    ]);
  });

  it("takes lists whose bodies have any order", () => {
    const rows = candidates([altitude, 1], [other, 1.5], [altitude, 2]);
    const { bodies, words, format } = rows.rows;
    const [first, , last] = Array.from({ length: 3 }, (_, i) => words.slice(format.size * i, format.size * (i + 1)));
    words.set(last);
    words.set(first, 2 * format.size);
    bodies.set([2, 1, 0]);
    const acceptance = createAcceptance({ ...tuning, correctedBits: 1 });
    const lists = [candidates([altitude, 0.5]), rows, candidates([altitude, 3], [clean, 4])];
    const frames = [...lists.flatMap((list) => acceptance.push(list)), ...acceptance.end()];
    expect(frames.map(({ start }) => start / rate)).toEqual([4, 0.5, 1, 2, 3]);
  });

  it("keeps the newest candidates of any number, in bounded memory", () => {
    const [waiting, rows] = [new WaitingCandidates(2 ** 14), new CandidateRows()];
    rows.add();
    const count = 30_000;
    for (let i = 0; i < count; i++) {
      rows.rows.starts[0] = i;
      rows.rows.heads.set([1, i % 10_000], READINGS);
      const { from: index } = waiting.take(rows);
      waiting.begin(index);
      waiting.keep([]);
    }
    const starts = (address: number) => waiting.release(address).map((one) => waiting.candidateOf(tuning, one).start);
    // Address 9005 came at 9005, 19005 and 29005; the first is one of those that made room.
    expect(starts(9005)).toEqual([19_005, 29_005]);
    expect(starts(9005)).toEqual([]);
    waiting.forget(count - 10);
    expect(starts(9980)).toEqual([]);
    expect(starts(9995)).toEqual([count - 5]);
  });
});
