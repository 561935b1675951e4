import { encodeFrames, usualPage } from "../../core/codes/files/frames.ts";
import { codeNamed, NAMES } from "../../core/codes/files/names.ts";
import { checkRows, writeCoded } from "./coded-frames.ts";
import { command } from "../command.ts";
import { openByteRows } from "../files.ts";
import { orUsage } from "../options.ts";
import { tell } from "../terminal.ts";

export const encode = command({
  name: "encode",
  usage: "--code NAME --in bits.npy --out coded.npy",
  about: "Encodes frames of bits from a NumPy file by any channel code.",
  examples: ["encode --code turbo:6144 --in bits.npy --out coded.npy"],
  extras: {
    "code NAME": { isRequired: true, description: `The code: ${NAMES.join("; ")}.` },
    "in FILE.npy": { input: true, isRequired: true, description: "Information bits: uint8 or bool, [frame][K]." },
    "out FILE.npy": { output: true, isRequired: true, description: "File for the codewords: uint8, [frame][n]." },
  },
  async run({ own }) {
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
});
