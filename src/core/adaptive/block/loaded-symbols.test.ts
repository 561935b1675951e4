import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { sendCarriers, carrierPoints } from "./loaded.reference.ts";
import { createLoadedSymbols } from "./loaded-symbols.ts";

it.each([
  [4, 5, 12, true],
  [8, 67, 72, false],
])(
  "adaptive/loaded-symbols: %i carriers send the bits that they have, %i packets of %i symbols, own loads %s",
  async (length, packets, symbols, hasOwnTaps) => {
    const device = await testDevice();
    const random = testRandom(9);
    const [guard, gain] = [6, 8];
    const owners = hasOwnTaps ? packets : 1;
    const bits = Uint32Array.from({ length: length * owners }, () => 2 * Math.floor(4 * random()));
    const amplitudes = Float32Array.from({ length: length * owners }, () => 0.5 + random());
    const words = Math.ceil((symbols + 2 * guard) / 4);
    const labels = Uint32Array.from({ length: words * packets }, () => Math.floor(2 ** 32 * random()) & 0x3f3f3f3f);
    const points = new Float32Array(256);
    for (const size of [2, 4, 6]) points.set(Float32Array.from(carrierPoints(size)), 2 * 2 ** size);
    const plan = await createLoadedSymbols(device, {
      packets,
      symbols,
      guard,
      gain,
      length,
      hasOwnTaps,
      points,
      labels: upload(device, labels),
      loads: upload(
        device,
        Uint32Array.from({ length: 2 * bits.length }, (_, i) => (i % 2 ? 0 : bits[i / 2])),
      ),
      amplitudes: upload(device, amplitudes),
    });
    poison(device, plan.symbols);
    await run(device, plan);
    const found = await readFloats(device, plan.symbols, 2 * symbols * packets);
    for (let packet = 0; packet < packets; packet++) {
      const at = (k: number) => (hasOwnTaps ? (k % length) * packets + packet : k % length);
      const sent = Array.from({ length: symbols }, (_, k) => {
        const row = guard + k;
        return (labels[(row >> 2) * packets + packet] >>> (8 * (row % 4))) & 0xff;
      });
      const expected = sendCarriers(
        sent,
        (k) => bits[at(k)],
        (k) => gain * amplitudes[at(k)],
      );
      // Three roundings to float32.
      for (const [i, value] of expected.entries()) {
        expect(Math.abs(found[2 * symbols * packet + i] - value)).toBeLessThanOrEqual(3 * 2 ** -24 * Math.abs(value));
      }
    }
    plan.destroy();
  },
);
