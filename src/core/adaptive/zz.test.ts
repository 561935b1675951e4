import { it } from "vitest";
import { run, readFloats, readWords, testDevice, upload, poison } from "../gpu/testing.ts";
import { createRandomLabels } from "./transmission/labels.ts";
import { createReceived } from "./transmission/received.ts";
import { createGradientEqualizer } from "./adaptation/gradient.ts";
import { createPacketErrors } from "./counting/errors.ts";
import { decisionTables } from "./decision.ts";
import { createAlignment } from "./counting/alignment.ts";
import { guardOf } from "./batch.ts";
import { haykinResponse, namedResponse, normalized } from "./channel/responses.ts";
import { lmsMisadjustment, momentsOf } from "./theory/adaptation.ts";
import { solveEqualizer } from "./theory/finite.ts";
import { modulationPoints } from "./modulations.ts";
async function lms({
  taps,
  mod,
  N,
  delta,
  K,
  T,
  mu,
  gamma,
  packets,
  real,
  rule = "lms" as const,
  start,
  switching,
  nb = 0,
}: any) {
  const device = await testDevice();
  const h = Float32Array.from(taps);
  const tapCount = taps.length / 2;
  const d = decisionTables(mod);
  const guard = guardOf(N, tapCount);
  const sizes = { packets, symbols: K, guard, samplesPerSymbol: 1 as const };
  const l = await createRandomLabels(device, { ...sizes, bitsPerSymbol: Math.log2(d.labelOf.length), seed: 1 });
  const tb = upload(device, h);
  const common = { ...sizes, labels: l.labels, taps: tb, hasOwnTaps: false, tapCount };
  const r = await createReceived(device, { ...common, points: d.points, isReal: real, seed: 1 });
  r.setNoiseVariance(1 / gamma);
  const e = await createGradientEqualizer(device, { ...common, received: r.received }, d, {
    rule,
    forwardTaps: N,
    feedbackTaps: nb,
    delay: delta,
    training: T,
    start,
    switching,
  });
  e.setStep(mu);
  const al =
    rule === "lms"
      ? undefined
      : await createAlignment(device, {
          ...common,
          finalTaps: e.finalTaps,
          forwardTaps: N,
          delay: delta,
          turns: d.turns,
        });
  const c = await createPacketErrors(device, {
    ...sizes,
    labels: l.labels,
    estimates: e.estimates,
    training: rule === "lms" ? T : 0,
    decisions: d,
    bin: K / 10,
    alignment: al?.alignment,
  });
  const s = performance.now();
  for (const p of [l, r, e, ...(al ? [al] : []), c]) await run(device, p);
  const counts = [...(await readWords(device, c.counts, 4 * packets))];
  const sum = (x: number) => counts.slice(x * packets, (x + 1) * packets).reduce((a, b) => a + b, 0);
  const learn = await readWords(device, c.learning!, 10 * packets);
  const open = al ? [...(await readWords(device, al.isOpen, packets))].reduce((a, b) => a + b, 0) : 0;
  const out = {
    open,
    ber: sum(0) / (packets * (K - T) * Math.log2(d.labelOf.length)),
    ser: sum(1),
    div: sum(2),
    mse: sum(3) / packets / 2 ** 20,
    learning: Array.from(
      { length: 10 },
      (_, i) => learn.slice(i * packets, (i + 1) * packets).reduce((a, b) => a + b, 0) / packets / 2 ** 20,
    )
      .map((x) => x.toPrecision(3))
      .join(" "),
    ms: performance.now() - s,
  };
  for (const p of [l, r, e, c]) p.destroy();
  return out;
}
it("x", async () => {
  const t = normalized(namedResponse("proakis-a"));
  {
    console.log(
      "cma",
      await lms({
        taps: t,
        mod: "qpsk",
        N: 21,
        delta: 10,
        K: 5000,
        T: 3000,
        mu: 0.002,
        gamma: 10 ** 2.5,
        packets: 64,
        real: false,
        rule: "cma",
        start: 10,
      }),
    );
  }
}, 600000);
