import { expect, it, vi } from "vitest";

vi.mock("../../kit/engine.ts", () => ({
  worker: {},
  useGpu: { getState: () => ({}), subscribe: () => () => {} },
  useCallError: { subscribe: () => () => {} },
  isReady: () => false,
  isWorkerLoss: () => false,
}));
const { hearingOfSignal } = await import("./listening.ts");

const MHZ = 1e6;

it.each([
  { what: "a broadcast of no sure class", at: 98.5 * MHZ, class: "unsure", bandwidthHz: 55e3, hearing: "fm-stereo" },
  { what: "a broadcast", at: 98.5 * MHZ, class: "FM", bandwidthHz: 180e3, hearing: "fm-stereo" },
  { what: "a broadcast without a known frequency", class: "FM", bandwidthHz: 180e3, hearing: "fm-stereo" },
  { what: "narrow FM without a known frequency", class: "FM", bandwidthHz: 12e3, hearing: "fm" },
  { what: "FM in another band", at: 446 * MHZ, class: "FM", bandwidthHz: 12e3, hearing: "fm" },
  { what: "a wide signal in another band", at: 433 * MHZ, class: "2-FSK", bandwidthHz: 100e3, hearing: "am" },
  { what: "AM of aircraft", at: 108.1 * MHZ, class: "AM", bandwidthHz: 40e3, hearing: "am" },
] as const)("hears $what as $hearing", ({ hearing, ...signal }) => {
  const centerFrequency = "at" in signal ? signal.at : undefined;
  const recording = { samples: 1e6, sampleRate: 240e3, complex: true, centerFrequency, captures: [] };
  expect(hearingOfSignal(recording, signal)).toBe(hearing);
});
