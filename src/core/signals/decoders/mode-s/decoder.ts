import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { type AcceptedFrame, createAcceptance } from "./acceptance.ts";
import { createFieldReader } from "./fields.ts";
import type { CandidateList } from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";
import { createCandidateSearch } from "./search.ts";

/** Mode S replies and squitters are sent at this frequency, Hz. */
const SENT_AT = 1090e6;
/** The preamble lasts 8 µs, a bit 1 µs. */
const PREAMBLE_SECONDS = 8e-6;
const OCTETS = Array.from({ length: 256 }, (_, octet) => octet);
const OCTET_BITS = OCTETS.map((octet) => octet.toString(2).padStart(8, "0"));
const OCTET_HEX = OCTETS.map((octet) => octet.toString(16).padStart(2, "0"));

/**
 * Creates the decoder of Mode S and ADS-B. If the recording's centre frequency is known and 1090 MHz lies in its band, the signal
 * is mixed from there; else it is searched at the centre.
 *
 * @throws RangeError when the rate is not between 2 and 20 MS/s.
 */
export function createModeSDecoder(options: DecoderOptions): RecordingDecoder {
  const search = createCandidateSearch(options.sampleRateHz, offsetOf(options));
  const { framesOf, rest } = createCandidateReader(options);
  return {
    push: (samples) => framesOf(search.push(samples)),
    end: () => [...framesOf(search.end()), ...rest()],
  };
}

/** Reads frames from lists of candidates, in order. */
export interface CandidateReader {
  /** Takes the next list, and returns frames that are certain. A reader of other threads keeps them there, and resolves when it has room. */
  framesOf(candidates: CandidateList): DecodedFrame[] | Promise<DecodedFrame[]>;
  /** Returns the frames that wait for the end. */
  rest(): DecodedFrame[] | Promise<DecodedFrame[]>;
}

/** Creates a reader in this thread. */
export function createCandidateReader(options: DecoderOptions) {
  const acceptance = acceptanceOf(options);
  const framed = createFrameMaker(options);
  return {
    framesOf: (candidates: CandidateList) => acceptance.push(candidates).map(framed),
    rest: () => acceptance.end().map(framed),
  } satisfies CandidateReader;
}

/** Creates the acceptance that the options choose. */
export const acceptanceOf = ({ correctedBits = 1, ...options }: DecoderOptions) =>
  createAcceptance({ ...modeSTuning(options), correctedBits });

/** Where the decoder tunes in a recording. */
export const modeSTuning = (options: DecoderOptions): Tuning => ({
  sampleRateHz: options.sampleRateHz,
  offsetHz: offsetOf(options),
});

/** Creates a function that reads the contents of accepted frames, which come in order. */
export function createFrameMaker({ sampleRateHz }: DecoderOptions) {
  const fieldsOf = createFieldReader(sampleRateHz);
  return (frame: AcceptedFrame): DecodedFrame => {
    const { start, octets, snrDb, carrierHz, correctedBits: corrected } = frame;
    const first = Math.max(0, Math.round(start));
    let [hex, bits] = ["", ""];
    for (const octet of octets) {
      hex += OCTET_HEX[octet];
      bits += OCTET_BITS[octet];
    }
    return {
      decoder: "modes",
      start: first,
      stop: first + Math.round((PREAMBLE_SECONDS + 8e-6 * octets.length) * sampleRateHz),
      centreHz: Math.round(carrierHz),
      good: true,
      correctedBits: corrected,
      snrDb: snrDb === null ? null : Number(snrDb.toFixed(1)),
      hex,
      bits,
      fields: fieldsOf(frame),
    };
  };
}

/** The frequency of Mode S from the recording's centre, or 0 if that is unknown or outside its band. */
function offsetOf({ sampleRateHz, frequencyHz }: DecoderOptions): number {
  const offset = frequencyHz === undefined ? 0 : SENT_AT - frequencyHz;
  return Math.abs(offset) <= sampleRateHz / 2 ? offset : 0;
}
