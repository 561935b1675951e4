import { npyBytesHeader } from "../core/capture/npy-array.ts";
import { decodeCodewords } from "../core/codes/turbo/experiment/decode.ts";
import { decodersOf, TURBO } from "../core/codes/turbo/experiment/experiment.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { openRows } from "./files.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { writeWhole } from "./output.ts";
import { createProgress, interruptSignal } from "./terminal.ts";

const extras = {
  in: {
    value: "FILE.npy",
    description: "float32 LLRs, ln P(1)/P(0), [codeword][3K + 12]: d0 d1 d2 for each bit, then the tail.",
  },
  out: { value: "FILE.npy", output: true, description: "File for the decided bits: uint8, [codeword][K]." },
} satisfies Record<string, ExtraOption>;

const { length, algorithm, windows, iterations, scale, crc, stop } = TURBO.fields;
const options = { fields: { length, algorithm, windows, iterations, scale, crc, stop }, defaults: TURBO.defaults };

const about = "Decodes Turbo codewords from a NumPy file of LLRs into a NumPy file of bits.";

export const turboDecode: Command = {
  about,
  help: () => helpText("turbo-decode --in llrs.npy --length K --out bits.npy [options]", about, extras, options),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, options);
    if (positionals.length) throw new UsageError(`turbo-decode: name the file with --in, got "${positionals[0]}"`);
    if (!own.in || !own.out) throw new UsageError("turbo-decode: --in FILE.npy and --out FILE.npy are both needed");
    const config = orUsage(() => TURBO.parse(given));
    const { rows, columns, read } = await openRows(own.in);
    const width = 3 * config.length + 12;
    if (columns !== width) {
      throw new UsageError(
        `${own.in}: rows of ${columns} LLRs, expected 3·${config.length} + 12 = ${width}; check --length`,
      );
    }
    if (rows < 1) throw new UsageError(`${own.in}: holds no codeword, expected at least one row of ${width} LLRs`);
    const decoders = orUsage(() => decodersOf(config)).length;
    if (decoders !== 1) {
      throw new UsageError(
        `turbo-decode: --algorithm, --windows and --iterations take one value each, got ${decoders} decoders`,
      );
    }
    const host = await dawnHost();
    const signal = interruptSignal();
    const progress = createProgress("turbo-decode");
    async function* pieces() {
      yield npyBytesHeader(rows, config.length);
      const run = (gpu: Gpu, from: number) => decodeCodewords(gpu, config, { count: rows, read }, from);
      for await (const step of resilient(host, 0 as number, run, {})) {
        if (signal.aborted) throw new Error("Stopped; no file was written.");
        progress.update(step.progress);
        yield step.bits;
      }
    }
    await writeWhole(own.out, pieces());
    progress.end();
    return 0;
  },
};
