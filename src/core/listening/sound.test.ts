import { describe, expect, it } from "vitest";
import { testGpu } from "../gpu/testing.ts";
import type { Signal } from "../capture/signal.ts";
import { isBroadcast, usualHearing } from "./hearing.ts";
import { soundOf } from "./sound.ts";

function held(kind: Signal["kind"], rate: number, samples: number, value: (n: number) => readonly number[]): Signal {
  const width = kind === "complex" ? 2 : 1;
  const x = Float32Array.from({ length: width * samples }, (_, i) => value(Math.floor(i / width))[i % width]);
  return { kind, rate, samples, read: async (start, count) => x.slice(width * start, width * (start + count)) };
}

const asIs = { hearing: "as-is", deemphasis: "none", offset: 0 } as const;

describe("listening/sound", () => {
  it("plays real samples unchanged, and measures them", async () => {
    const x = held("real", 48_000, 4800, (n) => [0.5 * Math.sin((2 * Math.PI * n) / 48)]);
    const sound = await soundOf(await testGpu(), asIs, x);
    expect(sound).toMatchObject({ rate: 48_000, channels: 1 });
    expect(sound.samples).toEqual(await x.read(0, 4800));
    expect(sound.peakDb).toBeCloseTo(20 * Math.log10(0.5), 4);
    expect(sound.rmsDb).toBeCloseTo(20 * Math.log10(0.5) - 10 * Math.log10(2), 3);
  });

  it("plays complex samples as left and right", async () => {
    const x = held("complex", 44_100, 100, (n) => [n / 100, -0.25]);
    const { channels, samples, peakDb } = await soundOf(await testGpu(), asIs, x);
    expect(channels).toBe(2);
    expect([...samples.subarray(20, 22)]).toEqual([Math.fround(0.1), -0.25]);
    expect(peakDb).toBeCloseTo(20 * Math.log10(0.99), 4);
  });

  it("demodulates a complex signal, and finds its pilot", async () => {
    const rate = 240_000;
    let phase = 0;
    const x = held("complex", rate, 120_000, (n) => {
      if (n === 0) phase = 0;
      const t = n / rate;
      phase =
        (75_000 / 1000) * 0.5 * Math.sin(2 * Math.PI * 1000 * t) +
        (75_000 / 19_000) * 0.1 * Math.sin(2 * Math.PI * 19_000 * t);
      return [Math.cos(phase), Math.sin(phase)];
    });
    const shares: number[] = [];
    const sound = await soundOf(await testGpu(), { hearing: "fm-stereo", deemphasis: "none", offset: 0 }, x, {
      onProgress: (share) => shares.push(share),
    });
    expect(sound).toMatchObject({ rate: 48_000, channels: 2 });
    expect(sound.samples.length).toBe(2 * 24_000);
    expect(sound.pilot?.frequency).toBeCloseTo(19_000, 0);
    expect(sound.peakDb).toBeGreaterThan(-7);
    expect(shares.at(-1)).toBe(1);
  });

  it.each([
    [held("real", 2, 10, () => [1]), "no sample rate in Hz"],
    [held("real", 1e6, 10, () => [1]), "is played at 8000 to 192000 samples/s, got 1000000"],
  ])("says why a signal cannot be played", async (x, message) => {
    await expect(soundOf(await testGpu(), asIs, x)).rejects.toThrow(message);
  });

  it("chooses the usual way to listen to a signal", () => {
    expect(usualHearing({ kind: "real", rate: 48_000 })).toBe("as-is");
    expect(usualHearing({ kind: "complex", rate: 256_000 })).toBe("fm-stereo");
    expect(usualHearing({ kind: "complex", rate: 44_100 })).toBe("as-is");
    expect(usualHearing({ kind: "complex", rate: 120_000 })).toBe("am");
  });

  it.each([
    // An amateur band, a key fob, a weather satellite, an aircraft, and FM stations alone and at a wide band's edge.
    { centre: 7.1e6, rate: 48_000, hearing: "am", broadcast: true },
    { centre: 433.92e6, rate: 1e6, hearing: "am", broadcast: false },
    { centre: 137.1e6, rate: 250_000, hearing: "am", broadcast: false },
    { centre: 1090e6, rate: 2.4e6, hearing: "am", broadcast: false },
    { centre: 98.5e6, rate: 256_000, hearing: "fm-stereo", broadcast: true },
    { centre: 70e6, rate: 256_000, hearing: "fm-stereo", broadcast: true },
    { centre: 108.5e6, rate: 2.4e6, hearing: "fm-stereo", broadcast: true },
    { centre: 98.5e6, rate: 48_000, hearing: "am", broadcast: false },
  ] as const)("listens to $rate samples/s about $centre Hz as $hearing", ({ centre, rate, hearing, broadcast }) => {
    const tags = [{ sample: 0, key: "rx_freq", value: centre }];
    expect(usualHearing({ kind: "complex", rate, tags })).toBe(hearing);
    expect(isBroadcast(hearing, centre, rate)).toBe(broadcast);
    expect(isBroadcast(hearing, undefined, rate)).toBe(false);
  });
});
