/** Facts in the names of recorders' files. docs/recordings.md lists the programs, with an example and the source of each. */
export interface NameHints {
  /** SigMF name of the sample type. */
  datatype?: string;
  sampleRate?: number;
  centerFrequency?: number;
  /** ISO 8601. */
  datetime?: string;
  /** A size in Hz without a unit, which may be the sample rate or the centre frequency: 10e6 for "10M". */
  unclear?: number;
  /** Parts of the name that Threeray ignores, one sentence each. */
  notes: string[];
}

/** SatDump's baseband has I and Q, even if its name states only the type of the numbers. */
const SATDUMP: Readonly<Record<string, string>> = { f32: "cf32_le", s16: "ci16_le", s8: "ci8", u8: "cu8" };

/** Reads the name of a file, without its folder. What the name gives in no known manner is absent. */
export function nameHints(name: string): NameHints {
  const notes: string[] = [];
  const time = timeIn(name);
  if (time && !time.zoned) {
    notes.push(`The file's name gives a time without its zone, ${time.text}; Threeray leaves it out.`);
  }
  const datetime = time?.zoned ? `${time.text}Z` : undefined;
  const extension = extensionOf(name);
  const satdump = /_\d+SPS_\d+Hz\.\w+$/.test(name) ? SATDUMP[extension] : undefined;
  const gqrx = /^gqrx_.*\.(?:raw|iq|bin|dat)$/i.test(name) || name.endsWith("_fc.raw") ? "cf32_le" : undefined;
  const datatype = satdump ?? gqrx;
  return { ...(datatype && { datatype }), ...sizesIn(name), ...(datetime && { datetime }), notes };
}

type Sizes = Pick<NameHints, "sampleRate" | "centerFrequency" | "unclear">;

/** Names in which numbers without units have their places. */
function sizesIn(name: string): Sizes {
  // gqrx, also renamed: date_time_frequency_rate.
  const gqrx = /(?:^|_)\d{8}_\d{6}_(\d{4,12})_(\d{3,10})(?=[_.]|$)/.exec(name);
  if (gqrx) return { centerFrequency: Number(gqrx[1]), sampleRate: Number(gqrx[2]) };
  const kiwi = /^\d{8}T\d{6}Z_(\d{4,9})_/.exec(name);
  if (kiwi) return { centerFrequency: Number(kiwi[1]) };
  return sizesWithUnits(name);
}

const SCALES: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };
const NUMBER = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

/** "433.92MHz", "2.4MSps", "250k": a number, perhaps with a letter of its scale and a unit. */
const SIZE = new RegExp(
  String.raw`(?<=^|[_\-\s,()@=])(${NUMBER})([kMG]?)(Hz|S(?:a|ps)?[-_]?s|sps)?(?=[_\-\s,().@]|$)`,
  "gi",
);
/** "f433.92M", "s2e6", "fc100M": a letter or a word for the meaning, and a number with a scale. */
const LETTERED = new RegExp(
  String.raw`(?<=^|[_\-\s,()@=])(f|fc|cf|c|freq|s|fs|sr|r|rate)[=_]?(\d+(?:\.\d+)?)([kMG]|e[+-]?\d+)(Hz|sps)?(?=[_\-\s,().@]|$)`,
  "gi",
);
/** A size in M without a unit above this is no sample rate of a common receiver, Hz. */
const FASTEST = 61.44e6;

function sizesWithUnits(name: string): Sizes {
  const found: Record<"frequency" | "rate" | "M" | "k", number[]> = { frequency: [], rate: [], M: [], k: [] };
  for (const [, word, digits, scale] of name.matchAll(LETTERED)) {
    const value = /^e/i.test(scale) ? Number(`${digits}${scale}`) : scaled(digits, scale);
    if (value > 0) found[/^(?:f|fc|cf|c|freq)$/i.test(word) ? "frequency" : "rate"].push(value);
  }
  for (const [, digits, prefix, unit = ""] of name.matchAll(SIZE)) {
    const value = scaled(digits, prefix);
    if (!(value > 0)) continue;
    if (/^hz$/i.test(unit) || (prefix === "G" && !unit)) found.frequency.push(value);
    else if (unit) found.rate.push(value);
    // A small m is no million: "40m" is a band of amateur radio.
    else if (prefix === "M") found.M.push(value);
    else if (/^k$/i.test(prefix)) found.k.push(value);
  }
  return meaningOf(found);
}

const scaled = (digits: string, prefix: string) => Number((Number(digits) * SCALES[prefix.toLowerCase()]).toFixed(3));

