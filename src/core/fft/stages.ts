import { declareWithoutBindings } from "../gpu/declarations.ts";
import { enumerated } from "./enumerated.ts";

/** Transforms in Stockham's self-sorting stages. One workgroup computes several of them ("lines"). */
export interface StagePlan {
  /** Radices of the stages in order; their product is the length. */
  radices: readonly number[];
  /** Transforms per workgroup. */
  lines: number;
  /** Invocations per workgroup. */
  group: number;
  /** Whether neighbouring invocations work on neighbouring lines, not on neighbouring points of a line. */
  across: boolean;
  /** Most float32 numbers in workgroup memory, at least as many as a workgroup has points. More can have fewer bank conflicts. */
  places: number;
}

/**
 * What a kernel does with the results: it stores single bins, `binOut(line, b, j, X[b + LAST_STEP·j])`, or pairs of them for 0 ≤ k ≤ N/2,
 * `pairOut(line, k, X[k], X[N−k])`.
 */
export type StageEnding = "bins" | "pairs";

/** Banks of workgroup memory, of 4 bytes each: what the invocations of a warp use in one cycle. */
const BANKS = 32;
const BARRIER = "workgroupBarrier();";

export const productOf = (factors: readonly number[]) => factors.reduce((all, factor) => all * factor, 1);

/** Where stages leave their points. Their radices multiply to `span`: point q + span·m, q < span, is at place q + pitch·m of its line. */
interface Exchange {
  span: number;
  pitch: number;
}

/** A round of a stage: GROUP of the butterflies of all lines. */
interface Round {
  /** The end of the names of its values. */
  id: string;
  /** The number of its butterfly. */
  number: string;
  /** The condition for an invocation to have one, if not all have. */
  guard: string | undefined;
}

/**
 * Returns WGSL for a plan: `fn transformLines(local: u32, first: u32)` transforms the lines from number `first` on, with `local` the local
 * invocation index. A kernel defines `pointIn(line, b, j)`, which returns point b + FIRST_STEP·j, and what the ending calls. All loops are written out, so
 * that the points stay in registers. Needs butterflies, lib/dft, lib/complex, lib/phasor.
 *
 * A stage of radix r after stages whose radices multiply to s: butterfly b = q + s·m, q < s, takes points b + (N/r)·j, and leaves output
 * k, times W_N^{s·m·k}, at point q + s·(r·m + k). Real parts and imaginary parts pass through the same workgroup memory in turn.
 */
export function stagesText(plan: StagePlan, ending: StageEnding): string {
  const { radices } = plan;
  const exchanges = exchangesOf(plan);
  const length = productOf(radices);
  const places = plan.lines * Math.max(length, ...exchanges.map(({ span, pitch }) => (length / span) * pitch));
  const isExchanged = radices.length > 1 || ending === "pairs";
  const text = `
${isExchanged ? `var<workgroup> points: array<f32, ${places}>;` : ""}
const FIRST_STEP = ${length / radices[0]}u;
const LAST_STEP = ${length / radices.at(-1)!}u;
${rootText(length)}
${[...new Set(radices.slice(0, -1))].map(turnedText).join("\n")}
fn transformLines(local: u32, first: u32) {
${radices.map((_, t) => stageText(plan, exchanges, t, ending)).join("\n")}
}
`;
  return declareWithoutBindings(text);
}

/** Returns the exchanges after all stages but the last, each with the fewest bank conflicts. */
function exchangesOf(plan: StagePlan): Exchange[] {
  const { radices, lines, across, places } = plan;
  return radices.slice(0, -1).map((_, t) => {
    const span = productOf(radices.slice(0, t + 1));
    // Lines side by side are in different banks already.
    const most = across ? span : Math.min(Math.floor((places / lines / productOf(radices)) * span), span + BANKS);
    let [best, least] = [span, Infinity];
    for (let pitch = span; pitch <= most; pitch++) {
      const cycles = cyclesOf(plan, t, pitch);
      if (cycles < least) [best, least] = [pitch, cycles];
    }
    return { span, pitch: best };
  });
}

