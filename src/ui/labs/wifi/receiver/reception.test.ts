import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReceivedFrame } from "#core/wifi/receiver/received-frame.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";

const run = vi.fn();
vi.mock("../../../kit/engine.ts", () => ({
  worker: { run, stop: vi.fn(), ask: vi.fn() },
  isWorkerLoss: () => false,
  useCallError: { subscribe: () => {} },
}));

const { useRecording } = await import("../../../kit/recording/recording.ts");
const { rateOfRecording, reception, useReceiver } = await import("./reception.ts");

const frame = { start: 1000, samples: 800 } as ReceivedFrame;

describe("a reception of 802.11 frames", () => {
  beforeEach(() => {
    run.mockReset();
    useReceiver.setState({ width: "20", chosen: undefined });
    useRecording.setState({ recordings: [{ title: "two channels" } as OpenedRecording], chosen: 0 });
  });

  it("keeps the width that made it, also after other selections, and says that it is outdated", async () => {
    run.mockImplementation(async (_experiment, _name, _start, onStep: (step: object) => void) => {
      onStep({ progress: 1, frames: [frame], notes: [] });
    });
    await reception.receive({ start: 0, count: 10_000, channel: 1 });
    expect(run.mock.calls[0][2]).toMatchObject({ index: 0, settings: { width: 20 }, part: { channel: 1 } });
    expect(reception.isOutdated()).toBe(false);
    useReceiver.setState({ width: "10" });
    expect(reception.isOutdated()).toBe(true);
    expect(rateOfRecording({ sampleRate: undefined })).toBe(20e6);
    useReceiver.setState({ width: "20" });
    expect(reception.isOutdated()).toBe(false);
    // Another reception replaces both.
    useReceiver.setState({ width: "10" });
    await reception.receive();
    expect(run.mock.calls[1][2]).toEqual({ index: 0, part: undefined, settings: { width: 10, estimator: "lmmse" } });
    expect(rateOfRecording({ sampleRate: undefined })).toBe(10e6);
  });
});
