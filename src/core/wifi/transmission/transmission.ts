import { owning } from "../../gpu/owning.ts";
import { createFrontEnd, type FrontEndSettings } from "../../channel/front-end.ts";
import { createTapResponse, type TapResponse } from "../../channel/tap-response.ts";
import { createDelayLine, type Slot } from "../../channel/tapped-delay-line.ts";
import type { Stage } from "../../gpu/timing.ts";
import { FIRST_TRANSFORM } from "../equalization/symbols.ts";
import { frameSamples } from "../frame/data-field.ts";
import type { Rate } from "../frame/rates.ts";
import { FFT_LENGTH, SYMBOL_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import { createOfdmTransmitter } from "../transmitter/transmitter.ts";
import { createChannelTaps, tapCount } from "./channel.ts";
import { noisePerCarrier, sampleRateOf, type TransmissionSettings } from "./settings.ts";

/** Packets of one rate, one in each slot. */
export interface Transmission {
  readonly slot: Slot;
  /** Received samples, vec2f [packet][slot.length]. */
  readonly samples: GPUBuffer;
  /** PSDUs sent, u32 [packet][⌈octets/4⌉]. */
  readonly sent: GPUBuffer;
  /** The scrambler's initial states, u32 [packet]. */
  readonly states: GPUBuffer;
  /** Carrier frequency offset, rad per sample. */
  readonly offset: number;
  readonly stages: readonly Stage[];
  /** Creates the true channel of each symbol of data, vec2f [packet][symbol][64]. */
  createTruth(): Promise<TapResponse>;
  /** Takes effect for later submissions. */
  setPage(page: { firstPacket: number; snrDb: number }): void;
  destroy(): void;
}

/** Samples of noise before and after a packet: for the interpolation of samples, and for a receiver that looks for the packet. */
const MARGIN = { genie: 32, preamble: 256 } as const;
/** Slots begin at multiples of this. */
const SLOT_STEP = 64;

/** Returns the slot of an experiment's packets: the packet, its echoes, and noise around them. */
export function slotOf(config: TransmissionSettings, rate: Rate): Slot {
  const margin = MARGIN[config.synchronization];
  const length = 2 * margin + frameSamples(config.bytes, rate) + tapCount(config);
  return { length: SLOT_STEP * Math.ceil(length / SLOT_STEP), lead: margin };
}

/** Returns how an experiment's receiver samples its slots. */
export function samplingOf(config: TransmissionSettings, { lead }: Slot): FrontEndSettings {
  // The kernels take the offset as a float32, so the channel has exactly the same one.
  const offset = Math.fround((2 * Math.PI * 1e3 * config.offset) / sampleRateOf(config));
  return { offset, phase: -offset * lead, shift: -config.timing, stretch: config.clock * 1e-6, origin: lead };
}

/** Returns E|noise|² per sample. */
export const noisePerSample = (snrDb: number): number => noisePerCarrier(snrDb) / FFT_LENGTH;

/**
 * Creates transmitter, channel and front end of an experiment, for pages of a fixed number of packets of one rate. A packet has the
 * same octets, channel and noise in every page.
 *
 * @param psdu Given PSDUs, u32 [packet][⌈octets/4⌉], octets little-endian. Default: random ones.
 */
export async function createTransmission(
  device: GPUDevice,
  config: TransmissionSettings,
  rate: Rate,
  packets: number,
  psdu?: GPUBuffer,
): Promise<Transmission> {
  return owning(device, async ({ keep, memory }) => {
    const { bytes: octets, seed } = config;
    const slot = slotOf(config, rate);
    // The symbols are no longer needed when their memory gets the slots, and the frames when theirs gets the received slots.
    const slots = memory.storage("slots", packets * slot.length * 8);
    const received = memory.storage("received slots", packets * slot.length * 8);
    const sampling = samplingOf(config, slot);
    const { offset, stretch } = sampling;
    const transmitter = await keep(
      createOfdmTransmitter(device, {
        rate,
        octets,
        frames: packets,
        seed,
        psdu,
        outputs: { symbols: slots, samples: received },
      }),
    );
    const taps = await keep(createChannelTaps(device, config, { packets, slot }));
    const { length, samples: clean } = transmitter;
    const placed = { length: slot.length, lead: slot.lead - taps.arrival - transmitter.lead };
    const line = await keep(
      createDelayLine(device, { ...taps, packets, samples: clean, length, slot: placed, output: slots }),
    );
    const frontEnd = await keep(
      createFrontEnd(device, {
        packets,
        slot: slot.length,
        samples: line.output,
        seed,
        output: received,
        ...sampling,
      }),
    );
    return {
      slot,
      samples: frontEnd.output,
      sent: transmitter.psdu,
      states: transmitter.states,
      offset,
      stages: [...transmitter.stages, ...taps.stages, line, frontEnd],
      createTruth() {
        const middle = FIRST_TRANSFORM + (FFT_LENGTH - 1) / 2;
        return createTapResponse(device, {
          ...taps,
          packets,
          bins: FFT_LENGTH,
          instants: transmitter.symbols,
          first: slot.lead + middle,
          distance: SYMBOL_SAMPLES,
          delay: WINDOW_ADVANCE - taps.arrival + config.timing - stretch * middle,
          drift: -stretch * SYMBOL_SAMPLES,
        });
      },
      setPage({ firstPacket, snrDb }) {
        transmitter.setFirstFrame(firstPacket);
        taps.setFirstPacket(firstPacket);
        frontEnd.setFirstPacket(firstPacket);
        frontEnd.setNoiseVariance(noisePerSample(snrDb));
      },
    };
  });
}
