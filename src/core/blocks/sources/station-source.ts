import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_RATE, type AtRate } from "./rate.ts";

export interface StationSource extends AtRate {
  modulation: "FM" | "FM stereo" | "AM";
  /** Hz. */
  offset: number;
  amplitude: number;
  /** Tones, Hz. */
  left: number;
  right: number;
  /** Hz. */
  deviation: number;
  depth: number;
}

const number = { kind: "number", unit: "", step: 0.1 } as const;
const tone = { ...number, change: "rebuild", unit: "Hz", min: 1, max: 15_000, step: 10 } as const;

export const stationSource: BlockType<StationSource> = {
  title: "Broadcast station",
  category: "sources",
  summary: "Makes a radio broadcast with one tone left and one tone right.",
  formula:
    "FM: y = A·e^{j2π(offset·t + Δf·∫m)}, m the mean of both tones, in stereo with the pilot at 19 kHz and the difference " +
    "about 38 kHz. AM: y = A·(1 + depth·m)·e^{j2π·offset·t}",
  help:
    "Several stations with different offsets, added to noise, give a band without an antenna. FM needs a rate of more " +
    "than twice the deviation plus 106 kHz in stereo. The tones have no pre-emphasis, so de-emphasis lowers high tones.",
  keywords: ["FM", "AM", "broadcast", "transmitter", "radio", "WBFM", "stereo"],
  fields: {
    modulation: {
      kind: "choice",
      change: "rebuild",
      label: "Modulation",
      choices: ["FM", "FM stereo", "AM"] satisfies StationSource["modulation"][],
      description: "FM as on VHF, mono or stereo, or AM as on medium wave.",
    },
    rate: { ...AT_RATE, kind: "number", unit: "samples/s", max: 1e12, step: 1000, min: 1 },
    offset: {
      ...number,
      change: "set",
      label: "Offset",
      unit: "Hz",
      min: -1e12,
      max: 1e12,
      step: 1000,
      description: "The station's frequency relative to the middle of the band.",
    },
    amplitude: {
      ...number,
      change: "set",
      label: "Amplitude",
      min: 0,
      max: 1e30,
      description: "The carrier's amplitude A.",
    },
    left: { ...tone, label: "Left tone", description: "The frequency of the tone on the left." },
    right: { ...tone, label: "Right tone", description: "The frequency of the tone on the right." },
    deviation: {
      ...number,
      change: "rebuild",
      label: "Deviation",
      unit: "Hz",
      min: 0,
      max: 1e9,
      step: 1000,
      description: "Of FM: the largest distance Δf from the carrier, 75 kHz for broadcasts.",
    },
    depth: {
      ...number,
      change: "set",
      label: "Depth",
      min: 0,
      max: 1,
      description: "Of AM: the share of the carrier that the tones move.",
    },
  },
  defaults: {
    modulation: "FM stereo",
    rate: 240_000,
    offset: 0,
    amplitude: 1,
    left: 440,
    right: 660,
    deviation: 75_000,
    depth: 0.8,
  },
  ports: () => ({ inputs: [], outputs: [{ name: "out", type: "complex" }] }),
  plan: async () => (await import("./station-source.plan.ts")).createStationSource,
};
