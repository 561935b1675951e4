import { describe, expect, it } from "vitest";
import { buffersToMove } from "../experiment.ts";
import { testContext } from "../testing.ts";
import { opened, openedRecording } from "./opened.ts";
import { asks } from "./runs.ts";

const noise = Float32Array.from({ length: 2 * 4096 }, (_, i) => Math.sin(i * i));
const fileOf = (name: string, values: Float32Array<ArrayBuffer>) => Object.assign(new Blob([values]), { name });
const ignore = () => {};

/** Returns how often some work reads a file. `onRead` is called after each reading. */
async function readsOf(file: Blob, work: () => Promise<unknown>, onRead = ignore): Promise<number> {
  let reads = 0;
  const slice = file.slice.bind(file);
  file.slice = (...part) => {
    const blob = slice(...part);
    return Object.assign(blob, {
      arrayBuffer: async () => {
        const bytes = await new Response(slice(...part)).arrayBuffer();
        reads++;
        onRead();
        return bytes;
      },
    });
  };
  await work();
  return reads;
}

describe("capture/runs", () => {
  it("opens files, shows moving views, and saves and reopens a part", async () => {
    const { context } = await testContext();
    const files = [fileOf("noise.cf32", noise)];
    const [summary] = await asks.open(context, files, { sampleRate: 1e6 }, ignore);
    expect(summary).toMatchObject({ samples: 4096, datatype: "cf32_le", complex: true, hashed: false });
    const view = { start: 0, count: 4096, columns: 16, bins: 64, channel: 0 };
    // Without time it is a first look, even if each column has a segment, and the whole picture waits for the next question.
    expect(await asks.waterfall(context, 0, view, 0)).toMatchObject({ complete: 0, shared: false, early: true });
    const waterfall = (await asks.waterfall(context, 0, view))!;
    expect([waterfall.complete, waterfall.early]).toEqual([1, undefined]);
    expect(buffersToMove(waterfall)).toContain(waterfall.decibels.buffer);
    // Another view ends the one before.
    const asked = [0, 1024].map((start) => asks.waterfall(context, 0, { ...view, start, count: 3000 }));
    expect((await Promise.all(asked)).map((picture) => picture?.start)).toEqual([undefined, 1024]);
    const part = { start: 100, count: 1000 };
    const annotations = Array.from({ length: 1500 }, (_, i) => ({ start: i, count: 1, label: `${i}`, metadata: {} }));
    const labelled = await asks.save(context, 0, { part, format: "sigmf", name: "part", annotations }, ignore);
    const [archive] = await asks.open(context, [Object.assign(labelled!, { name: "part.sigmf" })], {}, ignore);
    // Those within the part, a thousand of them at a time.
    const parts = [0, 600].map((from) => asks.annotations(context, 0, from));
    const labels = (await Promise.all(parts)).map((some) => some.map(({ label }) => label));
    expect(archive.annotationCount).toBe(1000);
    expect([labels[0][0], labels[0].length, labels[1][0], labels[1].length]).toEqual(["100", 1000, "700", 400]);
    await asks.open(context, files, { sampleRate: 1e6 }, ignore);
    const saved = await asks.save(context, 0, { part, format: "wav-f32", name: "part", annotations: [] }, ignore);
    const [again] = await asks.open(context, [Object.assign(saved!, { name: "part.wav" })], {}, ignore);
    expect(again).toMatchObject({ samples: 1000, sampleRate: 1e6 });
    const read = await openedRecording(context, 0).read(0, 1000, 0);
    expect(read).toEqual(noise.slice(200, 2200));
  });

  it("names a missing recording, and keeps open ones when others are refused or stopped", async () => {
    const { context, stop } = await testContext();
    await expect(asks.preview(context, 0, { start: 0, count: 1 })).rejects.toThrow(
      "recording 1 does not exist: 0 are open",
    );
    await asks.open(context, [fileOf("noise.cf32", noise)], { sampleRate: 1e6 }, ignore);
    await expect(asks.open(context, [fileOf("empty.cf32", new Float32Array(0))], {}, ignore)).rejects.toThrow();
    const opening = asks.open(context, [fileOf("other.cf32", noise)], { sampleRate: 1e6 }, ignore);
    stop("reading");
    await expect(opening).rejects.toThrow();
    // A newer opening ends this one also after its last sample was read, while the GPU computes its first figures.
    let read = 0;
    const last = fileOf("other.cf32", noise);
    const size = await readsOf(last, () => asks.open(context, [last], { sampleRate: 1e6 }, ignore));
    await asks.open(context, [fileOf("noise.cf32", noise)], { sampleRate: 1e6 }, ignore);
    const late = fileOf("other.cf32", noise);
    const ended = readsOf(
      late,
      () => asks.open(context, [late], { sampleRate: 1e6 }, ignore),
      () => {
        if (++read === size) stop("reading");
      },
    );
    await expect(ended).rejects.toThrow();
    expect(openedRecording(context, 0).title).toBe("noise");
  });

  it("continues an overview with another rate, and ends it with other samples", async () => {
    const { context } = await testContext();
    const file = fileOf("long.cs16", noise);
    const grow = async () => {
      const steps: number[] = [];
      await asks.overview(context, 0, 0, ({ progress }) => steps.push(progress));
      return steps;
    };
    await asks.open(context, [file], { sampleRate: 1e6 }, ignore);
    await grow();
    await asks.open(context, [file], { sampleRate: 2e6, centerFrequency: 1e8 }, ignore);
    // All cells are known, so there is nothing to read.
    const { overview } = opened(context);
    expect(overview!.of.done).toBe(overview!.of.cells);
    expect(await grow()).toEqual([1]);
    await asks.open(context, [file], { datatype: "ci8", sampleRate: 2e6 }, ignore);
    expect(opened(context).overview).toBeUndefined();
    // A reader that is asked to continue by the page, and is overtaken by other files, ends.
    const ended = asks.overview(context, 0, 0, ignore);
    await asks.open(context, [fileOf("other.cf32", noise)], { sampleRate: 1e6 }, ignore);
    await ended;
    expect(opened(context).overview).toBeUndefined();
  });

  it("says that a file has changed when the browser refuses to read on", async () => {
    const { context } = await testContext();
    const file = fileOf("live.cf32", noise);
    let changed = false;
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      const piece = slice(...range);
      const refuse = () => Promise.reject(new DOMException("The requested file could not be read", "NotReadableError"));
      return changed ? Object.assign(piece, { arrayBuffer: refuse }) : piece;
    };
    await asks.open(context, [file], { sampleRate: 1e6 }, ignore);
    changed = true;
    const view = { start: 0, count: 4096, columns: 16, bins: 64, channel: 0 };
    await expect(asks.waterfall(context, 0, view)).rejects.toThrow(
      "live.cf32: has been changed, moved or removed since it was opened, so the browser no longer reads it. Open it again.",
    );
  });
});
