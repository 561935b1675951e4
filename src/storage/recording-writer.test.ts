import { describe, expect, it } from "vitest";
import { fromBlob } from "#core/capture/byte-source.ts";
import { openRecording } from "#core/capture/registry.ts";
import type { OpenSigmfContent } from "#core/capture/formats/sigmf-writer.ts";
import { testRandom } from "#core/gpu/testing.ts";
import { keptItems, type KeptItem, type RecordingAbout, SAMPLES } from "./item.ts";
import { createRecordingWriter } from "./recording-writer.ts";
import { recoveredPair } from "./recovered.ts";
import { diskAfter, type FakeDisk, fakeDisk } from "./testing.ts";

const random = testRandom(5);
const bytesOf = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * random()));
const ID = "recording-1";

/** What is recorded: before some pieces a new capture begins. */
const STEPS = [
  { frequency: 100e6, piece: bytesOf(14) },
  { piece: bytesOf(6) },
  { frequency: 101e6, piece: bytesOf(2) },
  { piece: bytesOf(30) },
  { frequency: 102e6, piece: bytesOf(8) },
];
const ALL = STEPS.flatMap(({ piece }) => [...piece]);

interface Mark {
  start: number;
  centerFrequency: number;
  datetime: undefined;
}

/** The captures of all steps: samples have two bytes. */
const CAPTURES = STEPS.flatMap(({ frequency }, i): Mark[] => {
  const start = STEPS.slice(0, i).reduce((sum, { piece }) => sum + piece.length / 2, 0);
  return frequency ? [{ start, centerFrequency: frequency, datetime: undefined }] : [];
});

/** Records all steps on a disk. */
async function record(disk: FakeDisk): Promise<void> {
  const captures: Mark[] = [];
  const content: OpenSigmfContent = { name: "radio", sampleRate: 1000, integers: "u8", captures };
  const about: RecordingAbout = { kind: "recording", content, begun: 1, ended: false };
  let writer: Awaited<ReturnType<typeof createRecordingWriter>> | undefined;
  let begun = 0;
  for (const { frequency, piece } of STEPS) {
    if (frequency) captures.push(CAPTURES[captures.length]);
    writer ??= await createRecordingWriter(disk.root, ID, about, () => (begun += 400));
    await writer.write(piece);
  }
  await writer?.close(true);
}

const isRecording = (item: KeptItem): item is KeptItem & { about: RecordingAbout } => item.about?.kind === "recording";

/** Returns what a later visit finds: the bytes and the captures. */
async function recovered(disk: FakeDisk) {
  const [item] = await keptItems(disk.root);
  if (!item || !isRecording(item)) return undefined;
  const pair = recoveredPair(item);
  return (
    pair && {
      ended: item.about.ended,
      bytes: [...new Uint8Array(await pair.data.arrayBuffer())],
      captures: (JSON.parse(pair.meta) as { captures: Record<string, number>[] }).captures,
      pair,
    }
  );
}

const inFile = (captures: readonly Mark[]) =>
  captures.map(({ start, centerFrequency }) => ({ "core:sample_start": start, "core:frequency": centerFrequency }));

describe("storage/recording-writer", () => {
  it("keeps all whole samples, and their captures, at a crash after any byte of any write", async () => {
    const whole = fakeDisk(undefined, { most: 25 });
    await record(whole);
    let written = 0;
    for (const [index, change] of whole.log.entries()) {
      const isData = change.path.endsWith(SAMPLES);
      const length = change.do === "write" ? change.bytes.length : 1;
      for (let byte = 0; byte < length; byte++) {
        const found = await recovered(diskAfter(whole.log, index, byte));
        const samples = Math.floor((written + (isData && change.do === "write" ? byte : 0)) / 2);
        expect(found?.bytes ?? []).toEqual(ALL.slice(0, 2 * samples));
        if (found) expect(found.captures).toEqual(inFile(CAPTURES.filter(({ start }) => start < samples)));
      }
      if (isData && change.do === "write") written += length;
    }
    expect(written).toBe(ALL.length);
    const found = await recovered(whole);
    expect(found).toMatchObject({ ended: true, bytes: ALL, captures: inFile(CAPTURES) });
    const { data, meta } = found!.pair;
    const [read] = await openRecording([fromBlob("a.sigmf-data", data), fromBlob("a.sigmf-meta", new Blob([meta]))]);
    expect(read).toMatchObject({ samples: ALL.length / 2, sampleRate: 1000, warnings: [] });
  });

  it("recovers from a file that was cut at any byte", async () => {
    const whole = fakeDisk();
    await record(whole);
    for (const [path, bytes] of whole.files) {
      for (let size = 0; size < bytes.length; size++) {
        const found = await recovered(fakeDisk(new Map(whole.files).set(path, bytes.slice(0, size))));
        if (path.endsWith(SAMPLES)) expect(found?.bytes ?? []).toEqual(ALL.slice(0, size - (size % 2)));
        // Without its newest description, a recording has the one before: it lacks at most the last capture.
        else {
          expect(found?.bytes).toEqual(ALL);
          expect(inFile(CAPTURES)).toEqual(expect.arrayContaining(found!.captures));
          expect(found!.captures.length).toBeGreaterThanOrEqual(CAPTURES.length - 1);
        }
      }
    }
  });

  it("keeps what it has when any change of the disk fails, and never a part of a piece", async () => {
    const whole = fakeDisk();
    await record(whole);
    for (const index of whole.log.keys()) {
      const full = new DOMException("The disk is full", "QuotaExceededError");
      const disk = fakeDisk(undefined, {
        before: (change, at) => {
          // Giving space back is possible.
          if (at >= index && change.do !== "truncate") throw full;
        },
      });
      await expect(record(disk)).rejects.toBe(full);
      const found = await recovered(disk);
      const size = disk.files.get(`${ID}/${SAMPLES}`)?.length ?? 0;
      const ends = STEPS.map((_, i) => STEPS.slice(0, i + 1).flatMap(({ piece }) => [...piece]).length);
      expect([0, ...ends]).toContain(size);
      expect(found?.bytes ?? []).toEqual(ALL.slice(0, size));
    }
  });
});
