import { expect, it, vi } from "vitest";

/** The questions to the worker by name, which the test answers. */
const asked = vi.hoisted(() => new Map<string, (answer: unknown) => void>());
vi.mock("../../kit/engine.ts", () => ({
  worker: { ask: (_: string, what: string) => new Promise((resolve) => asked.set(what, resolve)) },
  useGpu: Object.assign(() => false, { getState: () => ({}), subscribe: () => {} }),
  useCallError: { subscribe: () => {} },
  isReady: () => true,
  isSoftware: () => true,
  isWorkerLoss: () => false,
}));

const { inspected } = await import("./store.ts");

it("changes a frame and the path of its bit together, since a path belongs to one rate", async () => {
  const shown: unknown[] = [];
  inspected.store.subscribe(({ view, path }) => shown.push([view, path]));
  const view = { errors: [] };
  const path = { octet: 0 };
  void inspected.compute();
  asked.get("bit")!(path);
  await vi.waitFor(() => expect(asked.has("frame")).toBe(true));
  asked.get("frame")!(view);
  await vi.waitFor(() => expect(shown).toContainEqual([view, path]));
  expect(shown).not.toContainEqual([undefined, path]);
  expect(shown).not.toContainEqual([view, undefined]);
});
