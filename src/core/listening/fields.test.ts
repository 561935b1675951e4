import { expect, it } from "vitest";
import type { Signal } from "../capture/signal.ts";
import { wrongEffects } from "../configuration/testing.ts";
import { testGpu } from "../gpu/testing.ts";
import { demodulate } from "./demodulate.ts";
import { RADIO } from "./radio.ts";

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
