import { describe, expect, it } from "vitest";
import { createFetch } from "../../gpu/readback.ts";
import { run, testDevice } from "../../gpu/testing.ts";
import { createLink } from "./link.ts";
import { receiverParts } from "./receiver-parts.ts";
import { DEFAULT_SCENARIO, EQUALIZERS, type Scenario } from "./scenario.ts";

describe("telemetry/experiment/receiver-parts", () => {
  it.each([
    { equalizers: EQUALIZERS.filter((name) => name !== "rls"), cmaPasses: 2 },
    { equalizers: ["none", "cma"], cmaPasses: 2, cmaStart: "blind" },
    { equalizers: ["lms"], channelEstimate: "batch", receiveBandwidth: 12 },
  ] satisfies Partial<Scenario>[])("counts the same on two devices as on one: $equalizers", async (change) => {
    const device = await testDevice();
    const scenario: Scenario = { ...DEFAULT_SCENARIO, ...change, packets: 8, ebn0: 8 };
    const [first, second] = [
      await createLink(device, { scenario, blocks: 1 }),
      await createLink(device, { scenario, blocks: 1 }),
    ];
    const expected = await first.run();
    expect(expected.every((errors) => errors.some((count) => count > 0))).toBe(true);
    const [{ solve, handed }, { filter, handed: taken }] = [first, second].map(({ receiver }) =>
      receiverParts(receiver),
    );
    expect(new Set([...solve, ...filter]).size).toBe(first.receiver.stages.length + first.receiver.transforms.length);
    expect(taken.map(({ size }) => size)).toEqual(handed.map(({ size }) => size));

    // Only the handed buffers go from one to the other.
    await run(device, ...solve);
    const encoder = device.createCommandEncoder();
    const fetch = createFetch(device, handed);
    fetch.copy(encoder, 0);
    const [frames] = await fetch.submit(encoder);
    for (const [i, frame] of frames.entries()) device.queue.writeBuffer(taken[i].buffer, 0, frame);
    const bits = second.stages.filter(({ label }) => label.startsWith("soqpsk/"));
    await run(device, ...bits, ...filter);
    const errors = createFetch(
      device,
      second.receiver.branches.map(({ errors }) => errors!),
    );
    const ending = device.createCommandEncoder();
    errors.copy(ending, 0);
    const [counts] = await errors.submit(ending);
    expect(counts.map((bytes) => new Uint32Array(bytes).slice(0, second.receiver.slots))).toEqual(expected);
    first.destroy();
    second.destroy();
  });
});
