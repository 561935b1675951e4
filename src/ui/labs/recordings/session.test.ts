import { expect, it, vi } from "vitest";

vi.mock("../../kit/engine.ts", () => ({
  worker: {
    ask: () => new Promise(() => {}),
    run: () => Promise.reject(new Error("the file was changed")),
    stop: () => Promise.resolve(),
  },
  useGpu: Object.assign(() => false, { getState: () => ({}), subscribe: () => {} }),
  useCallError: { subscribe: () => {} },
  isReady: () => true,
  isSoftware: () => true,
  isWorkerLoss: () => false,
}));
// The text of a failure.
vi.stubGlobal("location", { href: "http://localhost/" });
vi.stubGlobal("navigator", { userAgent: "a test" });

const { recordings } = await import("./session.ts");
const { finding } = await import("./signals/store.ts");

it("tells in the status line that the search for signals has failed, until its list is gone", async () => {
  expect(recordings.status.read().text).toBe("Ready");
  await finding.start();
  expect(recordings.status.read().text).toBe("Failed; the figure shows the reason");
  finding.clear();
  expect(recordings.status.read().text).toBe("Ready");
});
