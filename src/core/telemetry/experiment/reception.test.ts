import { expect, it } from "vitest";
import { asks as capture } from "../../capture/runs.ts";
import { testContext } from "../../testing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { type ReceptionStep, runs } from "./reception.ts";
import { DEFAULT_SCENARIO, parseScenario, receiverSettings } from "./scenario.ts";
import { synthesize } from "./synthesize.ts";

it("receives packets beside samples that are not numbers, and counts those samples", async () => {
  const { context } = await testContext();
  const scenario = parseScenario({
    ...DEFAULT_SCENARIO,
    packets: 2,
    ebn0: 14,
    firstOffset: 4000,
    equalizers: ["mmse"],
  });
  const pieces: Float32Array<ArrayBuffer>[] = [];
  for await (const { samples } of synthesize(await context.host.get(), scenario, 0)) pieces.push(samples);
  const samples = new Float32Array(await new Blob(pieces).arrayBuffer());
  // Before the packets, and two of them within one.
  samples.set([NaN, 1], 2 * 100);
  samples.set([0, Infinity, -Infinity, NaN], 2 * (4000 + PACKET_SAMPLES - 50));
  const files = [Object.assign(new Blob([samples]), { name: "gaps_20625k.cf32" })];
  await capture.open(context, files, {}, () => {});
  const packets: ReceptionStep["packets"] = [];
  let last: ReceptionStep | undefined;
  for await (const step of runs.receive(
    context,
    { index: 0, settings: receiverSettings(scenario) },
    new AbortController().signal,
  )) {
    packets.push(...step.packets);
    last = step;
  }
  expect(packets).toHaveLength(2);
  expect(packets.every(({ metric, noiseVariance }) => Number.isFinite(metric) && Number.isFinite(noiseVariance))).toBe(
    true,
  );
  expect(last).toMatchObject({ progress: 1, nonFinite: 3 });
});
