import { readFileSync } from "node:fs";

type Pairs = [re: number, im: number][];

interface Table<Values> {
  table: string;
  values: Values;
}

const BIT_TABLES = [
  "signalBits",
  "signalCoded",
  "signalInterleaved",
  "dataBitsFirst144",
  "dataBitsLast144",
  "scrambledFirst144",
  "scrambledLast144",
  "codedFirstSymbol",
  "interleavedFirstSymbol",
] as const;

const SAMPLE_TABLES = [
  "shortTraining",
  "longTraining",
  "signalCarriers",
  "signalSamples",
  "carriersFirstDataSymbol",
  "packet",
] as const;

type Vectors = Record<(typeof BIT_TABLES)[number] | "psdu", Table<number[]>> &
  Record<(typeof SAMPLE_TABLES)[number], Table<Pairs>>;

const vectors: Vectors = JSON.parse(readFileSync(new URL("./annex-g.vectors.json", import.meta.url), "utf8"));

function tables<Name extends string, Values>(names: readonly Name[], read: (name: Name) => Values) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Values>;
}

/** The worked example of the standard's annex G: 36 Mbit/s, 100 octets. Bits are one per entry, samples complex pairs. */
export const annex = {
  psdu: Uint8Array.from(vectors.psdu.values),
  scramblerState: 0b1011101,
  ...tables(BIT_TABLES, (name) => unpacked(vectors[name].values)),
  ...tables(SAMPLE_TABLES, (name) => Float64Array.from(vectors[name].values.flat())),
};

/** Bits of packed octets, the most significant first. */
function unpacked(octets: number[]): Uint8Array {
  return Uint8Array.from({ length: 8 * octets.length }, (_, k) => (octets[k >> 3] >> (7 - (k & 7))) & 1);
}
