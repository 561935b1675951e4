import type { Code, Decoding } from "../../core/codes/code.ts";
import { decodeFrames, usualPage } from "../../core/codes/files/frames.ts";
import { codeNamed, NAMES } from "../../core/codes/files/names.ts";
import { CODES, type CodeFamily, codeOf } from "../../core/codes/registry.ts";
import { checkRows, writeCoded } from "./coded-frames.ts";
import { command } from "../command.ts";
import { openRows } from "../files.ts";
import { orUsage, typedNumber, UsageError, wholeNumber } from "../options.ts";
import { tell } from "../terminal.ts";

const families: readonly CodeFamily[] = Object.values(CODES);
const each = (values: (family: CodeFamily) => readonly string[]) => [
  ...new Set(families.flatMap((family) => values(family))),
];
const algorithms = each((family) => family.algorithms);
const stops = each((family) => family.stops);

export const decode = command({
  name: "decode",
  usage: "--code NAME --in llrs.npy --out bits.npy [options]",
  about: "Decodes frames of LLRs from a NumPy file by any channel code.",
  examples: ["decode --code wimax-ldpc:2304:1/2 --in llrs.npy --algorithm sum-product --iterations 15 --out bits.npy"],
  extras: {
    "code NAME": { isRequired: true, description: `The code: ${NAMES.join("; ")}.` },
    "in FILE.npy": {
      input: true,
      isRequired: true,
      description:
        "LLRs of the coded bits, ln P(1)/P(0): float32 or float64, [frame][n]; 0 for a bit that was not received.",
    },
    "out FILE.npy": {
      output: true,
      isRequired: true,
      description: "File for the decided information bits: uint8, [frame][K].",
    },
    "algorithm NAME": { choices: algorithms, description: `One of the code's algorithms (${algorithms.join(", ")}).` },
    "iterations N": "Most iterations.",
    "scale FACTOR": "Factor on the messages of max-log or min-sum, 0 to 1. The exact algorithms take none.",
    "schedule layered|flooding": "Order of the updates of an LDPC decoder.",
    "windows P": "Parts of a frame that are decoded in parallel, for Turbo and convolutional codes.",
    "stop NAME": {
      choices: stops,
      description: `Rule that stops the decoding of a frame before its last iteration (${stops.join(", ")}).`,
    },
    "crc 24A|24B": "The CRC in the last information bits, for --stop crc.",
  },
  async run({ own }) {
    const { in: path, code: name, out } = own;
    const { read, ...sizes } = await openRows(path);
    const code = orUsage(() => codeNamed(name, { length: sizes.columns }));
    const decoding = decodingOf(code, own);
    if (code.doubt) tell(`${code.doubt}`);
    checkRows(path, sizes, code.length, `${code.length} LLRs for ${code.name}; check --code`);
    await writeCoded({
      command: "decode",
      to: out,
      rows: sizes.rows,
      columns: code.information,
      page: usualPage(code),
      run: (gpu, part) => decodeFrames(gpu, { code, decoding }, { name: path, count: sizes.rows, read }, part),
    });
    return 0;
  },
});

type Setting = "algorithm" | "iterations" | "scale" | "schedule" | "windows" | "stop" | "crc";

/**
 * Returns a code's usual decoding with the given settings.
 *
 * @throws UsageError for a value that the code's family lacks, and for a setting that has no effect on it.
 */
function decodingOf(code: Code, given: Partial<Record<Setting, string>>): Decoding {
  const { title, algorithms, stops, mostIterations, usual: usualOf }: CodeFamily = CODES[codeOf(code.name).family];
  const usual = usualOf(code);
  const chosen = (setting: Setting, choices: readonly string[], value = given[setting]) => {
    if (value === undefined || choices.includes(value)) return value;
    throw new UsageError(`decode: --${setting} must be one of ${choices.join(", ")} for ${code.name}, got "${value}"`);
  };
  const algorithm = chosen("algorithm", algorithms) ?? usual.algorithm;
  const stop = chosen("stop", stops) ?? usual.stop;
  const exact = algorithm === algorithms.at(-1);
  const unused: Partial<Record<Setting, boolean>> = {
    scale: exact,
    schedule: usual.schedule === undefined,
    windows: usual.windows === undefined,
    crc: stop !== "crc",
  };
  for (const [setting, isUnused] of Object.entries(unused)) {
    if (!isUnused || given[setting as Setting] === undefined) continue;
    throw new UsageError(
      `decode: --${setting} has no effect on ${title} with algorithm ${algorithm} and stop ${stop}; leave it out`,
    );
  }
  if (stop === "crc" && given.crc === undefined) {
    throw new UsageError("decode: --stop crc checks the last information bits; name their CRC with --crc 24A or 24B");
  }
  const whole = (setting: "iterations" | "windows", max?: number) => {
    const text = given[setting];
    return text === undefined ? usual[setting] : wholeNumber(setting, text, { min: 1, max });
  };
  return {
    ...usual,
    algorithm,
    stop,
    iterations: whole("iterations", mostIterations) ?? usual.iterations,
    windows: whole("windows"),
    // An exact algorithm's messages are as they are.
    scale: exact ? 1 : scaleOf(given.scale, usual.scale),
    schedule: (chosen("schedule", ["layered", "flooding"]) as Decoding["schedule"]) ?? usual.schedule,
    crc: chosen("crc", ["24A", "24B"]) as Decoding["crc"],
  };
}

function scaleOf(text: string | undefined, usual: number | undefined): number | undefined {
  if (text === undefined) return usual;
  const value = typedNumber(text);
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`decode: --scale must be a number from 0 to 1, got "${text}"`);
}
