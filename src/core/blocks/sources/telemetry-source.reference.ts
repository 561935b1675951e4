import type { Float64Block } from "../../flow/build/block-factory.ts";
import { BLOCK_HOP, BLOCK_PACKETS } from "../../telemetry/blocks.ts";
import { recording } from "../../telemetry/channel/recording.float64.ts";
import { linkSignal } from "../../telemetry/link/signal.ts";
import { KNOWN_BITS } from "../../telemetry/packet.ts";
import { packetBits } from "../../telemetry/soqpsk/bits.float64.ts";
import { sourceSettings } from "./telemetry-settings.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

export function telemetrySourceFloat64(parameters: TelemetrySource): Float64Block {
  const settings = sourceSettings(parameters);
  const { length, data, propagation, impairments } = linkSignal(settings);
  const config = { ...data, ...propagation, ...impairments(settings.ebn0) };
  let next = 0;
  return (_, blocks) => {
    const [from, to] = [next * BLOCK_HOP, (next + blocks) * BLOCK_HOP];
    const packets = Array.from({ length: blocks * BLOCK_PACKETS }, (__, i) => next * BLOCK_PACKETS + i);
    next += blocks;
    const out = new Float64Array(2 * (to - from));
    if (from < length) out.set(recording(config, from, Math.min(to, length)));
    const bits = packets.flatMap((packet) => [...packetBits(packet, data).subarray(KNOWN_BITS)]);
    return { out, bits: Float64Array.from(bits) };
  };
}
