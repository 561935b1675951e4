import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { type BlockOfSamples, createBlocksOfSamples } from "../sample-blocks.ts";
import { createTuner } from "../tuner.ts";
import { type BroadcastReceiver, createBroadcastReceiver } from "./broadcast.ts";
import { readMib } from "./broadcast-code.ts";
import { type CarrierReader, createCarrierReader } from "./carriers.ts";
import { type FoundCell, FRAME, identifyCell, refineOffset, refinePeak } from "./cell.ts";
import { createMibDecoder, type FrameMib, type MibDecoder } from "./mib-decoder.ts";
import { createPrimarySearch, HALF_FRAME, MOST_HALVES, type PrimarySearch } from "./search.ts";
import { LTE_RATE, SLOT, SYMBOL } from "./signals.ts";

/** Half the band that must stay whole: 36 carriers and the largest carrier offset. */
const PASS_HZ = 620e3;
/** Samples of a step, and those kept before and after it. A frame's first subframe may begin before the signals that show it. */
const STEP = 8 * FRAME;
const BEFORE = STEP;
const AFTER = FRAME + SLOT;
/** Samples of a step in which cells are searched. A cell repeats its signals, so that no more is needed. */
const SEARCHED = MOST_HALVES * HALF_FRAME;
/** Steps between searches while cells are received. */
const SEARCH_EVERY = 2;
/** A cell whose broadcast channel was not decoded in this many frames is given up. */
const MOST_MISSES = 12;
/** Frames whose starts differ by less are the same. */
const SAME = 64;
/** A cell that is being received. Samples count from the start of the tuned stream. */
interface Cell extends FoundCell {
  /** Number of the next frame, whose start is `frame`. */
  index: number;
  misses: number;
  receiver: BroadcastReceiver;
  decoder: MibDecoder;
  /** Frames that are not certain, by index. */
  waiting: Map<number, { start: number; offsetHz: number; snr: number | null }>;
}

/** Loads what the decoder computes with, and returns its constructor. */
export async function loadLteDecoder(): Promise<(options: DecoderOptions) => RecordingDecoder> {
  const [search, reader] = [await createPrimarySearch(), await createCarrierReader()];
  return (options) => createLteDecoder(options, search, reader);
}

/**
 * Creates the decoder of LTE's broadcast channel: cells at the recording's centre, with a carrier offset of up to 75 kHz.
 *
 * @throws RangeError when the rate is below 1.92 MS/s.
 */
