import { transmit } from "../../channel/bi-awgn.reference.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { codedBits, TAIL } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { overlapOf, WINDOW_WORDS } from "./decoding.ts";
import { codedRows, FRAMES, LENGTH } from "./encoder.bench.ts";
import { createViterbiTableDecoder, WINDOWS_PER_GROUP } from "./table-decoder.ts";
import { codewordRow } from "./testing.ts";

const row = wordsOf(LENGTH + TAIL);
/** Received frames at an Eb/N0 of 4 dB. */
const received = codedRows.map((code, frame) => transmit(code, frame, { noiseVariance: 10 ** -0.4, seed: 1 }).llr);

/** The timed batch, and one frame alone in usual and in short windows. */
const sizes = [
  { frames: FRAMES, windowWords: WINDOW_WORDS },
  { frames: 1, windowWords: WINDOW_WORDS },
  { frames: 1, windowWords: 1 },
];

export const cases = sizes.map(({ frames: jobs, windowWords }) =>
  batchCase({
    name: `convolutional/table-decoder ${jobs} × ${LENGTH}, windows of ${windowWords} words`,
    bytes: jobs * (codedBits(LENGTH) + row) * 4,
    batch: { jobs, group: Math.min(jobs, received.length), bytes: 64 * row * 4 },
    async prepare(device, memory, frames) {
      const distinct = received.slice(0, frames);
      const values = new Float32Array(64 * row * distinct.length);
      for (const [i, llr] of distinct.entries()) values.set(llr, 64 * row * i);
      const perFrame = Math.ceil(row / windowWords);
      const windows = frames * perFrame;
      const table = Array.from({ length: frames }, (_, i) => [row * i, LENGTH, overlapOf("1/2"), perFrame * i]);
      const groups = memory.indirect("groups", 12);
      device.queue.writeBuffer(groups, 0, Uint32Array.of(Math.ceil(windows / WINDOWS_PER_GROUP), 1, 1));
      const plan = await createViterbiTableDecoder(device, {
        rows: memory.constant("rows", Uint32Array.from(table.flat())),
        row: [codewordRow],
        counts: memory.constant("counts", Uint32Array.of(frames, windows)),
        places: { rows: 0, windows: 1 },
        groups: { buffer: groups, offset: 0 },
        llr: tiled(device, memory, "received LLRs", values, frames / distinct.length),
        windows,
        windowWords,
        overlap: overlapOf("1/2"),
        words: row * frames,
      });
      const expected = (frame: number) => pack([decode(received[frame % received.length]).bits]);
      return { plan, check: { output: plan.decisions, words: true, row, width: 1, expected } };
    },
  }),
);
