/** Facts in the names of recorders' files. */
export interface NameHints {
  /** SigMF name of the sample type. */
  datatype?: string;
  sampleRate?: number;
  centerFrequency?: number;
  /** ISO 8601. */
  datetime?: string;
}

const SCALES: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/** SatDump's baseband has I and Q, even if its name states only the type of the numbers. */
const SATDUMP: Readonly<Record<string, string>> = { f32: "cf32_le", s16: "ci16_le", s8: "ci8", u8: "cu8" };

/**
 * Reads a name as gqrx (`gqrx_20240131_235959_100000000_1800000_fc.raw`), rtl_433 (`g001_433.92M_250k.cu8`: M for the
 * frequency, k for the rate), SDR++ and SDR# (`…_100000000Hz…`) and SatDump (`…_6000000SPS_1701300000Hz.cs8`) write it.
 */
export function nameHints(name: string): NameHints {
  const gqrx = /^gqrx_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)_(\d+)_(\d+)_fc\.raw$/.exec(name);
  if (gqrx) {
    const [year, month, day, hour, minute, second, frequency, rate] = gqrx.slice(1);
    const datetime = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
    return { datatype: "cf32_le", centerFrequency: Number(frequency), sampleRate: Number(rate), datetime };
  }
  const hints: NameHints = {};
  for (const [, digits, prefix, unit] of name.matchAll(/(?<=^|[_-])(\d+(?:\.\d+)?)([kMG]?)(Hz|sps)?(?=[_.-]|$)/gi)) {
    const scale = prefix.toLowerCase();
    const kind = unit?.toLowerCase() ?? { m: "hz", k: "sps" }[scale];
    const value = Number((Number(digits) * SCALES[scale]).toFixed(3));
    if (kind === "hz" && value > 0) hints.centerFrequency ??= value;
    if (kind === "sps" && value > 0) hints.sampleRate ??= value;
  }
  const satdump = /_\d+SPS_\d+Hz\.(f32|s16|s8|u8)$/.exec(name);
  if (satdump) hints.datatype = SATDUMP[satdump[1]];
  return hints;
}

/** Names of sample types, as recorders write them between the parts of a file's name: "band_256k_cs16.bin". */
const TYPE = /(?<=[_.-])(?:(cf|fc|c[is]|sc|cu|uc)(8|16|32|64))(_[lb]e)?(?=[_.-]|$)/gi;

/** SigMF name of the single complex sample type in a name, between underscores, hyphens or dots. */
export function typeInName(name: string): string | undefined {
  const types = [...name.matchAll(TYPE)].flatMap(([, kind, bits, order = "_le"]) => {
    const letter = /f/i.test(kind) ? "f" : /u/i.test(kind) ? "u" : "i";
    const known = letter === "f" ? ["32", "64"] : ["8", "16", "32"];
    return known.includes(bits) ? [`c${letter}${bits}${bits === "8" ? "" : order.toLowerCase()}`] : [];
  });
  return new Set(types).size === 1 ? types[0] : undefined;
}

export const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** The name without its extension. */
export const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");
