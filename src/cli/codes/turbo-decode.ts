import { field } from "../../core/configuration/schema.ts";
import { decodeFrames, usualPage } from "../../core/codes/files/frames.ts";
import { CODES, codeOf } from "../../core/codes/registry.ts";
import { MOST_WINDOWS } from "../../core/codes/turbo/decoding.ts";
import { codeName, decodersOf, stopRule, TURBO } from "../../core/codes/turbo/experiment/experiment.ts";
import { checkRows, writeCoded } from "./coded-frames.ts";
import { command } from "../command.ts";
import { openRows } from "../files.ts";
import { type Options, orUsage, UsageError } from "../options.ts";
import { refuseUnused } from "../unused-options.ts";

const { length, algorithm, windows, iterations, scale, crc, stop } = TURBO.fields;
/** A sweep compares several decoders; this command has one. */
const options: Options = {
  fields: {
    length,
    algorithm: field.choice(algorithm.label, algorithm.description, CODES.turbo.algorithms, { default: "max-log" }),
    windows: field.whole(
      windows.label,
      "Number of windows: parts of a codeword decoded in parallel. W64 means windows of 64 stages.",
      { default: Number(windows.default), min: 1, max: MOST_WINDOWS },
    ),
    iterations: field.whole(iterations.label, "Number of iterations, in which both decoders run once.", {
      default: Number(iterations.default),
      min: 1,
      max: CODES.turbo.mostIterations,
    }),
    scale,
    crc,
    stop,
  },
};

export const turboDecode = command({
  name: "turbo-decode",
  usage: "--in llrs.npy --length K --out bits.npy [options]",
  about: "Decodes Turbo codewords from a NumPy file of LLRs into a NumPy file of bits.",
  examples: ["turbo-decode --in llrs.npy --length 112 --iterations 10 --algorithm log-map --out bits.npy"],
  extras: {
    "in FILE.npy": {
      input: true,
      isRequired: true,
      description: "float32 LLRs, ln P(1)/P(0), [codeword][3K + 12]: d0 d1 d2 for each bit, then the tail.",
    },
    "out FILE.npy": { output: true, isRequired: true, description: "File for the decided bits: uint8, [codeword][K]." },
  },
  options,
  async run({ given, own: { in: path, out } }) {
    const config = orUsage(() => TURBO.parse(severalOf(given)));
    if (given.scale !== undefined && !config.algorithm.includes("max-log")) {
      throw new UsageError("turbo-decode: --scale has no effect on log-map; leave it out");
    }
    if (config.stop !== "crc") refuseUnused("turbo-decode", given, ["crc"], "without --stop crc");
    const { read, ...sizes } = await openRows(path);
    const { code } = codeOf(codeName(config));
    const width = `3·${config.length} + 12 = ${code.length}`;
    checkRows(path, sizes, code.length, `${width} LLRs; check --length`);
    const decoders = orUsage(() => decodersOf(config));
    if (decoders.length !== 1) {
      throw new UsageError(
        `turbo-decode: --algorithm, --windows and --iterations take one value each, got ${decoders.length} decoders`,
      );
    }
    const decoding = { ...decoders[0], ...stopRule(config) };
    await writeCoded({
      command: "turbo-decode",
      to: out,
      rows: sizes.rows,
      columns: config.length,
      page: usualPage(code),
      run: (gpu, part) => decodeFrames(gpu, { code, decoding }, { name: path, count: sizes.rows, read }, part),
    });
    return 0;
  },
});

/** Returns the fields of a sweep with one decoder. */
function severalOf({ algorithm, windows, iterations, ...given }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...given,
    ...(algorithm !== undefined && { algorithm: [algorithm] }),
    ...(windows !== undefined && { windows: String(windows) }),
    ...(iterations !== undefined && { iterations: String(iterations) }),
  };
}
