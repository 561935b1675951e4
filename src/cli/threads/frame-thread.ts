import { expose, transfer } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { parentPort } from "node:worker_threads";
import type { DecodedFrame, DecoderOptions } from "../../core/signals/decoders/decoder.ts";
import type { AcceptedFrame } from "../../core/signals/decoders/mode-s/acceptance.ts";
import { acceptedRows, framesOfRows } from "../../core/signals/decoders/mode-s/accepted-rows.ts";
import { type CandidateArrays, FLOAT64_ROWS } from "../../core/signals/decoders/mode-s/candidate-rows.ts";
import { acceptanceOf, createFrameMaker, modeSTuning } from "../../core/signals/decoders/mode-s/decoder.ts";
import { listedRows } from "../../core/signals/decoders/mode-s/listed-rows.ts";
import { createItemTexts } from "../item-texts.ts";

/** A list of candidates, whose memory changes hands. */
export interface LentCandidates {
  arrays: CandidateArrays;
  count: number;
  /** Whether a GPU listed them. */
  isListed: boolean;
}

/** Returns the memory of arrays, which changes hands with them. */
export const memoryOf = ({ heads, starts, bodies, states, words }: CandidateArrays) =>
  [heads, starts, bodies, states, words].map(({ buffer }) => buffer as ArrayBuffer);

/** Accepts frames out of candidates. */
function createAccepting(options: DecoderOptions) {
  const acceptance = acceptanceOf(options);
  const listed = listedRows(modeSTuning(options));
  let freed: CandidateArrays[] = [];
  return {
    push({ arrays, count, isListed }: LentCandidates) {
      const rows = { ...arrays, format: isListed ? listed : FLOAT64_ROWS, free: () => void freed.push(arrays) };
      const frames = acceptance.push({ count, rows, take: () => rows });
      const back = freed;
      freed = [];
      return { frames, freed: back };
    },
    end: () => acceptance.end(),
  };
}

/** The work of a thread: to accept Mode S frames, or to write frames as text. */
export function createFrameThread() {
  let accepting: ReturnType<typeof createAccepting> | undefined;
  let framed: ReturnType<typeof createFrameMaker> | undefined;
  const texts = createItemTexts(({ start }: DecodedFrame) => start);
  let writers = 1;
  let numbered = 0;
  /** Returns rows of frames for each thread that writes. */
  const rowsOf = (frames: readonly AcceptedFrame[]) => {
    const first = numbered;
    numbered += frames.length;
    return Array.from({ length: writers }, (_, own) => acceptedRows(frames, first, { of: writers, own }));
  };
  return {
    /** @param writing The number of threads that write. */
    open(options: DecoderOptions, writing: number) {
      accepting = createAccepting(options);
      framed = createFrameMaker(options);
      writers = writing;
    },
    /** Takes a list of candidates. It returns rows of accepted frames, and the lists that are no longer needed, oldest first. */
    accept(list: LentCandidates) {
      if (!accepting) throw new Error("a thread accepts frames after it was opened");
      const { frames, freed } = accepting.push(list);
      const rows = rowsOf(frames);
      return transfer({ rows, freed }, [...rows.map(({ buffer }) => buffer), ...freed.flatMap(memoryOf)]);
    },
    /** Returns rows of the frames that wait for the end. */
    acceptRest() {
      return { rows: rowsOf(accepting?.end() ?? []), freed: [] };
    },
    /** Writes accepted frames. */
    writeAccepted(rows: Float64Array) {
      if (!framed) throw new Error("a thread writes frames after it was opened");
      const accepted = framesOfRows(rows);
      texts.add(accepted.map(framed), (i) => accepted[i].number);
    },
    /** Returns the texts of all frames. */
    end() {
      const sorted = texts.sorted();
      return transfer(
        sorted,
        [...sorted.chunks, sorted.texts].map(({ buffer }) => buffer),
      );
    },
  };
}

export type FrameThread = ReturnType<typeof createFrameThread>;

if (parentPort) expose(createFrameThread(), nodeEndpoint(parentPort));
