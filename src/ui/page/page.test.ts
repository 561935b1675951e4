import { expect, it, vi } from "vitest";
import { create } from "zustand";
import type { LabSession } from "../kit/lab.ts";

interface Link {
  value: number;
}

const listeners: Record<string, (event: object) => void> = {};
const bar = { hash: "" };
vi.stubGlobal("location", bar);
vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelector: () => null, querySelectorAll: () => [] });
vi.stubGlobal("window", { addEventListener: (name: string, run: () => void) => (listeners[name] = run) });
vi.stubGlobal("history", { replaceState: (_: null, __: string, link: string) => (bar.hash = link) });
const prepared: string[] = [];
vi.mock("../kit/engine.ts", () => ({
  worker: { prepare: async (name: string) => void prepared.push(name) },
  startGpu: async () => {},
  useGpu: Object.assign(() => {}, { getState: () => ({ gpu: { state: "opening" } }), subscribe: () => () => {} }),
  isReady: () => false,
  isSoftware: () => false,
}));

const count = { decoded: 0, encoded: 0 };
const counted = create<Link>()(() => ({ value: 0 }));
const LECTURE = {
  id: "one",
  lab: "counted",
  title: "One",
  steps: [
    { scenario: "counted?v=1&value=7", questions: [] },
    { scenario: "counted?v=1", questions: [] },
  ],
};
vi.mock("../labs/registry.ts", () => ({
  LABS: {
    counted: {
      title: "Counted",
      load: async () => ({ lab: { session: await (made ??= session()) } }),
      lectures: async () => ({ LECTURES: [LECTURE] }),
    },
  },
}));

let made: Promise<Partial<LabSession>> | undefined;

async function session(): Promise<Partial<LabSession>> {
  const { addressOfStore } = await import("../kit/address.ts");
  const { address, read } = addressOfStore(
    counted,
    ({ value }) => {
      count.encoded++;
      return `#counted?v=1${value ? `&value=${value}` : ""}`;
    },
    (fragment) => {
      count.decoded++;
      return { value: Number(/value=(\d+)/.exec(fragment)?.[1] ?? 0) };
    },
  );
  const subscribe = (changed: () => void) =>
    void counted.subscribe((now, before) => {
      if (address(now) !== address(before)) changed();
    });
  return { address, read, subscribe, shown() {} };
}

const { startPage } = await import("./page.ts");
vi.useFakeTimers();
bar.hash = "#counted?value=3";
await startPage();
await vi.advanceTimersByTimeAsync(1000);

/** Opens a link as the browser does, and waits until the page has rested. */
async function open(hash: string): Promise<void> {
  bar.hash = hash;
  Object.assign(count, { decoded: 0, encoded: 0 });
  listeners.hashchange({ newURL: `http://localhost/${hash}` });
  await vi.advanceTimersByTimeAsync(1000);
}

it("opens the first link, decodes it once and encodes at most two scenarios", () => {
  expect(counted.getState().value).toBe(3);
  expect(bar.hash).toBe("#counted?v=1&value=3");
  expect(count.decoded).toBe(1);
  expect(count.encoded).toBeLessThanOrEqual(2);
});

it.each([
  { what: "another scenario", hash: "#counted?v=1&value=4", value: 4 },
  { what: "a scenario in another form", hash: "#counted?value=5&v=1", value: 5 },
  { what: "the same scenario", hash: "#counted?v=1&value=5", value: 5 },
  { what: "a field of another page", hash: "#counted?v=1&value=6&present", value: 6 },
])("decodes a link to $what once and encodes it at most twice", async ({ hash, value }) => {
  await open(hash);
  expect(counted.getState().value).toBe(value);
  expect(count.decoded).toBeLessThanOrEqual(1);
  expect(count.encoded).toBeLessThanOrEqual(2);
});

it("reads a lecture's step once, however often the scenario is compared with it", async () => {
  await open("#counted?v=1&lecture=one&step=1");
  expect(counted.getState().value).toBe(7);
  // The link, and the step's scenario.
  expect(count.decoded).toBe(2);
  await open("#counted?v=1&value=8&lecture=one&step=1&own");
  expect(counted.getState().value).toBe(8);
  expect(count.decoded).toBe(1);
  expect(count.encoded).toBeLessThanOrEqual(2);
  counted.setState({ value: 9 });
  counted.setState({ value: 7 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(count.decoded).toBe(1);
  expect(bar.hash).toBe("#counted?v=1&value=7&lecture=one&step=1");
});

it("keeps the link of a page without a lab, even if a lab rests between the click and the browser's event", async () => {
  await open("#counted?v=1&value=1");
  counted.setState({ value: 2 });
  await vi.advanceTimersByTimeAsync(399);
  bar.hash = "#course";
  await vi.advanceTimersByTimeAsync(2);
  expect(bar.hash).toBe("#counted?v=1&value=2");
  listeners.hashchange({ newURL: "http://localhost/#course" });
  expect(bar.hash).toBe("#course");
  await open("#counted?v=1&value=2");
  expect(bar.hash).toBe("#counted?v=1&value=2");
});

it("lets the worker fetch the experiment of a lab once, beside the lab", () => {
  expect(prepared).toEqual(["counted"]);
});
