import { describe, expect, it } from "vitest";
import { asks as capture } from "../capture/runs.ts";
import { testContext } from "../testing.ts";
import { asks } from "./runs.ts";

const RATE = 48_000;
const ignore = () => {};

/** A carrier at 12 kHz whose amplitude a tone of 1 kHz modulates, from the second half of the recording on. */
const station = Float32Array.from({ length: 2 * RATE }, (_, i) => {
  const n = i >> 1;
  const amplitude = n < RATE / 2 ? 0 : 0.4 * (1 + 0.5 * Math.sin((2 * Math.PI * 1000 * n) / RATE));
  const turn = (2 * Math.PI * 12_000 * n) / RATE;
  return amplitude * (i % 2 ? Math.sin(turn) : Math.cos(turn));
});

describe("listening/runs", () => {
  it("demodulates a station in a part of an opened recording, and saves it", async () => {
    const { context } = await testContext();
    const file = Object.assign(new Blob([station]), { name: "station.cf32" });
    await capture.open(context, [file], { sampleRate: RATE }, ignore);
    const shares: number[] = [];
    const config = { hearing: "am", deemphasis: "none", offset: 12_000 } as const;
    const part = { start: RATE / 2, count: RATE / 2 };
    const sound = await asks.hear(context, 0, part, config, (share) => shares.push(share));
    expect(sound).toMatchObject({ rate: RATE, channels: 1 });
    expect(sound!.samples.length).toBe(RATE / 2);
    expect(shares.at(-1)).toBe(1);
    const late = sound!.samples.slice(RATE / 4, RATE / 4 + 4800);
    const power = late.reduce((sum, value) => sum + value * value, 0) / late.length;
    expect(Math.sqrt(2 * power)).toBeCloseTo(0.5, 1);
    expect((await asks.save(context, sound!)).size).toBe(44 + RATE);
  });

  it("refuses what cannot be heard, and returns nothing when stopped", async () => {
    const { context, stop } = await testContext();
    const part = { start: 0, count: RATE };
    const config = { hearing: "fm-stereo", deemphasis: "50", offset: 0 } as const;
    await expect(asks.hear(context, 0, part, config, ignore)).rejects.toThrow("recording 1 does not exist: 0 are open");
    const file = Object.assign(new Blob([station]), { name: "station.cf32" });
    await capture.open(context, [file], { sampleRate: RATE }, ignore);
    await expect(asks.hear(context, 0, part, config, ignore)).rejects.toThrow(
      "fm-stereo needs complex samples at more than",
    );
    const hearing = asks.hear(context, 0, part, { ...config, hearing: "fm" }, ignore);
    stop("listening");
    expect(await hearing).toBeUndefined();
  });
});
