import type { ReadSignals } from "../read-signals.ts";
import { crcHolds, findCrcs, type FoundCrc } from "../../slicing/crc-search.ts";
import { bitRuns, type CodedPart, type LineCode } from "../../slicing/line-codes.ts";
import { guessLine } from "../../slicing/line-guess.ts";
import { bitsOfText } from "../../slicing/octets.ts";
import { removeWhitening, type Whitening } from "../../slicing/whitening.ts";

/** A burst with its sliced bits. */
export interface SlicedBurst {
  bits: string;
  /** The carrier is off between pulses. */
  isOnOff: boolean;
  /** Samples of the recording: [start, stop). */
  start: number;
  stop: number;
  /** Hz from the recording's centre. */
  centreHz: number;
  bandwidthHz: number;
  snrDb: number;
  /** Probability that the burst is keyed: else its bits are no symbols. */
  confidence: number;
}

/** A message that was sent once or more often. */
export interface Message {
  bits: string;
  line: LineCode;
  lineConfidence: number;
  repeats: number;
  /** The first time. */
  burst: SlicedBurst;
  /** Samples of the recording: [start, stop). */
  start: number;
  stop: number;
  sync: string | null;
  whitening: Whitening;
  /** Places count in `payload`. */
  crc: FoundCrc | null;
  /** The bits after the sync word without whitening, from the first bit to the last bit of the check; null without a check. */
  payload: string | null;
}

/** Bits of evidence that a message needs: noise would show it once in some million bursts. */
const EVIDENCE = 22;
/** Bits of a message, at least, and level changes in it. */
const [LEAST_BITS, LEAST_CHANGES] = [10, 3];
/** Longest pattern whose repetition is no message, bits. */
const MOST_PERIOD = 4;
/** Carriers of repeated messages differ by less than this share of the bandwidth, or by this many Hz. */
const [SAME_CARRIER, SAME_HZ] = [0.5, 2000];
/** A gap in NRZ that is this long, in symbols, and this many times the longest of the other runs, lies between messages. */
const [GAP, GAP_RATIO] = [12, 2];
/** A preamble of alternating bits has this many, at least. */
const PREAMBLE = 8;
/** Line codes whose messages may begin with a preamble and a sync word. */
const PREAMBLE_LINES: ReadonlySet<LineCode> = new Set(["NRZ", "Manchester"]);
/** Bits at the end of NRZ in which repeated messages may differ: the carrier goes off there. */
const TAIL = 3;
/** Different messages that a search for checks takes. */
const MOST_MESSAGES = 8;
/** Messages that are kept, and versions of one of them. */
const [MOST_GROUPS, MOST_VARIANTS] = [1024, 16];
/** Widely used sync words, hexadecimal. CC1101 and CC1200, RFM69 and SX1231, nRF24-like, Si4432, IEEE 802.15.4g. */
const SYNC_WORDS = ["d391d391", "d391", "930b51de", "2dd4", "9a7d9a7d", "904e", "7a0e"].map(bitsOfText);
const WHITENINGS = ["none", "PN9", "CCSDS"] as const satisfies readonly Whitening[];

interface Part extends CodedPart {
  line: LineCode;
  lineConfidence: number;
  evidence: number;
  burst: SlicedBurst;
  /** Bits of the preamble, and what follows them: messages are compared by that, since the lengths of preambles differ. */
  preamble: number;
  content: string;
}

/** Equal messages of one carrier. */
interface Group {
  first: Part;
  count: number;
  /** The messages that count as equal and differ in their last bits, each with its first part. */
  variants: Map<string, { count: number; part: Part }>;
  /** Sample at which its last message stops. */
  stop: number;
  checked: CheckedPart;
  /** Its message was returned. It still tells fragments, and helps to find checks. */
  isClosed: boolean;
}

