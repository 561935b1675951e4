import { createSpectrogram, listedSegments } from "../../../fft/spectrogram.ts";
import { allocate } from "../../../gpu/pool.ts";
import { BLOCK_LEAD } from "../../blocks.ts";
import { PACKET_SAMPLES, SAMPLE_RATE } from "../../packet.ts";
import type { Link } from "../link.ts";
import { recordingLength, type Scenario } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

/** Power over time and frequency at the start of the recording. */
export interface SpectrogramFigure {
  /** Instants (ms) and frequencies (MHz) of the picture's edges. */
  timeMs: [from: number, to: number];
  frequencyMHz: [from: number, to: number];
  columns: number;
  bins: number;
  /** dB relative to the strongest, [column][bin], the lowest frequency first. */
  decibels: Float32Array<ArrayBuffer>;
}

const COLUMNS = 256;
const BINS = 128;
/** Segments averaged per column. */
const SEGMENTS = 4;
/** Most packets: with more, a preamble would be narrower than a column. */
const PACKETS = 4;

export async function createSpectrogramFigure(
  device: GPUDevice,
  { receiver: { samples } }: Link,
  scenario: Scenario,
): Promise<FigurePart<SpectrogramFigure>> {
  const memory = allocate(device);
  const starts = memory.storage("segment starts", 4 * COLUMNS * SEGMENTS);
  const setScenario = (changed: Scenario) => device.queue.writeBuffer(starts, 0, segmentStarts(spanOf(changed)));
  setScenario(scenario);
  const source = listedSegments({ samples, starts });
  const plan = await createSpectrogram(device, { length: BINS, source, columns: COLUMNS, segments: SEGMENTS });
  return {
    stages: [plan],
    setScenario,
    sources: [words(plan.decibels, COLUMNS * BINS)],
    draw({ scenario: drawn }, [bytes]) {
      const decibels = new Float32Array(bytes);
      const peak = decibels.reduce((most, value) => Math.max(most, value), -Infinity);
      const half = SAMPLE_RATE / 2e6;
      return {
        timeMs: [0, (1e3 * spanOf(drawn)) / SAMPLE_RATE],
        frequencyMHz: [-half, half],
        columns: COLUMNS,
        bins: BINS,
        decibels: decibels.map((value) => value - peak),
      };
    },
    destroy() {
      plan.destroy();
      memory.release();
    },
  };
}

/** Samples of the recording that the picture shows, from the first on. */
function spanOf(scenario: Scenario): number {
  return Math.min(recordingLength(scenario), scenario.firstOffset + PACKETS * PACKET_SAMPLES);
}

/** Starts of each column's segments, all in the first block: spread over the column; the last segment ends with the span. */
function segmentStarts(span: number): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: COLUMNS * SEGMENTS }, (_, i) => {
    return BLOCK_LEAD + Math.floor(((span - BINS) * i) / (COLUMNS * SEGMENTS - 1));
  });
}
