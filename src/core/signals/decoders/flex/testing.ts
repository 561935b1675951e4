/** How the blocks of a made frame are sent. */
export interface FlexSpeed {
  symbolRateHz: 1600 | 3200;
  levels: 2 | 4;
}

/** A made frame. */
export interface MadeFlex extends FlexSpeed {
  information: number;
  /** Codewords of each phase that is in use, A, B, C and D without the others; idle ones follow. */
  phases: readonly (readonly number[])[];
}

/** The first synchronization word's upper half. Source: ITU-R M.584-2, annex 2. */
const CODES = { "1600 2": 0x78f3, "1600 4": 0x4f97, "3200 2": 0x84e7, "3200 4": 0x215f };

const bitsOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, k) => Math.floor(value / 2 ** (count - 1 - k)) % 2);
const outer = (bits: readonly number[]) => bits.map((bit) => (bit ? 3 : -3));

/** The bits of a phase in the order in which they are sent: of eight codewords, all first bits, then all second ones. */
function interleaved(words: readonly number[]): number[] {
  const all = Array.from({ length: 88 }, (_, k) => words[k] ?? (k % 2 ? 0 : 0xffffffff));
  return Array.from({ length: 11 * 256 }, (_, k) => bitsOf(all[8 * (k >> 8) + (k & 7)], 32)[(k >> 3) & 31]);
}

/** The levels of a frame from −3 to 3, each with its duration in seconds. */
export function flexLevels({
  information,
  phases,
  symbolRateHz,
  levels,
}: MadeFlex): [level: number, seconds: number][] {
  const code = CODES[`${symbolRateHz} ${levels}`];
  const first = [
    ...bitsOf(0xaaaaaaaa, 32),
    ...bitsOf(code, 16),
    ...bitsOf(0x5939, 16),
    ...bitsOf(0x5555, 16),
    ...bitsOf(0xffff - code, 16),
    ...bitsOf(0xa6c6, 16),
    ...bitsOf(information, 32),
  ];
  const second = Array.from({ length: symbolRateHz / 40 }, (_, k) => k % 2);
  const sent = phases.map(interleaved);
  const perSymbol = levels / 2;
  const turns = symbolRateHz / 1600;
  const blocks = Array.from({ length: 1.76 * symbolRateHz }, (_, k) => {
    const phase = perSymbol * (k % turns);
    const bit = Math.floor(k / turns);
    if (levels === 2) return sent[phase][bit] ? 3 : -3;
    return [-3, -1, 3, 1][2 * sent[phase][bit] + sent[phase + 1][bit]];
  });
  return [
    ...outer(first).map((level): [number, number] => [level, 1 / 1600]),
    ...[...outer(second), ...blocks].map((level): [number, number] => [level, 1 / symbolRateHz]),
  ];
}

/** The frequency of levels over time, in units of a level; a clock of 1.0001 is 100 ppm too fast. */
export function flexFrequency(rateHz: number, levels: readonly [number, number][], clock = 1, delay = 0): Float64Array {
  const seconds = levels.reduce((sum, [, duration]) => sum + duration, 0) / clock;
  let [k, end] = [0, levels[0][1] / clock];
  return Float64Array.from({ length: Math.floor(seconds * rateHz + delay) }, (_, n) => {
    const at = (n - delay) / rateHz;
    while (at >= end && k + 1 < levels.length) end += levels[++k][1] / clock;
    return levels[k][0];
  });
}
