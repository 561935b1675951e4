import { owning } from "../../gpu/owning.ts";
import type { ReceivedBatch } from "../batch.ts";
import type { EqualizerErrors, EqualizerErrorsConfig } from "../counting/errors.ts";
import { decisionTables } from "../decision.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { carrierGain, createCyclicLink, type CyclicEqualizer, type CyclicEqualizerConfig } from "./cyclic.ts";
import { createLoadedErrors } from "./loaded-errors.ts";
import { createLoadedSymbols } from "./loaded-symbols.ts";
import { type CarrierLoads, createLoading, MOST_BITS } from "./loading.ts";
import { NO_POWER } from "./one-tap.ts";
import { createChannelResponse } from "./response.ts";

export interface LoadedOfdmConfig extends Pick<CyclicEqualizerConfig, "length" | "isReal" | "power" | "seed"> {
  /** m: mean bits of a carrier, 1 to 6. */
  bitsPerSymbol: number;
}

/** What the counter of loaded carriers needs beside them. */
type CountingConfig = Pick<EqualizerErrorsConfig, "training" | "bin">;

export interface LoadedOfdm extends CyclicEqualizer, CarrierLoads {
  /** Creates the counter of its errors: carriers have different numbers of bits. */
  createCounter(config: CountingConfig): Promise<EqualizerErrors>;
}

/** Returns points and decisions of QAM with 0, 2, 4 and 6 bits; the points of b bits start at entry 2^b. */
function loadedTables(): { points: Float32Array<ArrayBuffer>; labelOf: Uint32Array<ArrayBuffer> } {
  const [points, labelOf] = [new Float32Array(4 << MOST_BITS), new Uint32Array(2 << MOST_BITS)];
  for (const modulation of ["qpsk", "16qam", "64qam"] as const) {
    const tables = decisionTables(modulation);
    points.set(tables.points, tables.points.length);
    labelOf.set(tables.labelOf, tables.labelOf.length);
  }
  return { points, labelOf };
}

/**
 * Creates OFDM whose carriers have 0, 2, 4 or 6 bits and energies that follow the channel's gain, with m·N bits per block. Its labels are the
 * lowest bits of the words that give the batch's labels; the noise is the batch's.
 *
 * @throws RangeError as `createCyclicEqualizer`, and when `bitsPerSymbol` is not 1 to 6.
 */
export function createLoadedOfdm(
  device: GPUDevice,
  batch: ReceivedBatch,
  config: LoadedOfdmConfig,
): Promise<LoadedOfdm> {
  const { length, bitsPerSymbol, power, seed } = config;
  return owning(device, async ({ keep }) => {
    const { points, labelOf } = loadedTables();
    const random = await keep(createRandomLabels(device, { ...batch, bitsPerSymbol: MOST_BITS, seed }));
    const response = await keep(createChannelResponse(device, batch, length));
    const loading = await keep(createLoading(device, { ...response, length, bitsPerSymbol, floor: NO_POWER * power }));
    const { loads, amplitudes } = loading;
    const carriers = { ...batch, labels: random.labels, points, length, loads, amplitudes };
    const symbols = await keep(createLoadedSymbols(device, { ...carriers, gain: carrierGain(length) }));
    const signals = { sent: symbols.symbols, response: response.response };
    const kind = { isMulticarrier: true, criterion: "zf" } as const;
    const link = await keep(createCyclicLink(device, batch, { ...config, ...kind, ...signals }));
    return {
      ...link,
      label: "adaptive/ofdm-loaded",
      loads,
      amplitudes,
      encode(encoder: GPUCommandEncoder) {
        for (const stage of [random, response, loading, symbols, link]) stage.encode(encoder);
      },
      setFirstPacket(firstPacket: number) {
        random.setFirstPacket(firstPacket);
        link.setFirstPacket(firstPacket);
      },
      createCounter: ({ training, bin }: CountingConfig) =>
        createLoadedErrors(device, { ...carriers, labelOf, bitsPerSymbol, estimates: link.estimates, training, bin }),
    };
  });
}
