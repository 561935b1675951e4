import type { Float64Block } from "../../flow/build/block-factory.ts";
import { pack } from "../../gpu/rows.ts";
import { BLOCK_HOP } from "../../telemetry/blocks.ts";
import { createAcquisition, decidePacket } from "../../telemetry/link/receiver.reference.ts";
import { DATA_WORDS, KNOWN_BITS, PACKET_SAMPLES } from "../../telemetry/packet.ts";
import { blockRow } from "../../telemetry/preamble/detector.reference.ts";
import { TELEMETRY_HISTORY, linkSettings } from "./telemetry-receiver-settings.ts";
import type { TelemetryReceiver } from "./telemetry-receiver.ts";

/** Last samples of a packet, which are all 0 if the end of the signal cuts it off. */
const END = 32;

export function telemetryReceiverFloat64(parameters: TelemetryReceiver): Float64Block {
  const settings = linkSettings(parameters);
  const acquire = createAcquisition(settings, Infinity, -1);
  let earlier = new Float64Array(2 * TELEMETRY_HISTORY);
  return ({ in: input }, firings) => {
    const samples = new Float64Array(earlier.length + input.length);
    samples.set(earlier);
    samples.set(input, earlier.length);
    earlier = samples.slice(-2 * TELEMETRY_HISTORY);
    const packets = Array.from({ length: firings }, (_, block) => {
      const row = blockRow(samples, block * BLOCK_HOP);
      const whole = acquire(row).filter(({ start }) => {
        const end = 2 * (start + PACKET_SAMPLES);
        return row.subarray(end - 2 * END, end).some((value) => value !== 0);
      });
      return whole.map((packet) => decidePacket(packet, parameters.equalizer, settings).slice(KNOWN_BITS));
    }).flat();
    return {
      bits: Float64Array.from(packets.flat()),
      frames: Float64Array.from(packets.flatMap((bits) => [4 * DATA_WORDS, ...pack([bits])])),
    };
  };
}
