import { asComplex } from "../../capture/channels.ts";
import { zeroNonFinite } from "../../capture/finite.ts";
import type { Place, Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import { decoderRefusal } from "../../signals/decoders/applicable.ts";
import { loadDecoders } from "../../signals/decoders/load.ts";
import type { DecodedFrame } from "../../signals/decoders/decoder.ts";
import { stated } from "../definition.ts";
import type { SignalDecoderBlock } from "./signal-decoder.ts";

/** @throws RangeError without a sample rate, and for one at which the decoder does not work. */
export function createSignalDecoderSink(
  { decoder, type, rate, frequency }: SignalDecoderBlock,
  place: Place,
): SinkBlock {
  const hz = place.hz.in ?? rate;
  if (!(hz > 0)) throw new RangeError("The sample rate is unknown. Give it here, or in the source of the graph");
  const complex = type === "complex";
  const taken = { datatype: { complex }, sampleRate: hz, centerFrequency: frequency > 0 ? frequency : undefined };
  const refusal = decoderRefusal(decoder, taken, "fm", { search: false });
  if (refusal) throw new RangeError(refusal.replaceAll("the recording", "the input"));
  const load = () => loadDecoders(decoder, complex, { sampleRateHz: hz, frequencyHz: taken.centerFrequency });
  return {
    kind: "sink",
    consumes: { in: 1 },
    ...stated({ rate }),
    variableRates: ["in"],
    async create(_, { inputs: { in: stream } }) {
      const create = await load();
      let decoders = create();
      return {
        label: "signal-decoder",
        reads: [{ buffer: stream.buffer, size: stream.length * PORTS[type].bytes }],
        take([fetched], { inputs, isLast }): Report | undefined {
          const items = new Float32Array(fetched, 0, (complex ? 2 : 1) * inputs.in.count);
          const samples = complex ? items : asComplex(items);
          zeroNonFinite(samples);
          const frames = decoders.flatMap((one) => [...one.push(samples), ...(isLast ? one.end() : [])]);
          return frames.length > 0 ? { kind: "frames", frames: frames.map((frame) => listed(frame, hz)) } : undefined;
        },
        reset: () => void (decoders = create()),
        destroy() {},
      };
    },
  };
}

/** A frame as the list of frames has it: its octets, and facts about it. */
function listed({ start, centreHz, correctedBits, snrDb, hex, bits, fields }: DecodedFrame, hz: number) {
  const facts = { ...fields, ...(hex === null && { bits }), snrDb, centreHz, correctedBits, start };
  const shown = Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, typeof value === "object" ? JSON.stringify(value) : (value as string | number | boolean)] as const];
  });
  const octets = hex?.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return { time: start / hz, bytes: Uint8Array.from(octets), facts: Object.fromEntries(shown) };
}
