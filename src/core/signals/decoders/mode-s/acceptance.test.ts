import { describe, expect, it } from "vitest";
import { createAcceptance } from "./acceptance.ts";
import { CandidateRows, IS_LONG } from "./candidate-rows.ts";
import { modeSRemainder } from "./crc.ts";
import { octetsOf, withParity } from "./testing.ts";
import { WaitingReadings } from "./waiting-readings.ts";

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
    const { format, table } = rows;
    const at = format.size * row;
    table.numbers.set([seconds * rate, contrast], at / 2 + format.start);
    table.words[at + format.readings] = 1 | (octets.length === 14 ? IS_LONG : 0);
    for (const [i, octet] of octets.entries()) table.words[at + format.bits + (i >> 2)] |= octet << (24 - 8 * (i & 3));
    table.words[at + format.remainders] = modeSRemainder(octets);
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

  it("takes lists of several formats, whose rows have any order", () => {
    const rows = candidates([altitude, 2], [other, 1.5], [altitude, 1]);
    const unordered = { ...rows, format: { ...rows.format }, order: Uint32Array.of(2, 1, 0) };
    const acceptance = createAcceptance({ ...tuning, correctedBits: 1 });
    const lists = [candidates([altitude, 0.5]), unordered, candidates([altitude, 3], [clean, 4])];
    const frames = [...lists.flatMap((list) => acceptance.push(list)), ...acceptance.end()];
    expect(frames.map(({ start }) => start / rate)).toEqual([4, 0.5, 1, 2, 3]);
  });

  it("keeps the newest readings of any number, in bounded memory", () => {
    const [readings, rows] = [new WaitingReadings(2 ** 13, 2 ** 14), new CandidateRows()];
    rows.add();
    const count = 12_000;
    for (let i = 0; i < count; i++) {
      rows.table.numbers[rows.format.start] = i;
      readings.add(i % 4000, readings.take(rows), 0, 0, false);
      readings.keep();
    }
    expect(readings.room).toBe(2 ** 13);
    const startAt = (index: number) => readings.candidateAt(tuning, index).start;
    // Address 5 came at 5, 4005 and 8005; the first is one of those that made room.
    expect(readings.release(5).map(startAt)).toEqual([4005, 8005]);
    expect(readings.release(5)).toEqual([]);
    readings.forget(count - 10);
    expect(readings.release(3980)).toEqual([]);
    expect(readings.release(3995).map(startAt)).toEqual([count - 5]);
  });
});
