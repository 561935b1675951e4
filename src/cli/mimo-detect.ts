import {
  type ChosenDetector,
  checkVectors,
  detectVectors,
  type ReceivedVectors,
} from "../core/mimo/experiment/detect.ts";
import { MIMO } from "../core/mimo/experiment/experiment.ts";
import { type DetectorName, type DetectorSetting, detectors } from "../core/mimo/registry.ts";
import { command } from "./command.ts";
import { openDawn } from "./dawn.ts";
import { readJson } from "./files.ts";
import { orUsage, UsageError } from "./options.ts";
import { writeJson } from "./output.ts";

const { candidates, orders, sorting, clip } = MIMO.fields;

/** Largest size of a file of vectors in bytes: about ten million numbers. */
const MOST_VECTORS = 2 ** 28;

export const mimoDetect = command({
  name: "mimo-detect",
  usage: "--in vectors.json --detector mtt --json -",
  about: "Computes LLRs of received MIMO vectors from a JSON file.",
  examples: ["mimo-detect --in vectors.json --detector mtt --json llrs.json"],
  extras: {
    "in FILE.json": {
      input: true,
      isRequired: true,
      description: "JSON with received vectors y, channels H, noise variance and constellation.",
    },
    "detector NAME": {
      choices: Object.keys(detectors),
      description: `One of ${Object.keys(detectors).join(", ")}. Default mtt.`,
    },
    "json FILE|-": { output: true, description: "File for the LLRs. Default: standard output." },
  },
  options: { fields: { candidates, orders, sorting, clip } },
  async run({ given, own }) {
    const detector = own.detector ?? "mtt";
    if (!Object.hasOwn(detectors, detector)) {
      throw new UsageError(
        `mimo-detect: --detector must be one of ${Object.keys(detectors).join(", ")}, got "${detector}"`,
      );
    }
    // MMSE supports all sizes, so this checks only the fields. The file has its own sizes.
    orUsage(() => MIMO.parse({ ...given, detectors: ["mmse"] }));
    const { settings } = detectors[detector as DetectorName];
    const unused = Object.keys(given).find((name) => !settings.includes(name as DetectorSetting));
    if (unused !== undefined) {
      throw new UsageError(`mimo-detect: --${unused} has no effect on ${detector}; leave it out`);
    }
    const chosen = { detector, ...given } as ChosenDetector;
    const path = own.in;
    const vectors = vectorsOf(path);
    const { nt: antennas, bits_per_symbol: bitsPerSymbol, n_uses: uses } = vectors;
    const { candidates, orders, sorting } = chosen;
    const refused = detectors[chosen.detector].refusal({ antennas, bitsPerSymbol, uses, candidates, orders, sorting });
    if (refused) throw new UsageError(`${path}: ${detector} does not support these sizes: ${refused}`);
    const gpu = await openDawn("adapter");
    const llr = await detectVectors(gpu, vectors, chosen);
    const order = "row-major [use][tx][bit], most significant bit first";
    writeJson(own.json ?? "-", { ...chosen, llr_convention: "log p(1)/p(0)", order, llr: Array.from(llr) });
    return 0;
  },
});

/** Returns the vectors of a file. Errors name the file. */
function vectorsOf(path: string): ReceivedVectors {
  const read = readJson(path, { most: MOST_VECTORS });
  try {
    return checkVectors(read);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
