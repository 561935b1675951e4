import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { fadedPaths, FRAME_POWER, onAir } from "../acquisition/testing.ts";
import { dataSymbols, frameSamples } from "../frame/data-field.ts";
import { RATES } from "../frame/rates.ts";
import { binOf } from "../frame/symbol.ts";
import { randomFrame } from "../equalization/testing.ts";
import { type FrameLine, FRAME_BYTES, frameLines, frameTable } from "../frame-table.ts";
import { tableLines } from "../testing.ts";
import { decodeSignal } from "./decoder.float64.ts";
import { createSignalDecoder } from "./decoder.ts";

const PERIOD = 500;

/** Short frames with random rates, lengths and channels, PERIOD samples apart, and what the genie knows of them. */
function page(count: number, snrDb: number) {
  const random = testRandom(count);
  const sent = Array.from({ length: count }, (_, f) => {
    const frame = randomFrame(f + 1, RATES[f % 8], f === 7 ? 4095 : 1 + Math.floor(60 * random()));
    return { frame, at: PERIOD * f, offset: 0.03 * random() - 0.015, paths: fadedPaths(f + 1, 1) };
  });
  // Later frames overwrite the data of earlier ones.
  const samples = new Float64Array(2 * PERIOD * (count + 1));
  for (const [f, one] of sent.entries()) {
    const alone = onAir(PERIOD, [{ ...one, at: 0 }], { seed: f + 1, snrDb, dc: [0.1, 0.2] });
    samples.set(alone, 2 * PERIOD * f);
  }
  const noise = (64 * FRAME_POWER) / 10 ** (snrDb / 10);
  const channel = new Float64Array(128 * count);
  for (const [f, { paths }] of sent.entries()) {
    for (let carrier = -26; carrier <= 26; carrier++) {
      for (const [delay, [re, im]] of paths.entries()) {
        // Transforms begin four samples early.
        const phase = (-2 * Math.PI * carrier * (delay + 4)) / 64;
        const [cos, sin] = [Math.cos(phase), Math.sin(phase)];
        const at = 128 * f + 2 * binOf(carrier);
        channel[at] += re * cos - im * sin;
        channel[at + 1] += re * sin + im * cos;
      }
    }
  }
  const amplitude = Math.sqrt(FRAME_POWER);
  const dc = { dcReal: Math.fround(0.1 * amplitude), dcImaginary: Math.fround(0.2 * amplitude) };
  const starts = sent.map(({ at: start, offset }) => ({
    start,
    offset: Math.fround(offset),
    noise: Math.fround(noise),
    ...dc,
  }));
  const lines = tableLines(starts).map((line): FrameLine => ({
    ...line,
    length: 0,
    symbols: 0,
    firstSymbol: 0,
    firstWord: 0,
  }));
  return { sent, samples, channel, lines };
}

async function decoded(samples: Float64Array, lines: readonly FrameLine[], channel: Float64Array) {
  const device = await testDevice();
  const frames = upload(device, new Uint8Array(frameTable(lines)));
  const plan = await createSignalDecoder(device, {
    samples: upload(device, Float32Array.from(samples)),
    length: samples.length / 2,
    frames,
    channel: upload(device, Float32Array.from(channel)),
    counts: upload(device, Uint32Array.of(lines.length, 0)),
    groups: lines.length,
  });
  await run(device, plan);
  const [table] = await readBack(device, [{ buffer: frames, size: FRAME_BYTES * lines.length }]);
  plan.destroy();
  return frameLines(table, lines.length);
}

const REFUSALS = { "odd parity": "odd parity", "reserved rate": "reserved rate", "no length": "LENGTH 0" };

describe("wifi/signal/decoder", () => {
  it("reads the rate and the length of every frame without noise", async () => {
    const { sent, samples, lines, channel } = page(16, 60);
    const found = await decoded(samples, lines, channel);
    for (const [f, { frame }] of sent.entries()) {
      const { rate, psdu } = frame;
      const symbols = dataSymbols(psdu.length, rate);
      const claim = frameSamples(psdu.length, rate);
      expect(found[f]).toEqual({ ...lines[f], rate, length: psdu.length, symbols, claim });
    }
  });

  it.each([0, -3])("decides as float64 does, refusals included: %i dB", async (snrDb) => {
    const { samples, lines, channel } = page(40, snrDb);
    const found = await decoded(samples, lines, channel);
    const rounded = Float64Array.from(Float32Array.from(samples));
    let refused = 0;
    for (const [f, line] of lines.entries()) {
      const H = channel.subarray(128 * f, 128 * (f + 1));
      const expected = decodeSignal(rounded, line, H);
      const { status, rate, length, symbols } = found[f];
      if ("refused" in expected) {
        refused++;
        expect(expected.refused).toContain(REFUSALS[status as keyof typeof REFUSALS]);
        expect(symbols).toBe(0);
      } else {
        expect({ status, rate, length }).toEqual({ status: "received", ...expected });
        expect(symbols).toBe(dataSymbols(length, rate));
      }
    }
    expect(refused).toBeGreaterThan(snrDb < 0 ? 3 : -1);
  });

  it("leaves frames alone that are refused already, and those that end before SIGNAL have none", async () => {
    const { samples, lines, channel } = page(3, 60);
    const refused: FrameLine[] = [{ ...lines[0], status: "no long training" }, lines[1], lines[2]];
    const found = await decoded(samples.subarray(0, 2 * (2 * PERIOD + 395)), refused, channel);
    expect(found[0]).toEqual(refused[0]);
    expect(found[1].status).toBe("received");
    expect(found[2].status).toBe("no SIGNAL");
  });
});
