import { expect, it } from "vitest";
import { rateOf } from "../frame/rates.ts";
import { pcapFile } from "../pcap.ts";
import { captureFile } from "./capture-file.ts";
import type { ReceivedFrame } from "./received-frame.ts";

const frame: ReceivedFrame = {
  start: 5000,
  samples: 480,
  status: "received",
  rateMbps: 9,
  length: 4,
  other: null,
  fcsOk: false,
  psdu: Uint8Array.of(1, 2, 3, 4),
  cfoHz: 0,
  snrDb: 20,
  evmDb: -20,
  signalDb: -30,
  noiseDb: null,
  type: null,
  addresses: [],
  sequence: null,
  header: null,
  scrambler: 1,
  inside: null,
};
const recording = { sampleRate: 25e6, centerFrequency: 5.18e9, captures: [] };

it("holds the received frames, at the recording's times", () => {
  const refused = { ...frame, status: "odd parity", rateMbps: null } as const;
  const other = { ...frame, status: "other standard", rateMbps: null } as const;
  const file = captureFile([frame, other, refused], recording, 20);
  const { psdu } = frame;
  const captured = { seconds: 200e-6, rate: rateOf(9), psdu, intact: false, signalDb: -30 };
  expect(file).toEqual(pcapFile([captured], { frequency: 5.18e9 }));
});

it("takes the rates of 10 MHz, and a recording's time where it is one", () => {
  const captures = [{ start: 0, count: 1, datetime: "2024-01-01T00:00:00Z" }] as never;
  const file = captureFile([frame], { ...recording, sampleRate: undefined, captures }, 10);
  const { psdu } = frame;
  const captured = { seconds: 500e-6, rate: rateOf(18), psdu, intact: false, signalDb: -30 };
  const options = { halfRate: true, frequency: 5.18e9, datetime: "2024-01-01T00:00:00Z" };
  expect(file).toEqual(pcapFile([captured], options));
  expect(() => captureFile([frame], { ...recording, captures: [{ datetime: "noon" }] as never }, 10)).not.toThrow();
});