/**
 * Takes bursts in the order of their ends, roughly, and returns messages. Each burst's line code is guessed; equal messages of a carrier are counted; checks are
 * searched. A message that noise could have made is left out: the line code's rules, a preamble, the repeats and the check must together be surprising.
 *
 * A message is returned when it did not come again for some time, or when too many others came, so memory is bounded.
 *
 * @param window That time, in samples.
 * @param claims What other decoders read: it is left out.
 */
export function createMessageGroups(window: number, claims: Pick<ReadSignals, "has"> = { has: () => false }) {
  let groups: Group[] = [];
  // Equal messages begin with the same bits.
  const beginnings = new Map<string, Group[]>();
  const checks = createCheckSearch();
  const beginningOf = ({ line, content }: Part) => `${line} ${content.slice(0, LEAST_BITS)}`;

  const add = (part: Part) => {
    const key = beginningOf(part);
    const near = beginnings.get(key) ?? [];
    const group = near.find(({ first }) => isSame(first, part));
    if (group) {
      group.count++;
      group.stop = Math.max(group.stop, part.burst.stop);
      const variant = group.variants.get(part.bits);
      if (variant) variant.count++;
      else if (group.variants.size < MOST_VARIANTS) group.variants.set(part.bits, { count: 1, part });
      return;
    }
    const variants = new Map([[part.bits, { count: 1, part }]]);
    const { stop } = part.burst;
    const made = { first: part, count: 1, variants, stop, checked: checkedPart(part), isClosed: false };
    groups.push(made);
    beginnings.set(key, [...near, made]);
  };

  const close = (closing: readonly Group[]): Message[] => {
    for (const group of closing) {
      group.isClosed = true;
      const key = beginningOf(group.first);
      const near = (beginnings.get(key) ?? []).filter((other) => other !== group);
      if (near.length > 0) beginnings.set(key, near);
      else beginnings.delete(key);
    }
    const isWhole = (group: Group) => !groups.some((other) => isFragment(group, other));
    const messages = closing.filter(isWhole).flatMap((group) => messageOf(group, checks.of(group, groups)));
    return messages.toSorted((x, y) => x.start - y.start);
  };

  return {
    push(burst: SlicedBurst): Message[] {
      const messages = close(groups.filter(({ stop, isClosed }) => !isClosed && stop < burst.start - window));
      groups = groups.filter(({ stop, isClosed }) => !isClosed || stop >= burst.start - 2 * window);
      for (const part of partsOf(burst)) if (!claims.has({ ...burst, ...placeOf(part) }, burst)) add(part);
      if (groups.length <= MOST_GROUPS) return messages;
      // Those that were not seen for the longest time go: half of them, so that this is rare.
      const oldest = groups.toSorted((x, y) => x.stop - y.stop).slice(0, groups.length - MOST_GROUPS / 2);
      messages.push(...close(oldest.filter(({ isClosed }) => !isClosed)));
      const gone = new Set(oldest);
      groups = groups.filter((group) => !gone.has(group));
      return messages;
    },
    /** The messages that were not returned yet. */
    end: (): Message[] => close(groups.filter(({ isClosed }) => !isClosed)),
  };
}

function partsOf(burst: SlicedBurst): Part[] {
  const { bits, isOnOff } = burst;
  const [guess] = guessLine(bits, { isOnOff });
  const parts = guess.line === "NRZ" && isOnOff ? betweenGaps(bits) : guess.parts;
  return parts
    .filter((part) => part.bits.length >= LEAST_BITS)
    .map((part) => {
      const preamble = PREAMBLE_LINES.has(guess.line) ? preambleOf(part.bits) : 0;
      return {
        ...part,
        line: guess.line,
        lineConfidence: guess.confidence,
        // The rules of Manchester count the preamble, too.
        evidence: guess.line === "NRZ" ? preamble : (guess.evidence * (part.stop - part.start)) / bits.length,
        burst,
        preamble,
        content: part.bits.slice(preamble),
      };
    })
    .filter(({ content }) => !isPeriodic(content));
}

