import { expect, it } from "vitest";
import { interleaveChannels, oneChannel, together } from "./channels.ts";
import type { Recording } from "./recording.ts";

it("interleaves channels as files hold them", () => {
  expect([...interleaveChannels([Float32Array.of(1, 2, 3)], 1)]).toEqual([1, 2, 3]);
  expect([...interleaveChannels([Float32Array.of(1, 2), Float32Array.of(3, 4)], 1)]).toEqual([1, 3, 2, 4]);
  expect([...interleaveChannels([Float32Array.of(1, 2, 3, 4), Float32Array.of(5, 6, 7, 8)], 2)]).toEqual([
    1, 2, 5, 6, 3, 4, 7, 8,
  ]);
  expect(() => interleaveChannels([Float32Array.of(1, 2), Float32Array.of(3)], 1)).toThrow(
    "channel 1 has 1 numbers, and channel 0 has 2",
  );
});

it("reads one channel as a recording", async () => {
  const read = async (start: number, count: number, channel = 0) => Float32Array.of(start, count, channel);
  const recording = { title: "two", channels: 2, read } as unknown as Recording;
  const second = oneChannel(recording, 1);
  expect(second.channels).toBe(1);
  expect([...(await second.read(3, 4))]).toEqual([3, 4, 1]);
  for (const channel of [-1, 2, 0.5]) {
    expect(() => oneChannel(recording, channel)).toThrow(`two: channel must be an integer from 0 to 1, got ${channel}`);
  }
});

it("ends all runs when one fails", async () => {
  const ended: string[] = [];
  async function* run(name: string, steps: number, error?: Error) {
    try {
      for (let i = 0; i < steps; i++) yield `${name}${i}`;
      if (error) throw error;
    } finally {
      ended.push(name);
    }
  }
  const seen: string[][] = [];
  for await (const steps of together([run("a", 2), run("b", 2)])) seen.push(steps);
  expect(seen).toEqual([
    ["a0", "b0"],
    ["a1", "b1"],
  ]);
  const failing = together([run("c", 9), run("d", 1, new Error("gone"))]);
  await failing.next();
  await expect(failing.next()).rejects.toThrow("gone");
  expect(ended.toSorted()).toEqual(["a", "b", "c", "d"]);
});