function createLteDecoder(
  { sampleRateHz }: DecoderOptions,
  search: PrimarySearch,
  reader: CarrierReader,
): RecordingDecoder {
  if (!(sampleRateHz >= LTE_RATE)) {
    throw new RangeError(`lte: the sample rate must be at least 1.92 MS/s, got ${sampleRateHz / 1e6} MS/s`);
  }
  const tuner = createTuner({ fromHz: sampleRateHz, toHz: LTE_RATE, offsetHz: 0, passHz: PASS_HZ });
  const scale = sampleRateHz / LTE_RATE;
  const create = (length: number) => new Float32Array(length);
  // The first blocks lose their constants, the second ones are searched.
  const plain = createBlocksOfSamples<Float32Array>({ reach: 0, size: STEP, beyond: 0 }, create);
  const blocks = createBlocksOfSamples<Float32Array>({ reach: BEFORE, size: STEP, beyond: AFTER }, create);
  const removeConstant = createConstantRemover();
  /** The stream's sample at a block's index 0. */
  let first = -BEFORE;
  /** Samples of the recording. */
  let received = 0;
  let steps = 0;
  let cells: Cell[] = [];

  const step = ({ first: begin, size, samples }: BlockOfSamples<Float32Array>): DecodedFrame[] => {
    first = begin - BEFORE;
    if (cells.length === 0 || steps % SEARCH_EVERY === 0) {
      findCells(samples, Math.min(size, SEARCHED));
    }
    const frames = cells.flatMap((cell) => receive(cell, samples, size));
    cells = cells.filter(({ misses }) => misses < MOST_MISSES);
    steps++;
    return frames;
  };

  const withoutConstant = ({ samples }: BlockOfSamples<Float32Array>) => {
    removeConstant(samples);
    return blocks.push(samples).flatMap(step);
  };

  const findCells = (samples: Float32Array, size: number) => {
    for (const peak of search.search(samples, BEFORE, BEFORE + size)) {
      const found = identifyCell(reader, samples, refinePeak(search, samples, peak));
      if (!found) continue;
      const phase = (((found.frame + first) % FRAME) + FRAME) % FRAME;
      const known = cells.some(({ cell, frame }) => {
        const apart = (((frame - phase) % FRAME) + FRAME) % FRAME;
        return cell === found.cell && Math.min(apart, FRAME - apart) < SAME;
      });
      if (known) continue;
      // The earliest frame whose second slot was received.
      let frame = phase + FRAME * Math.ceil((Math.max(first, -SLOT + SYMBOL) - phase) / FRAME);
      const after = lastFrames.get(found.cell) ?? -Infinity;
      while (frame < after + FRAME / 2) frame += FRAME;
      cells.push({
        ...found,
        frame,
        offsetHz: refineOffset(samples, found),
        index: 0,
        misses: 0,
        receiver: createBroadcastReceiver(reader, found),
        decoder: createMibDecoder(found.cell, found.extended),
        waiting: new Map(),
      });
    }
  };
  /** Start of the last frame of each cell that was returned. */
  const lastFrames = new Map<number, number>();

  /** Receives a cell's frames that begin in the step or before it. */
  const receive = (cell: Cell, samples: Float32Array, size: number): DecodedFrame[] => {
    const frames: DecodedFrame[] = [];
    while (cell.frame - first < BEFORE + size) {
      const place = { frame: cell.frame - first, offsetHz: cell.offsetHz };
      const { offsetHz: correction, snr } = cell.receiver.compare(samples, place, 0);
      const later = cell.receiver.compare(samples, place, 5);
      place.offsetHz += correction;
      const part = cell.receiver.read(samples, place);
      const mean = later.snr === null || snr === null ? correction : (correction + later.offsetHz) / 2;
      cell.waiting.set(cell.index, { start: cell.frame, offsetHz: cell.offsetHz + mean, snr });
      const results = cell.decoder.push(cell.index, part);
      for (const [index, mib] of results) {
        const waiting = cell.waiting.get(index);
        if (waiting) frames.push(frameOf(cell, mib, waiting));
      }
      if (results.size > 0) lastFrames.set(cell.cell, cell.frame);
      if (results.has(cell.index)) {
        cell.misses = 0;
        cell.offsetHz += correction;
        cell.frame += timingError(cell, samples, cell.frame - first);
      } else cell.misses++;
      cell.waiting.delete(cell.index - 3);
      cell.index++;
      cell.frame += FRAME;
    }
    return frames;
  };

  /** By how many samples the frame's first primary signal is later than expected. */
  const timingError = ({ cell, primary, offsetHz }: Cell, samples: Float32Array, frame: number): number => {
    const power = [-1, 0, 1].map((move) => {
      const start = frame + primary + move;
      if (start < 0 || 2 * (start + SYMBOL) > samples.length) return 0;
      const [a, b, c, d] = search.correlate(samples, cell % 3, start, offsetHz);
      return (a + c) ** 2 + (b + d) ** 2;
    });
    // A signal half a sample off is as near to both neighbours: stay until one is clearly better.
    if (Math.max(power[0], power[2]) < 1.1 * power[1]) return 0;
    return power[0] > power[2] ? -1 : 1;
  };

  const frameOf = (
    { cell, extended, duplex }: Cell,
    { mib, ports, sfn, wrongBits }: FrameMib,
    { start, offsetHz, snr }: { start: number; offsetHz: number; snr: number | null },
  ): DecodedFrame => {
    const bits = mib.join("");
    const { prb, phichDuration, phichResource } = readMib(mib) as NonNullable<ReturnType<typeof readMib>>;
    return {
      decoder: "lte",
      start: Math.max(0, Math.round(start * scale)),
      stop: Math.min(received, Math.round((start + FRAME) * scale)),
      centreHz: Math.round(offsetHz),
      good: true,
      correctedBits: wrongBits,
      snrDb: snr === null ? null : Number((10 * Math.log10(snr)).toFixed(1)),
      hex: Number.parseInt(bits, 2).toString(16).padStart(6, "0"),
      bits,
      fields: {
        cell,
        mib: bits,
        ports,
        prb,
        sfn,
        cp: extended ? "extended" : "normal",
        duplex,
        phichDuration,
        phichResource,
      },
    };
  };

  return {
    push(samples) {
      received += samples.length / 2;
      return plain.push(tuner.push(samples)).flatMap(withoutConstant);
    },
    end() {
      const last = [...plain.push(tuner.end()), ...plain.end()].flatMap(withoutConstant);
      return [...last, ...blocks.end().flatMap(step)];
    },
  };
}

/** Subtracts a receiver's constant, the mean of a frame or more, from samples in place. Too few samples lose the last mean. */
function createConstantRemover(): (samples: Float32Array) => void {
  const mean = [0, 0];
  return (samples) => {
    for (const part of [0, 1]) {
      if (samples.length >= 2 * FRAME) {
        let sum = 0;
        for (let i = part; i < samples.length; i += 2) sum += samples[i];
        mean[part] = (2 * sum) / samples.length;
      }
      for (let i = part; i < samples.length; i += 2) samples[i] -= mean[part];
    }
  };
}