/** Tells whether bits are a short pattern over and over: a carrier, a preamble, a clock. */
function isPeriodic(bits: string): boolean {
  for (let period = 1; period <= MOST_PERIOD; period++) {
    if (bits.slice(period) === bits.slice(0, -period)) return true;
  }
  return bitRuns(bits).length <= LEAST_CHANGES;
}

/** Parts of NRZ between long gaps. */
function betweenGaps(bits: string): CodedPart[] {
  const runs = bitRuns(bits);
  const gaps = runs.filter(({ isOn }) => !isOn).map(({ length }) => length);
  const longest = Math.max(0, ...gaps);
  const others = Math.max(1, ...gaps.filter((length) => length < longest / GAP_RATIO));
  if (longest < GAP || longest < GAP_RATIO * others) return [{ bits, start: 0, stop: bits.length }];
  const parts: CodedPart[] = [];
  let start = 0;
  for (const run of runs) {
    if (run.isOn || run.length < longest / GAP_RATIO) continue;
    if (run.start > start) parts.push({ bits: bits.slice(start, run.start), start, stop: run.start });
    start = run.start + run.length;
  }
  if (start < bits.length) parts.push({ bits: bits.slice(start), start, stop: bits.length });
  return parts;
}

/** Returns the number of alternating bits at the start; 0 if they are few. */
function preambleOf(bits: string): number {
  let length = 1;
  while (length < bits.length && bits[length] !== bits[length - 1]) length++;
  return length >= PREAMBLE && length < bits.length ? length : 0;
}

const isNearCarrier = (a: SlicedBurst, b: SlicedBurst) =>
  Math.abs(a.centreHz - b.centreHz) < Math.max(SAME_HZ, SAME_CARRIER * Math.max(a.bandwidthHz, b.bandwidthHz));

function isSame(a: Part, b: Part): boolean {
  if (a.line !== b.line || a.burst.isOnOff !== b.burst.isOnOff || !isNearCarrier(a.burst, b.burst)) return false;
  const [x, y] = [a.content, b.content];
  if (x === y) return true;
  // The receiver may see a bit more or less after NRZ, and a preamble may end in either of its bits.
  if (a.line !== "NRZ" || Math.min(x.length, y.length) < 2 * LEAST_BITS) return false;
  const common = Math.min(x.length, y.length) - TAIL;
  return Math.abs(x.length - y.length) <= TAIL && x.slice(0, common) === y.slice(0, common);
}

/** Tells whether a message that came once is the beginning or the end of one that came more often. */
function isFragment(group: Group, other: Group): boolean {
  if (group === other || other.count < 2 || group.count >= other.count) return false;
  const [a, b] = [group.first, other.first];
  if (a.line !== b.line || !isNearCarrier(a.burst, b.burst)) return false;
  const [part, whole] = [a.content, b.content];
  return part.length < whole.length && (whole.startsWith(part) || whole.endsWith(part));
}

/** Of messages that differ in their last bits, the most frequent one; of equally frequent ones, the first. */
function mostFrequent({ variants, first }: Group): Part {
  const all = [...variants.values()];
  const most = Math.max(...all.map(({ count }) => count));
  return all.find(({ count }) => count === most)?.part ?? first;
}

function messageOf(group: Group, checked: Checked): Message[] {
  const part = mostFrequent(group);
  const repeated = (group.count - 1) * part.content.length;
  const known = -Math.log2(Math.max(1e-3, 1 - part.burst.confidence));
  const check = checked.crc ? -Math.log2(checked.crc.chance) : 0;
  const evidence = part.evidence + repeated + known + check;
  if (evidence < EVIDENCE) return [];
  const { burst, line, lineConfidence, bits } = part;
  return [{ ...checked, ...placeOf(part), bits, line, lineConfidence, repeats: group.count, burst }];
}

/** Samples of the recording: [start, stop). */
function placeOf({ burst, start, stop }: Part): Pick<Message, "start" | "stop"> {
  const perBit = (burst.stop - burst.start) / burst.bits.length;
  return { start: Math.round(burst.start + start * perBit), stop: Math.round(burst.start + stop * perBit) };
}

