import { describe, expect, it } from "vitest";
import { type AudioRing, createAudioRing } from "./audio-ring.ts";

const RATE = 48_000;
const BLOCK = 128;

/** Plays a tone that comes in chunks while a loudspeaker with another clock takes it. Returns what was played. */
function played(
  ring: AudioRing,
  {
    seconds,
    chunk,
    drift = 0,
    lateness = () => 0,
  }: { seconds: number; chunk: number; drift?: number; lateness?: (chunk: number) => number },
): Float32Array {
  const out = new Float32Array(BLOCK * Math.floor((seconds * RATE) / BLOCK));
  const block = new Float32Array(BLOCK);
  for (let [at, chunks] = [0, 0]; at < out.length; at += BLOCK) {
    while (((chunks + 1) * chunk) / (RATE * (1 + drift)) + lateness(chunks) <= at / RATE) {
      ring.push(Float32Array.from({ length: chunk }, (_, n) => toneAt(chunks * chunk + n)));
      chunks++;
    }
    ring.pull([block]);
    out.set(block, at);
  }
  return out;
}

const toneAt = (n: number) => Math.sin((2 * Math.PI * 440 * n) / RATE);

/** Largest difference from the prediction of a tone of 440 Hz by two samples: a click is large. */
function roughness(samples: Float32Array): number {
  const factor = 2 * Math.cos((2 * Math.PI * 440) / RATE);
  let most = 0;
  for (let n = 2; n < samples.length; n++) {
    most = Math.max(most, Math.abs(samples[n] - factor * samples[n - 1] + samples[n - 2]));
  }
  return most;
}

describe("graphs/live/audio-ring", () => {
  it("plays samples as they are, after a short wait", () => {
    const ring = createAudioRing(1, RATE);
    const out = played(ring, { seconds: 2, chunk: 960 });
    const begin = out.findIndex((value) => value !== 0);
    expect(begin / RATE).toBeLessThan(0.15);
    const tone = Float32Array.from({ length: RATE }, (_, n) => toneAt(n + 1000));
    const shift = 1000 + begin - 2;
    expect(Math.max(...tone.map((value, n) => Math.abs(value - out[n + shift])))).toBe(0);
    expect(ring.status()).toMatchObject({ underruns: 0, skipped: 0 });
  });

  it.each([1e-3, -1e-3])("follows a clock that differs by %d, without a click", (drift) => {
    const ring = createAudioRing(1, RATE);
    const out = played(ring, { seconds: 30, chunk: 4800, drift, lateness: (chunk) => (chunk % 7) * 0.003 });
    const { underruns, skipped, waiting } = ring.status();
    expect({ underruns, skipped }).toEqual({ underruns: 0, skipped: 0 });
    expect(waiting).toBeGreaterThan(0.02);
    expect(waiting).toBeLessThan(0.4);
    expect(roughness(out.subarray(RATE))).toBeLessThan(1e-3);
  });

  it("counts an underrun, fades, and waits longer after it", () => {
    const ring = createAudioRing(1, RATE);
    const out = played(ring, { seconds: 5, chunk: 2400, lateness: (chunk) => (chunk >= 40 ? 0.5 : 0) });
    expect(ring.status().underruns).toBe(1);
    expect(roughness(out)).toBeLessThan(0.02);
    expect(out.subarray(-RATE).some((value) => Math.abs(value) > 0.9)).toBe(true);
  });

  it("is heard within 0.2 s of its page, also if the loudspeaker opens late", () => {
    const ring = createAudioRing(1, RATE);
    // 24 pages of 85 ms wait for the loudspeaker.
    for (let i = 0; i < 24; i++) ring.push(new Float32Array(4096));
    played(ring, { seconds: 3, chunk: 4096 });
    const { underruns, skipped, waiting } = ring.status();
    expect({ underruns, skipped }).toEqual({ underruns: 0, skipped: 0 });
    // A page and a half, 40 ms, and the page that has just come.
    expect(waiting).toBeLessThan(0.27);
  });

  it("skips a burst after a delay, without a click", () => {
    const ring = createAudioRing(1, RATE);
    // The loudspeaker has taken no sound for 1.5 s.
    played(ring, { seconds: 2, chunk: 4096 });
    for (let n = 0; n < 18; n++)
      ring.push(Float32Array.from({ length: 4096 }, (_, i) => toneAt(23 * 4096 + n * 4096 + i)));
    const out = played(ring, { seconds: 8, chunk: 4096 });
    const { underruns, skipped, waiting } = ring.status();
    expect(underruns).toBe(0);
    expect(skipped).toBeGreaterThan(1);
    expect(waiting).toBeLessThan(0.4);
    expect(roughness(out.subarray(RATE))).toBeLessThan(0.02);
  });

  it("leaves out what is too much, and keeps the channels apart", () => {
    const ring = createAudioRing(2, 1000);
    for (let i = 0; i < 10; i++) ring.push(Float32Array.from({ length: 2000 }, (_, n) => (n % 2 ? -1 : 1)));
    const outputs = [new Float32Array(500), new Float32Array(500)];
    // Of the 5 s in the ring the newest chunk and a half and 40 ms are enough. Then 0.5 s are played.
    ring.pull(outputs);
    expect([outputs[0][100], outputs[1][100]]).toEqual([1, -1]);
    expect(ring.status()).toEqual({ underruns: 0, skipped: 5, waiting: expect.closeTo(1.04, 2), peak: 1 });
    expect(ring.status().peak).toBe(0);
  });
});
