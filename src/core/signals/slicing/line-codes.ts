/** The line codes of bits, by the names on the page. */
export const LINE_CODES = ["NRZ", "NRZI", "Manchester", "differential", "PWM", "PPM"] as const;
export type LineCode = (typeof LINE_CODES)[number];

/** Bits of a part of a burst without a violation of the code. */
export interface CodedPart {
  bits: string;
  /** The sliced bits that it covers: [start, stop). */
  start: number;
  stop: number;
}

/** Equal sliced bits in a row. */
export interface BitRun {
  isOn: boolean;
  start: number;
  length: number;
}

/** Lengths within this ratio of each other are the same. */
const SAME = 1.4;
/** Lengths of which less than this share has are no symbol of the code, but marks or gaps between messages. */
const RARE = 0.03;

/** Returns runs of equal bits. */
export function bitRuns(bits: string): BitRun[] {
  const runs: BitRun[] = [];
  for (let start = 0; start < bits.length;) {
    let stop = start + 1;
    while (stop < bits.length && bits[stop] === bits[start]) stop++;
    runs.push({ isOn: bits[start] === "1", start, length: stop - start });
    start = stop;
  }
  return runs;
}

/**
 * Decodes sliced bits.
 *
 * - NRZI: 1 is no change, as in HDLC. The first bit is the reference.
 * - Manchester: 1 is on, off. Differential Manchester: 1 is no change at the start of a bit.
 * - PWM: 1 is the longer pulse. PPM: 1 is the longer gap.
 *
 * A violation of the code starts a new part. Without a violation, one part comes back.
 *
 * @param isOnOff The carrier is off before and after the bits, so a first half that is off is not among them.
 */
export function decodeLine(code: LineCode, bits: string, { isOnOff = false } = {}): CodedPart[] {
  switch (code) {
    case "NRZ":
      return bits === "" ? [] : [{ bits, start: 0, stop: bits.length }];
    case "NRZI":
      return bits.length < 2 ? [] : [{ bits: unchanged(bits), start: 0, stop: bits.length }];
    case "Manchester":
      return manchester(bits, isOnOff);
    case "differential":
      // Each half after the first is compared: bits of Manchester that differ from the one before have no change at their start.
      return manchester(bits, isOnOff)
        .filter((part) => part.bits.length > 1)
        .map((part) => ({ ...part, bits: changed(part.bits), start: part.start + 2 }));
    case "PWM":
      return lengthCoded(bits, true);
    case "PPM":
      return lengthCoded(bits, false);
  }
}

const unchanged = (bits: string) => Array.from(bits.slice(1), (bit, k) => (bit === bits[k] ? "1" : "0")).join("");
const changed = (bits: string) => Array.from(bits.slice(1), (bit, k) => (bit === bits[k] ? "0" : "1")).join("");

/** Runs of one half or two. Runs of two have the middle of their halves between two bits, which shows where bits begin. */
function manchester(sliced: string, isOnOff: boolean): CodedPart[] {
  const parts: CodedPart[] = [];
  let group: BitRun[] = [];
  const close = () => {
    if (group.length > 0) parts.push(...manchesterPart(sliced, group, isOnOff));
    group = [];
  };
  let phase: number | undefined;
  for (const run of bitRuns(sliced)) {
    const boundary = run.length === 2 ? (run.start + 1) % 2 : undefined;
    if (run.length > 2 || (boundary !== undefined && phase !== undefined && boundary !== phase)) {
      // A half at the end of a part may continue in the violation, and one at the start of the next one may come from it.
      close();
      phase = undefined;
    }
    if (run.length > 2) continue;
    phase ??= boundary;
    group.push(run);
  }
  close();
  return parts;
}

function manchesterPart(sliced: string, runs: readonly BitRun[], isOnOff: boolean): CodedPart[] {
  const double = runs.find(({ length }) => length === 2);
  const last = runs[runs.length - 1];
  let [start, stop] = [runs[0].start, last.start + last.length];
  const phase = double ? (double.start + 1) % 2 : start % 2;
  // A half that is off merges with the gap around a part: the first bit 0, or the last bit 1.
  const isOff = (at: number) => (at < 0 || at >= sliced.length ? isOnOff : sliced[at] === "0");
  if (start % 2 !== phase) start += sliced[start] === "1" && isOff(start - 1) ? -1 : 1;
  if ((stop - start) % 2 !== 0) stop += sliced[stop - 1] === "1" && isOff(stop) ? 1 : -1;
  let bits = "";
  for (let at = start; at + 1 < stop; at += 2) bits += (sliced[at] ?? "0") === "1" ? "1" : "0";
  return bits === "" ? [] : [{ bits, start: Math.max(0, start), stop: Math.min(sliced.length, stop) }];
}

/** The two lengths that most runs have; undefined if there is only one. */
export interface TwoLengths {
  short: number;
  long: number;
}

/** Returns groups of lengths that are about the same, by length. */
export function lengthGroups(lengths: readonly number[]): { mean: number; count: number }[] {
  const groups: { mean: number; count: number }[] = [];
  for (const length of lengths.toSorted((a, b) => a - b)) {
    const group = groups.at(-1);
    if (group && length <= SAME * group.mean) {
      group.mean += (length - group.mean) / ++group.count;
    } else groups.push({ mean: length, count: 1 });
  }
  return groups;
}

/** Returns the two most frequent lengths. */
export function twoLengths(lengths: readonly number[]): TwoLengths | undefined {
  const frequent = lengthGroups(lengths)
    .filter(({ count }) => count >= Math.max(1, RARE * lengths.length))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 2)
    .map(({ mean }) => mean);
  if (frequent.length < 2) return undefined;
  return { short: Math.min(...frequent), long: Math.max(...frequent) };
}

const isNear = (length: number, wanted: number) => length <= SAME * wanted && wanted <= SAME * length;

/** PWM or PPM: each pulse, or each gap, is short or long. Pulses and gaps of other lengths lie between parts. */
function lengthCoded(sliced: string, byPulse: boolean): CodedPart[] {
  const runs = bitRuns(sliced);
  const lengths = twoLengths(runs.filter(({ isOn }) => isOn === byPulse).map(({ length }) => length));
  if (!lengths) return [];
  const others = runs.filter(({ isOn }) => isOn !== byPulse).map(({ length }) => length);
  const most = Math.max(longestUsual(others), byPulse ? lengths.long : 0);
  const parts: CodedPart[] = [];
  let part: CodedPart = { bits: "", start: 0, stop: 0 };
  const close = () => {
    if (part.bits !== "") parts.push(part);
    part = { bits: "", start: 0, stop: 0 };
  };
  for (const { isOn, start, length } of runs) {
    const stop = start + length;
    if (isOn !== byPulse) {
      if (length > SAME * most) close();
      else if (part.bits !== "") part.stop = stop;
      continue;
    }
    const isLong = isNear(length, lengths.long);
    if (!isLong && !isNear(length, lengths.short)) {
      close();
      continue;
    }
    if (part.bits === "") part.start = start;
    part.bits += isLong ? "1" : "0";
    part.stop = stop;
  }
  close();
  return parts;
}

/** Returns the longest length that is not rare. */
function longestUsual(lengths: readonly number[]): number {
  const usual = lengthGroups(lengths).filter(({ count }) => count >= Math.max(2, RARE * lengths.length));
  return usual.at(-1)?.mean ?? Math.max(0, ...lengths);
}
