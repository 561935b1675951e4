import { expect, it } from "vitest";
import { wrongEffects } from "../configuration/testing.ts";
import { testGpu } from "../gpu/testing.ts";
import { FILTERS } from "./experiment.ts";
import { demodulate } from "./listen.ts";
import { passageOf } from "./passage.ts";
import { RADIO } from "./radio.ts";
import { madeSignal, type Signal } from "./signal.ts";

it("filters: every field changes the samples, or the pages in which they come", async () => {
  const gpu = await testGpu();
  const design = { type: "window", length: 21, cutoff: 0.25 } as const;
  const base = FILTERS.parse({ design, samples: 1024, tones: "0.1,0.4", method: "direct", page: 512 });
  const others = { design: { ...design, length: 23 }, tones: "0.1,0.3", method: "overlap-save", page: 128 } as const;
  const found = await wrongEffects(FILTERS, base, others, async (config) => {
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const { before, after, way } = await passageOf(gpu, config, madeSignal(config), { onProgress });
    return [way, shares, before, after].join(" ");
  });
  expect(found).toEqual([]);
});

it("demodulate: every field changes the audio", async () => {
  const gpu = await testGpu();
  const [rate, samples] = [240_000, 24_000];
  // A station in FM that is loud and soft, 20 kHz beside the centre, with a tone.
  const recording = Float32Array.from({ length: 2 * samples }, (_, i) => {
    const t = (i >> 1) / rate;
    const phase = 2 * Math.PI * 20_000 * t + 20 * Math.sin(2 * Math.PI * 1000 * t);
    return (1 + 0.3 * Math.sin(2 * Math.PI * 400 * t)) * (i % 2 ? Math.sin(phase) : Math.cos(phase));
  });
  const x: Signal = {
    kind: "complex",
    rate,
    samples,
    read: async (start, count) => recording.slice(2 * start, 2 * (start + count)),
  };
  const base = RADIO.parse({ offset: 20_000, bandwidth: 100_000 });
  const found = await wrongEffects(RADIO, base, { audio: 24_000, bandwidth: 60_000 }, async (config) => {
    const { steps, rate: out } = await demodulate(gpu, config, x);
    const audio = [String(out)];
    for await (const step of steps) audio.push(step.samples.join(" "));
    return audio.join();
  });
  expect(found).toEqual([]);
});
