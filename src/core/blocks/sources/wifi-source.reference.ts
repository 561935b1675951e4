import type { Float64Block } from "../../flow/build/block-factory.ts";
import { rateOf } from "../../wifi/frame/rates.ts";
import { transmittedPacket } from "../../wifi/transmission/transmission.reference.ts";
import { frameWords } from "../frame-words.ts";
import type { WifiSource } from "./wifi-source.ts";

export function wifiSourceFloat64({ rate, snr: snrDb, ...settings }: WifiSource): Float64Block {
  const config = { ...settings, synchronization: "preamble" } as const;
  let next = 0;
  return (_, firings) => {
    const packets = Array.from({ length: firings }, (__, i) =>
      transmittedPacket(config, rateOf(Number(rate)), { packet: (next + i) % 2 ** 32, snrDb }),
    );
    next += firings;
    return {
      out: Float64Array.from(packets.flatMap(({ samples }) => [...samples])),
      frames: Float64Array.from(packets.flatMap(({ psdu }) => frameWords(psdu))),
    };
  };
}
