import { classValuesOf } from "../../classification/classify.ts";
import { sliceBits } from "../../slicing/slice.ts";
import { hexOfBits } from "../../slicing/octets.ts";
import type { ReadSignals } from "../read-signals.ts";
import type { BurstDecoder, DecodedFrame, DecoderOptions, KnownBurst } from "../decoder.ts";
import { genericClass, type GenericName, keyedConfidence } from "./generic-class.ts";
import { createMessageGroups, type Message, type SlicedBurst } from "./messages.ts";

/** A message that did not come again in this time, seconds, is complete. */
const WINDOW = 60;
/** Time for which a burst waits, seconds: other decoders may read it, or what continues it. */
const WAIT = 10;

/**
 * Creates a decoder of any messages in OOK and ASK, or in 2-FSK, 4-FSK, GMSK and MSK, which no other decoder read. A frame comes a minute after its message's
 * last repeat, or at the end.
 */
export const createGenericDecoder =
  (name: GenericName) =>
  ({ sampleRateHz }: DecoderOptions, claims: Pick<ReadSignals, "has">): BurstDecoder => {
    const groups = createMessageGroups(WINDOW * sampleRateHz, claims);
    let waiting: SlicedBurst[] = [];
    const group = (bursts: readonly SlicedBurst[]) => bursts.flatMap((burst) => groups.push(burst));
    const framed = (messages: readonly Message[]) => messages.map((message) => frameOf(name, message));
    return {
      push(known) {
        const sliced = slicedOf(name, known);
        if (!sliced) return [];
        waiting.push(sliced);
        const before = sliced.start - WAIT * sampleRateHz;
        const due = waiting.filter(({ stop }) => stop < before);
        waiting = waiting.filter(({ stop }) => stop >= before);
        return framed(group(due));
      },
      end: () => framed([...group(waiting), ...groups.end()]),
    };
  };

function slicedOf(name: GenericName, { burst, signal }: KnownBurst): SlicedBurst | undefined {
  const keyed = genericClass(name, signal);
  if (!keyed) return undefined;
  // Without a sure class, nothing is known that depends on it.
  const known = { ...signal, ...(signal.class !== keyed && classValuesOf(keyed, burst, signal)), class: keyed };
  const sliced = sliceBits(burst, known);
  if (!sliced || sliced.bits === "") return undefined;
  const { centreHz, carrierOffsetHz, bandwidthHz, snrDb } = known;
  return {
    bits: sliced.bits,
    isOnOff: keyed === "OOK",
    start: burst.first + signal.start * burst.decimation,
    stop: burst.first + signal.stop * burst.decimation,
    centreHz: carrierOffsetHz ?? centreHz,
    bandwidthHz,
    snrDb,
    confidence: keyedConfidence(signal),
  };
}

function frameOf(name: GenericName, message: Message): DecodedFrame {
  const { bits, line, lineConfidence, repeats, burst, start, stop, sync, whitening, crc, payload } = message;
  return {
    decoder: name,
    start,
    stop,
    centreHz: Math.round(burst.centreHz),
    good: crc !== null,
    correctedBits: 0,
    snrDb: Number(burst.snrDb.toFixed(1)),
    hex: hexOfBits(bits),
    bits,
    fields: {
      line,
      repeats,
      lineConfidence: Number(lineConfidence.toFixed(2)),
      ...(sync !== null && { sync: hexOfBits(sync) }),
      ...(crc && { crc: crc.name, polynomial: `0x${crc.polynomial.toString(16).padStart(crc.bits / 4, "0")}` }),
      ...(whitening !== "none" && { whitening }),
      ...(payload !== null && { payload: hexOfBits(payload) }),
    },
  };
}
