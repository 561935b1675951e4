import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";
import type { EqualizerErrors, EqualizerErrorsConfig } from "../counting/errors.ts";
import { decisionTables } from "../decision.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { createCyclicEqualizer, type CyclicEqualizer, type CyclicEqualizerConfig } from "./cyclic.ts";
import { createLoadedErrors } from "./loaded-errors.ts";
import { createLoadedSymbols } from "./loaded-symbols.ts";
import { type CarrierLoads, createLoading, MOST_BITS } from "./loading.ts";
import { NO_POWER } from "./one-tap.ts";
import type { ChannelResponse } from "./response.ts";
import { type BlockTransmissionConfig, carrierGain, createBlockLink } from "./transmission.ts";

export interface LoadedOfdmConfig
  extends Pick<CyclicEqualizerConfig, "length" | "power">, Pick<BlockTransmissionConfig, "isReal" | "seed"> {
  /** Of the channels at N frequencies. */
  response: Pick<ChannelResponse, "response" | "channels">;
  /** m: mean bits of a carrier, 1 to 6. */
  bitsPerSymbol: number;
}

/** What the counter of loaded carriers needs beside them. */
type CountingConfig = Pick<EqualizerErrorsConfig, "training" | "bin">;

export interface LoadedOfdm extends CyclicEqualizer, CarrierLoads {
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
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
 * @throws RangeError as `createBlockTransmission`, and when `bitsPerSymbol` is not 1 to 6.
 */
export function createLoadedOfdm(
  device: GPUDevice,
  batch: ReceivedBatch,
  config: LoadedOfdmConfig,
): Promise<LoadedOfdm> {
  const { length, bitsPerSymbol, power, seed, response } = config;
  return owning(device, async ({ keep }) => {
    const { points, labelOf } = loadedTables();
    const random = await keep(createRandomLabels(device, { ...batch, bitsPerSymbol: MOST_BITS, seed }));
    const loading = await keep(createLoading(device, { ...response, length, bitsPerSymbol, floor: NO_POWER * power }));
    const { loads, amplitudes } = loading;
    const carriers = { ...batch, labels: random.labels, points, length, loads, amplitudes };
    const symbols = await keep(createLoadedSymbols(device, { ...carriers, gain: carrierGain(length) }));
    const kind = { ...config, isMulticarrier: true, criterion: "zf" } as const;
    const link = await keep(createBlockLink(device, batch, symbols.symbols, kind));
    const signals = { response: response.response, spectra: link.spectra };
    const equalizer = await keep(createCyclicEqualizer(device, batch, { ...kind, ...signals }));
    return {
      ...equalizer,
      ...sequence("adaptive/ofdm-loaded", [random, loading, symbols, link, equalizer]),
      loads,
      amplitudes,
      setFirstPacket(firstPacket: number) {
        random.setFirstPacket(firstPacket);
        link.setFirstPacket(firstPacket);
      },
      setNoiseVariance(noiseVariance: number) {
        link.setNoiseVariance(noiseVariance);
        equalizer.setNoiseVariance(noiseVariance);
      },
      createCounter: ({ training, bin }: CountingConfig) =>
        createLoadedErrors(device, {
          ...carriers,
          labelOf,
          bitsPerSymbol,
          estimates: equalizer.estimates,
          training,
          bin,
        }),
    };
  });
}