/** rtl_433 writes the frequency in M and the rate in k. Without the other one, a size in M may be either. */
function meaningOf({ frequency, rate, M, k }: Record<"frequency" | "rate" | "M" | "k", number[]>): Sizes {
  const sizes: Sizes = {};
  [sizes.centerFrequency] = frequency;
  sizes.sampleRate = rate[0] ?? k[0];
  const [first, second] = M;
  if (first === undefined) return sizes;
  if (sizes.sampleRate !== undefined) sizes.centerFrequency ??= first;
  else if (sizes.centerFrequency !== undefined) sizes.sampleRate = first;
  else if (second !== undefined && second !== first) {
    sizes.centerFrequency = Math.max(first, second);
    sizes.sampleRate = Math.min(first, second);
  } else if (first > FASTEST) sizes.centerFrequency = first;
  else sizes.unclear = first;
  return sizes;
}

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** Times in names. Groups: y, mo, d, h, mi, s, and ms or us. The programs write UTC, except where `zoned` is false. */
const TIMES: readonly { pattern: RegExp; zoned: boolean }[] = [
  // SDR#, HDSDR, SDRuno, airspy_rx, hackrf_transfer; KiwiSDR has a T in the place of the underscore.
  { pattern: /(?<!\d)(?<y>\d{4})(?<mo>\d\d)(?<d>\d\d)[_T](?<h>\d\d)(?<mi>\d\d)(?<s>\d\d)Z/, zoned: true },
  // gqrx, also renamed.
  {
    pattern: /(?<!\d)(?<y>\d{4})(?<mo>\d\d)(?<d>\d\d)_(?<h>\d\d)(?<mi>\d\d)(?<s>\d\d)_\d{4,12}_\d{3,10}(?=[_.]|$)/,
    zoned: true,
  },
  // osmocom_fft, as gr-iridium reads it.
  { pattern: /-t(?<y>\d{4})(?<mo>\d\d)(?<d>\d\d)(?<h>\d\d)(?<mi>\d\d)(?<s>\d\d)(?!\d)/, zoned: true },
  // SatDump; for a while it wrote seconds since 1970 with microseconds after a hyphen.
  {
    pattern:
      /^(?<y>\d{4})-(?<mo>\d\d)-(?<d>\d\d)_(?<h>\d\d)-(?<mi>\d\d)-(?<s>\d\d)(?:-(?<ms>\d{3})|-\d+\.(?<us>\d{6}))?_\d+SPS/,
    zoned: true,
  },
  // SDRangel with milliseconds, WebSDR with a Z.
  { pattern: /(?<y>\d{4})-(?<mo>\d\d)-(?<d>\d\d)T(?<h>\d\d)_(?<mi>\d\d)_(?<s>\d\d)(?:_(?<ms>\d{3})|Z)/, zoned: true },
  // SDR Console.
  {
    pattern:
      /^(?<d>\d\d)-(?<mo>[A-Z][a-z]{2})-(?<y>\d{4}) (?<h>\d\d)(?<mi>\d\d)(?<s>\d\d)(?:\.(?<ms>\d{3}))?(?= .*\d[kM]Hz)/,
    zoned: true,
  },
  // SDR++.
  { pattern: /Hz_(?<h>\d\d)-(?<mi>\d\d)-(?<s>\d\d)_(?<d>\d\d)-(?<mo>\d\d)-(?<y>\d{4})/, zoned: false },
  // SDRconnect, and other programs.
  { pattern: /(?<!\d)(?<y>\d{4})(?<mo>\d\d)(?<d>\d\d)[_T-](?<h>\d\d)(?<mi>\d\d)(?<s>\d\d)(?!\d)/, zoned: false },
];

/** The time in a name, ISO 8601 without a zone; undefined where the numbers are no time. */
function timeIn(name: string): { text: string; zoned: boolean } | undefined {
  for (const { pattern, zoned } of TIMES) {
    const { y, mo, d, h, mi, s, ms, us } = pattern.exec(name)?.groups ?? {};
    if (y === undefined) continue;
    const month = /\d/.test(mo) ? mo : String(MONTHS.indexOf(mo) / 3 + 1).padStart(2, "0");
    const second = `${y}-${month}-${d}T${h}:${mi}:${s}`;
    const fraction = ms ?? us?.slice(0, 3);
    const time = new Date(`${second}Z`);
    // The calendar moves 30 February to March.
    if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(second)) continue;
    return { text: fraction ? `${second}.${fraction}` : second, zoned };
  }
  return undefined;
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

/** An extension begins with a letter: "433.92M" has none. */
const EXTENSION = /\.([a-z][\w-]*)$/i;

/** The extension in small letters, without its dot; empty for a name without one. */
export const extensionOf = (name: string) => EXTENSION.exec(name)?.[1].toLowerCase() ?? "";

/** The name without its extension. */
export const stemOf = (name: string) => name.replace(EXTENSION, "");
