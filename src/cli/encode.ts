import { encodeFrames, usualPage } from "../core/codes/files/frames.ts";
import { codeNamed, NAMES } from "../core/codes/files/names.ts";
import { checkRows, writeCoded } from "./coded-frames.ts";
import type { Command } from "./command.ts";
import { openByteRows } from "./files.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { tell } from "./terminal.ts";

const extras = {
  code: { value: "NAME", description: `The code: ${NAMES.join("; ")}.` },
  in: { value: "FILE.npy", input: true, description: "Information bits: uint8 or bool, [frame][K]." },
  out: { value: "FILE.npy", output: true, description: "File for the codewords: uint8, [frame][n]." },
} satisfies Record<string, ExtraOption>;

const about = "Encodes frames of bits from a NumPy file by any channel code.";

export const encode: Command = {
  about,
  help: () => helpText("encode --code NAME --in bits.npy --out coded.npy", about, extras),
  async run(args) {
    const { positionals, extras: own } = readArguments(args, extras);
    if (positionals.length) throw new UsageError(`encode: name the file with --in, got "${positionals[0]}"`);
    if (!own.code || !own.in || !own.out) {
      throw new UsageError("encode: --code NAME, --in FILE.npy and --out FILE.npy are all needed");
    }
    const { in: path, code: name, out } = own;
    const { read, ...sizes } = await openByteRows(path);
    const code = orUsage(() => codeNamed(name, { information: sizes.columns }));
    if (code.doubt) tell(`${code.doubt}`);
    checkRows(path, sizes, code.information, `${code.information} information bits for ${code.name}; check --code`);
    await writeCoded({
      command: "encode",
      to: out,
      rows: sizes.rows,
      columns: code.length,
      page: usualPage(code),
      run: (gpu, part) => encodeFrames(gpu, code, { name: path, count: sizes.rows, read }, part),
    });
    return 0;
  },
};