/** Returns the cycles per warp of the first stores and loads of the exchange after stage t. */
function cyclesOf({ radices, group }: StagePlan, t: number, pitch: number): number {
  const span = productOf(radices.slice(0, t + 1));
  const placed = (b: number, run: number) => (b % run) + pitch * Math.floor(b / run);
  let cycles = 0;
  for (const [run, radix] of [[span / radices[t], radices[t]] as const, [span, radices[t + 1]] as const]) {
    const count = Math.min(group, productOf(radices) / radix, 8 * BANKS);
    for (let first = 0; first < count; first += BANKS) {
      const used = new Uint8Array(BANKS);
      for (let b = first; b < Math.min(first + BANKS, count); b++) used[placed(b, run) % BANKS]++;
      cycles += Math.max(...used) / count;
    }
  }
  return cycles;
}

/** e^{−j2πn/N} */
function rootText(length: number): string {
  const [whole, rest] = [Math.floor(2 ** 32 / length), 2 ** 32 % length];
  return `fn rootOf(n: u32) -> vec2f { return phasor(0u - n * ${whole}u${rest ? ` - n * ${rest}u / ${length}u` : ""}); }`;
}

/** Powers from one root: the k-th power of a root has k times its error. */
const POWERS = 8;

/** W^{n·k}·x[k], each power of a root by the fewest factors. */
function turnedText(radix: number): string {
  const step = Math.ceil(radix / Math.ceil(radix / POWERS));
  const powers = Array.from({ length: radix }, (_, k) => {
    if (k === 0) return "";
    if (k === 1 || k % step === 0) return `let w${k} = rootOf(${k}u * n);`;
    if (k > step) return `let w${k} = mul(w${k - (k % step)}, w${k % step});`;
    return `let w${k} = mul(w${Math.ceil(k / 2)}, w${Math.floor(k / 2)});`;
  });
  return `fn turned${radix}(n: u32, x: array<vec2f, ${radix}>) -> array<vec2f, ${radix}> {
${powers.join("\n")}
return array(x[0], ${enumerated(1, radix, (k) => `mul(x[${k}], w${k})`)});
}`;
}

function stageText(plan: StagePlan, exchanges: readonly Exchange[], t: number, ending: StageEnding): string {
  const { radices, lines, across } = plan;
  const radix = radices[t];
  const butterflies = productOf(radices) / radix;
  const s = productOf(radices.slice(0, t));
  const isLast = t === radices.length - 1;
  const rounds = roundsOf(plan, t);
  // All invocations load samples: loads behind a branch took 40 % more time for a whole transform of 10,000 points. With a limit, the compiler
  // sees that all places are within workgroup memory, and checks none of them: that is one operation less per access.
  const indices = rounds.map(
    ({ id, number }) => `let i${id} = min(${number}, ${lines * butterflies - 1}u);
let l${id} = ${lines === 1 ? "0u" : across ? `i${id} % ${lines}u` : `i${id} / ${butterflies}u`};
let b${id} = ${lines === 1 ? `i${id}` : across ? `i${id} / ${lines}u` : `i${id} % ${butterflies}u`};
let q${id} = ${isLast ? `b${id}` : `b${id} % ${s}u`};
let m${id} = ${isLast ? "0u" : `b${id} / ${s}u`};`,
  );
  const results = (id: string, points: string) =>
    isLast ? `butterfly${radix}(${points})` : `turned${radix}(${s}u * m${id}, butterfly${radix}(${points}))`;
  const text = [...indices];
  const computed = (pointsOf: (id: string) => string) =>
    rounds.map(({ id, guard }) => {
      const y = guarded(t === 0 ? undefined : guard, `y${id} = ${results(id, pointsOf(id))};`);
      const bins = isLast && ending === "bins" ? guarded(guard, binsOut(id, radix)) : "";
      return `var y${id}: array<vec2f, ${radix}>;\n${y}\n${bins}`;
    });
  if (t === 0) {
    text.push(...computed((id) => `array(${enumerated(0, radix, (j) => `pointIn(first + l${id}, b${id}, ${j}u)`)})`));
  } else {
    const exchange = exchanges[t - 1];
    const step = (butterflies / exchange.span) * exchange.pitch * (across ? lines : 1);
    for (const { id, guard } of rounds) {
      const reals = enumerated(0, radix, (j) => `points[a${id} + ${step * j}u]`);
      text.push(`let a${id} = ${placeOf(plan, exchange, id)};`, `var re${id}: array<f32, ${radix}>;`);
      text.push(guarded(guard, `re${id} = array(${reals});`));
    }
    text.push(BARRIER, storeText(plan, exchange, t - 1, "y"), BARRIER);
    text.push(
      ...computed(
        (id) => `array(${enumerated(0, radix, (j) => `vec2f(re${id}[${j}], points[a${id} + ${step * j}u])`)})`,
      ),
    );
    if (!isLast || ending === "pairs") text.push(BARRIER);
  }
  if (!isLast) text.push(storeText(plan, exchanges[t], t, "x"), BARRIER);
  else if (ending === "pairs") text.push(pairsText(plan));
  return text.join("\n");
}