type Checked = Pick<Message, "sync" | "whitening" | "crc" | "payload">;

/** Where the check of a part is searched: in the bits after its sync word. */
interface CheckedPart {
  sync: string | null;
  payload: string;
  /** Equal for messages of the same line code, sync word and length, which are searched together if they have one carrier. */
  key: string;
}

function checkedPart(part: Part): CheckedPart {
  const sync = PREAMBLE_LINES.has(part.line) ? syncOf(part) : undefined;
  const payload = part.bits.slice(sync?.stop ?? 0);
  return { sync: sync?.word ?? null, payload, key: [part.line, sync?.word, payload.length].join(" ") };
}

type FoundCheck = Pick<Checked, "whitening" | "crc">;

/** Creates a search for checks: after a sync word if there is one, in messages of the same line code, carrier and length together. */
function createCheckSearch() {
  // The latest search of each key, and the messages that it took.
  const searched = new Map<string, { messages: string; found: FoundCheck }>();

  const foundFor = (part: Part, { sync, payload, key }: CheckedPart, groups: readonly Group[]): FoundCheck => {
    // Messages that came more often have fewer errors, so they decide on the check.
    const alike = groups
      .filter(({ checked, first }) => checked.key === key && isNearCarrier(first.burst, part.burst))
      .toSorted((a, b) => b.count - a.count);
    const payloads = [...new Set(alike.map(({ checked }) => checked.payload))].slice(0, MOST_MESSAGES);
    if (payloads.length === 0) payloads.push(payload);
    const messages = payloads.join(" ");
    const last = searched.get(key);
    if (last?.messages === messages) return last.found;
    const found = searchCheck(payloads, sync !== null);
    searched.delete(key);
    searched.set(key, { messages, found });
    const [oldest] = searched.keys();
    if (searched.size > MOST_GROUPS) searched.delete(oldest);
    return found;
  };

  return {
    of(group: Group, groups: readonly Group[]): Checked {
      const part = mostFrequent(group);
      const place = checkedPart(part);
      const { sync, payload } = place;
      const found = foundFor(part, place, groups);
      const none = { sync, whitening: "none", crc: null, payload: null } as const;
      if (!found.crc) return none;
      const plain = removeWhitening(found.whitening, payload);
      if (!crcHolds(plain, found.crc)) return none;
      return { ...found, sync, payload: plain.slice(0, found.crc.start + found.crc.length + found.crc.bits) };
    },
  };
}

function searchCheck(messages: readonly string[], isAfterSync: boolean): FoundCheck {
  for (const whitening of isAfterSync ? WHITENINGS : (["none"] as const)) {
    const plain = messages.map((bits) => removeWhitening(whitening, bits));
    const starts = isAfterSync ? [0] : Array.from({ length: Math.min(64, plain[0].length) }, (_, k) => k);
    const [crc] = findCrcs(plain, { starts, chance: 0.01 / WHITENINGS.length });
    if (crc) return { whitening, crc };
  }
  return { whitening: "none", crc: null };
}

/** Finds the sync word after a preamble: 16 bits that come twice, or a widely used word. The preamble of Manchester may be equal bits, whose halves alternate. */
function syncOf({ bits, line, preamble: alternating }: Part): { word: string; stop: number } | undefined {
  const [{ length: equal }] = bitRuns(bits);
  const preamble = line === "Manchester" && equal >= PREAMBLE ? equal : alternating;
  if (preamble === 0) return undefined;
  // The word may begin with alternating bits.
  for (let at = Math.max(0, preamble - 8); at <= preamble; at++) {
    const word = bits.slice(at, at + 16);
    if (word.length === 16 && word === bits.slice(at + 16, at + 32) && bitRuns(word).length < 14) {
      return { word: word + word, stop: at + 32 };
    }
    const known = SYNC_WORDS.find((sync) => bits.startsWith(sync, at));
    if (known) return { word: known, stop: at + known.length };
  }
  return undefined;
}
