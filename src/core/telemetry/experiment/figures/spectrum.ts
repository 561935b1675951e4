import { response } from "../../../channel/paths.ts";
import { createWelch } from "../../../fft/welch.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS } from "../../blocks.ts";
import { createModulator } from "../../soqpsk/modulator.ts";
import { PACKET_SAMPLES } from "../../packet.ts";
import type { Link } from "../link.ts";
import { type Scenario, scenarioPaths } from "../scenario.ts";
import { BINS, centred, decibels, frequencies, powers } from "./frequency-axis.ts";
import { type FigurePart, words } from "./part.ts";

/** Curves over baseband frequency, ascending. */
export interface SpectrumFigure {
  frequencyMHz: Float32Array<ArrayBuffer>;
  /** Power per bin relative to the sent spectrum's peak, dB. */
  sentDb: Float32Array<ArrayBuffer>;
  receivedDb: Float32Array<ArrayBuffer>;
  /** |H|² of the channel, dB relative to its first ray. */
  responseDb: Float32Array<ArrayBuffer>;
}

/** Spectra of the first block's packets, transmitted and received, and the channel's response. */
export async function createSpectrumFigure(
  device: GPUDevice,
  link: Link,
  scenario: Scenario,
): Promise<FigurePart<SpectrumFigure>> {
  const whole = Math.min(scenario.packets, BLOCK_PACKETS) * PACKET_SAMPLES;
  const welch = (samples: GPUBuffer, rowStride: number, start: number) => {
    const span = { start, length: whole };
    return createWelch(device, { length: BINS, samples, rowStride, span, rows: { first: 0, count: 1 } });
  };
  const modulator = await createModulator(device, { blocks: 1, bits: link.bits });
  const sent = await welch(modulator.samples, BLOCK_HOP, 0);
  const firstSample = ({ firstOffset }: Scenario) => BLOCK_LEAD + firstOffset;
  const received = await welch(link.receiver.samples, BLOCK_LENGTH, firstSample(scenario));
  const stages = [modulator, sent, received];
  return {
    stages,
    setScenario: (changed) => received.setStart(firstSample(changed)),
    sources: [words(sent.spectrum, BINS), words(received.spectrum, BINS)],
    draw({ scenario: drawn }, results) {
      const [sentPower, receivedPower] = results.map((bytes) => new Float32Array(bytes));
      const paths = scenarioPaths(drawn);
      const peak = Math.max(...sentPower);
      const direct = paths[0].gain[0] ** 2 + paths[0].gain[1] ** 2;
      return {
        frequencyMHz: frequencies(),
        sentDb: centred(sentPower).map((power) => decibels(power / peak)),
        receivedDb: centred(receivedPower).map((power) => decibels(power / peak)),
        responseDb: centred(powers(response(paths, BINS))).map((power) => decibels(power / direct)),
      };
    },
    destroy() {
      for (const stage of stages) stage.destroy();
    },
  };
}