function roundsOf({ radices, lines, group }: StagePlan, t: number): Round[] {
  const total = (lines * productOf(radices)) / radices[t];
  return Array.from({ length: Math.ceil(total / group) }, (_, u) => roundOf(`${t}_${u}`, u, group, total));
}

function roundOf(id: string, u: number, group: number, total: number): Round {
  const number = u ? `local + ${u * group}u` : "local";
  return { id, number, guard: (u + 1) * group > total ? `${number} < ${total}u` : undefined };
}

/** The place of point b of a line, which is q + span·m, or of output 0 of butterfly b = q + s·m. */
function placeOf({ radices, lines, across }: StagePlan, { span, pitch }: Exchange, id: string): string {
  const place = `(q${id} + ${pitch}u * m${id})`;
  return across ? `${place} * ${lines}u + l${id}` : `${place} + l${id} * ${(productOf(radices) / span) * pitch}u`;
}

/** Stores one part of the outputs of stage t for the next stage. */
function storeText(plan: StagePlan, exchange: Exchange, t: number, part: "x" | "y"): string {
  const { radices, lines, across } = plan;
  const step = productOf(radices.slice(0, t)) * (across ? lines : 1);
  const stores = roundsOf(plan, t).map(({ id, guard }) => {
    const outputs = enumerated(0, radices[t], (k) => `points[to + ${step * k}u] = y${id}[${k}].${part};`, "\n");
    return guarded(guard, `let to = ${placeOf(plan, exchange, id)};\n${outputs}`);
  });
  return stores.join("\n");
}

function binsOut(id: string, radix: number): string {
  return enumerated(0, radix, (k) => `binOut(first + l${id}, b${id}, ${k}u, y${id}[${k}]);`, "\n");
}

/** Passes the bins through workgroup memory, so that one invocation has bins k and N − k. */
function pairsText(plan: StagePlan): string {
  const { radices, lines, group } = plan;
  const length = productOf(radices);
  const t = radices.length - 1;
  const bins: Exchange = { span: length, pitch: length };
  const pairs = Math.floor(length / 2) + 1;
  const total = lines * pairs;
  const rounds = Array.from({ length: Math.ceil(total / group) }, (_, u) => roundOf(`_${u}`, u, group, total));
  const reals = rounds.map(({ id, number, guard }) => {
    const loads = `re${id} = points[a${id}];\nmirrored${id} = points[c${id}];`;
    return `let i${id} = ${number};
let l${id} = ${lines === 1 ? "0u" : `i${id} / ${pairs}u`};
let k${id} = ${lines === 1 ? `i${id}` : `i${id} % ${pairs}u`};
let a${id} = l${id} * ${length}u + k${id};
let c${id} = l${id} * ${length}u + select(${length}u - k${id}, 0u, k${id} == 0u);
var re${id}: f32;
var mirrored${id}: f32;
${guarded(guard, loads)}`;
  });
  const out = rounds.map(({ id, guard }) => {
    const values = `vec2f(re${id}, points[a${id}]), vec2f(mirrored${id}, points[c${id}])`;
    return guarded(guard, `pairOut(first + l${id}, k${id}, ${values});`);
  });
  return [
    storeText(plan, bins, t, "x"),
    BARRIER,
    ...reals,
    BARRIER,
    storeText(plan, bins, t, "y"),
    BARRIER,
    ...out,
  ].join("\n");
}

const guarded = (guard: string | undefined, text: string) => `${guard ? `if (${guard}) ` : ""}{\n${text}\n}`;
