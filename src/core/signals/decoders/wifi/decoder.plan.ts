import { bytesToHex } from "@noble/hashes/utils.js";
import { lmmse } from "../../../wifi/equalization/estimators/lmmse.float64.ts";
import { leastSquares } from "../../../wifi/equalization/estimators/ls.float64.ts";
import { DELAY_SPREAD, WALK } from "../../../wifi/equalization/estimators/lmmse.float64.ts";
import { frameSamples, MOST_OCTETS } from "../../../wifi/frame/data-field.ts";
import { FCS_OCTETS } from "../../../wifi/frame/fcs.ts";
import { otherFrame } from "../../../wifi/frame/formats.ts";
import { parseMacHeader } from "../../../wifi/frame/mac-header.ts";
import { RATES } from "../../../wifi/frame/rates.ts";
import { LEAD } from "../../../wifi/acquisition/page.ts";
import { SEARCH } from "../../../wifi/acquisition/search.ts";
import { type CandidateFrame, receiveCandidate } from "../../../wifi/receiver/candidate.float64.ts";
import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { type BlockOfSamples, createBlocksOfSamples } from "../sample-blocks.ts";
import { createTuner } from "../tuner.ts";
import { findCandidates } from "./candidates.ts";

/** The receiver's rate, Hz; a recording's rate within a clock's error counts as it. */
const RATE = 20e6;
const TOLERANCE = 1e-4;
/** Half the band of a channel's carriers with an offset, and where the neighbours' begin; Hz. */
const PASS_HZ = 8.6e6;
const STOP_HZ = 11.4e6;
/** Samples of a step, and those kept before and after it. */
const STEP = 2 ** 16;
const BEFORE = LEAD;
const AFTER = frameSamples(MOST_OCTETS, RATES[0]) + SEARCH + LEAD;
/** A frame whose check fails is listed from this SNR on. Noise that passes for a frame shows less. dB. */
const LEAST_SNR_DB = 5;
/** Carriers with power. */
const USED_CARRIERS = 52;

type Block = BlockOfSamples<Float32Array>;

/**
 * Creates the decoder of 802.11a, g and p frames in a channel of 20 MHz at the recording's centre: the receiver of `wifi/` in float64.
 *
 * @throws RangeError when the rate is below 20 MS/s.
 */
export function createWifiDecoder({ sampleRateHz }: DecoderOptions): RecordingDecoder {
  if (!(sampleRateHz >= RATE * (1 - TOLERANCE))) {
    throw new RangeError(`wifi: the sample rate must be at least 20 MS/s, got ${sampleRateHz / 1e6} MS/s`);
  }
  const isOwn = Math.abs(sampleRateHz / RATE - 1) < TOLERANCE;
  const scale = isOwn ? 1 : sampleRateHz / RATE;
  const tuner = isOwn
    ? undefined
    : createTuner({ fromHz: sampleRateHz, toHz: RATE, offsetHz: 0, passHz: PASS_HZ, stopHz: STOP_HZ });
  // The second one takes more time, and is tried if the check fails with the first one.
  const estimators = [leastSquares, lmmse(DELAY_SPREAD, WALK)];
  const blocks = createBlocksOfSamples<Float32Array>(
    { reach: BEFORE, size: STEP, beyond: AFTER },
    (length) => new Float32Array(length),
  );
  /** Samples of the recording. */
  let received = 0;
  /** The frame whose duration reaches furthest so far, in samples of the stream. */
  let claim = { start: 0, end: 0 };

  const receive = ({ samples: block, to }: Block, candidate: number, next: number): CandidateFrame | undefined => {
    const from = candidate - LEAD;
    const samples = Float64Array.from(block.subarray(2 * from, 2 * Math.min(to, from + AFTER)));
    let found: CandidateFrame | undefined;
    for (const estimator of estimators) {
      found = receiveCandidate(samples, { candidate: LEAD, next: next - from, begin: 0 }, estimator);
      if (!found?.psdu || found.intact) break;
    }
    return found;
  };

  const step = (block: Block): DecodedFrame[] => {
    const { first, size, samples, to } = block;
    const end = BEFORE + size;
    const recording = { start: BEFORE - first, end: to };
    const candidates = findCandidates(samples, { from: BEFORE, to: end + SEARCH }, recording);
    return candidates.flatMap((candidate, i) => {
      if (candidate >= end) return [];
      const frame = receive(block, candidate, Math.min(candidate + SEARCH, candidates[i + 1] ?? Infinity));
      return frame ? listed(frame, first - BEFORE + candidate - LEAD) : [];
    });
  };

  /** The frame as a list shows it, or nothing. @param origin The stream's sample at the frame's sample 0. */
  const listed = (frame: CandidateFrame, origin: number): DecodedFrame[] => {
    const [start, end] = [origin + frame.start, origin + frame.end];
    const snrDb = snrOf(frame);
    const other = frame.intact ? undefined : frame.other && otherFrame(frame.other);
    const isInside = start >= claim.start && start < claim.end;
    if (!frame.intact && !other?.readable && (isInside || !frame.psdu || Number(snrDb) < LEAST_SNR_DB)) return [];
    if (end > claim.end) claim = { start, end };
    return [
      {
        decoder: "wifi",
        start: Math.max(0, Math.round(start * scale)),
        stop: Math.min(received, Math.round(end * scale)),
        centreHz: Math.round((frame.offset / (2 * Math.PI)) * RATE),
        good: frame.intact,
        correctedBits: 0,
        snrDb,
        hex: other || !frame.psdu ? null : bytesToHex(frame.psdu),
        bits: null,
        fields: other ? { ...other } : fieldsOf(frame),
      },
    ];
  };

  return {
    push(samples) {
      received += samples.length / 2;
      return blocks.push(tuner ? tuner.push(samples) : samples).flatMap(step);
    },
    end() {
      const last = tuner ? blocks.push(tuner.end()) : [];
      return [...last, ...blocks.end()].flatMap(step);
    },
  };
}

/** SNR per carrier from the long training; null if it shows no noise. */
function snrOf({ channel, noise }: CandidateFrame): number | null {
  // Of both long symbols' mean, half of the noise is left.
  const energy = channel.reduce((sum, value) => sum + value * value, 0) / USED_CARRIERS - noise / 2;
  return energy > 0 && noise > 0 ? Number((10 * Math.log10(energy / noise)).toFixed(1)) : null;
}

/** The rate and length of SIGNAL, and of an intact frame what its header says. */
function fieldsOf({ signal, psdu, intact }: CandidateFrame): Record<string, unknown> {
  const fields = { standard: "802.11a/g", rateMbps: signal?.rate.mbps, length: signal?.length };
  const header = intact && psdu ? parseMacHeader(psdu.subarray(0, -FCS_OCTETS)) : undefined;
  if (!header) return fields;
  const { name: type, addresses, sequence } = header;
  return { ...fields, type, addresses, ...(sequence === undefined ? {} : { sequence }) };
}
