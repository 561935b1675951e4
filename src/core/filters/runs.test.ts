import { expect, it } from "vitest";
import { asks as captures } from "../capture/runs.ts";
import { fromBytes } from "../capture/byte-source.ts";
import { openRecording } from "../capture/registry.ts";
import { blobOf } from "../capture/blob.ts";
import { sigmfArchive } from "../capture/formats/sigmf-writer.ts";
import { testContext } from "../testing.ts";
import { FILTERS } from "./experiment.ts";
import { asks } from "./runs.ts";

const ignore = () => {};

it("keeps author, hardware, captures and annotations of a recording, at the places of their samples", async () => {
  const { context } = await testContext();
  const content = {
    name: "air",
    samples: 3000,
    sampleRate: 1e6,
    metadata: { "core:author": "Ann", "core:hw": "HackRF", "core:description": "Two bursts.", "core:license": "CC0" },
    captures: [{ start: 0, centerFrequency: 100e6, datetime: "2026-01-02T03:04:05Z" }],
    annotations: [
      { start: 1200, count: 100, label: "first", comment: "loud", edges: [99.9e6, 100.1e6] as const },
      { start: 2190, count: 5, label: "second" },
    ],
  };
  async function* samples() {
    yield Float32Array.from({ length: 6000 }, (_, i) => Math.sin(i));
  }
  const file = Object.assign(await blobOf(sigmfArchive(content, samples()), "application/x-tar"), {
    name: "air.sigmf",
  });
  await captures.open(context, [file], {}, ignore);
  // 21 symmetric taps delay by 10 samples. The part begins at sample 1000 and has 1200.
  const config = FILTERS.parse({ signal: "recording", design: { type: "window", length: 21, cutoff: 0.5 } });
  const part = { start: 1000, count: 1200 };
  await asks.pass(context, config, { index: 0, part }, ignore);
  const [after, before, wav] = [
    await asks.save(context, "after", { format: "sigmf", name: "y" }),
    await asks.save(context, "before", { format: "sigmf", name: "x" }),
    await asks.save(context, "after", { format: "wav-f32", name: "y" }),
  ];
  expect(after.notes).toEqual(["1 annotation begins past the end; left out."]);
  expect(before.notes).toEqual([]);
  expect(wav.notes.at(-1)).toContain("WAV cannot hold one annotation, core:author, core:hw");
  const read = async ({ file: blob }: { file: Blob }, name: string) =>
    (await openRecording([fromBytes(name, new Uint8Array(await blob.arrayBuffer()))]))[0];
  const late = { ...content.annotations[0], count: 100, metadata: expect.anything() };
  const capture = { start: 0, count: 1200, centerFrequency: 100e6, datetime: "2026-01-02T03:04:05.001Z" };
  for (const [saved, delay, description] of [
    [before, 0, "Two bursts."],
    [after, 10, expect.stringMatching(/^Two bursts\. Filtered: /)],
  ] as const) {
    const { metadata, captures: found, annotations } = await read(saved, "x.sigmf");
    expect(metadata).toMatchObject({ ...content.metadata, "core:description": description });
    expect(found).toEqual([expect.objectContaining(capture)]);
    const second = { start: 1190, count: 5, label: "second" };
    expect(annotations).toHaveLength(delay ? 1 : 2);
    expect(annotations).toMatchObject([{ ...late, start: 200 + delay }, second].slice(0, annotations.length));
  }
  expect(await read(wav, "y.wav")).toMatchObject({ centerFrequency: 100e6 });
});
