import { describe, expect, it } from "vitest";
import { fromBlob } from "#core/capture/byte-source.ts";
import { openRecording } from "#core/capture/registry.ts";
import { testRandom } from "#core/gpu/testing.ts";
import { createRecorder } from "#core/live/recorder.ts";
import { keptItems } from "../../storage/item.ts";
import { fakeDisk } from "../../storage/testing.ts";
import { keptTarget } from "./kept-target.ts";

const random = testRandom(6);
const PIECES = Array.from({ length: 6 }, () => Uint8Array.from({ length: 500 }, () => Math.floor(256 * random())));
const ALL = PIECES.flatMap((piece) => [...piece]);

async function record(target: ReturnType<typeof keptTarget>) {
  const recorder = createRecorder({ name: "radio", device: "Fake", format: "ci8", rate: 1000, target });
  recorder.mark(1e8);
  for (const piece of PIECES) recorder.bytes(piece, "ci8");
  recorder.end();
  return { archive: await recorder.done, status: recorder.status };
}

describe("worker/sources/kept-target", () => {
  it("keeps a recording in the storage, and makes no archive of it", async () => {
    const disk = fakeDisk();
    const { archive, status } = await record(keptTarget(async () => disk.root, "one"));
    expect(archive).toBeUndefined();
    expect(status).toMatchObject({ bytes: ALL.length, remark: undefined });
    const [{ about, samples }] = await keptItems(disk.root);
    expect(about).toMatchObject({ kind: "recording", ended: true });
    expect([...new Uint8Array(await samples!.arrayBuffer())]).toEqual(ALL);
  });

  it.each([
    ["QuotaExceededError", "the browser's storage is full. Delete something in Help, Storage."],
    ["NoModificationAllowedError", "another tab has locked its file. Close that tab."],
    ["SecurityError", "the browser's storage cannot be used. Nothing here."],
  ])("continues in memory after a %s at any change, says why, and loses nothing", async (name, reason) => {
    const whole = fakeDisk();
    await record(keptTarget(async () => whole.root, "one"));
    // The last one only says that the recording has ended.
    for (let index = 0; index < whole.log.length - 2; index++) {
      const disk = fakeDisk(undefined, {
        before(change, at) {
          if (at >= index && change.do !== "truncate") throw new DOMException("Nothing here", name);
        },
      });
      const { archive, status } = await record(keptTarget(async () => disk.root, "one"));
      expect(status.remark).toBe(`The recording continues in memory, where a closed tab would lose it: ${reason}`);
      const [read] = await openRecording([fromBlob("radio.sigmf", archive!)]);
      expect(read).toMatchObject({ samples: ALL.length / 2, warnings: [] });
      const expected = new Int8Array(Uint8Array.from(ALL).buffer);
      expect([...(await read.read(0, read.samples))]).toEqual([...expected].map((byte) => byte / 128));
    }
  });

  it("records in memory where there is no storage", async () => {
    const none = async () => {
      throw new Error("This browser or this window has no storage for files");
    };
    const { archive, status } = await record(keptTarget(none, "one"));
    expect(archive?.size).toBeGreaterThan(ALL.length);
    expect(status.remark).toContain("This browser or this window has no storage for files.");
  });
});
