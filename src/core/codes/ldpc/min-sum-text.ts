import type { TableLayer } from "./block-table.ts";
import {
  byKind,
  checkKind,
  checkKinds,
  type DecoderShape,
  lines,
  placesIn,
  type CheckPlaces,
  STOPPING,
  tablePlaces,
} from "./check-text.ts";

/**
 * What min-sum keeps of a check's messages: all of them but one have the same magnitude. So three numbers stand for up to 24 messages, and the
 * messages are the same as if each was kept.
 */
const LEAST = `
struct Least {
  most: f32,  // R of an edge with a positive Q, except the edge with the least |Q|
  other: f32, // the same of the edge with the least |Q|
  edges: u32, // that edge · 2^24 + the signs of all Q, the last edge in bit 0
}

// What was received of the last bit of outer layer i.
fn receivedOuter(lane: Lane, i: u32) -> f32 {
  let systematic = params.information - params.punctured;
  let bit = (COLUMNS + i - CORE - params.informationBlocks) * params.z + systematic + lane.check;
  if (bit >= params.length) { return 0.0; }
  return sound(llr[lane.frame * params.length + bit]);
}`;

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One layer's update of beliefs and of what a check keeps; `own` is the Q of an outer layer's last bit. The function's name ends in `name`. */
function updateText({ degree: d, isOuter }: TableLayer, name: string, { found, place }: CheckPlaces): string {
  const edges = range(d);
  const inner = range(isOuter ? d - 1 : d);
  const known = inner.map((e) => {
    const magnitude = `select(old.most, old.other, edge == ${e}u)`;
    const sign = `(old.edges << ${32 - d + e}u) & SIGN`;
    return `let q${e} = beliefs[${place(e)}] - bitcast<f32>(bitcast<u32>(${magnitude}) ^ (${sign}));`;
  });
  if (isOuter) known.push(`let q${d - 1} = own;`);
  return `
fn update${name}(lane: Lane, quad: u32, old: Least${isOuter ? ", own: f32" : ""}) -> Least {
${found}
  let edge = old.edges >> 24u;
${lines(known, "  ")}
  var least = min(abs(q0), abs(q1));
  var second = max(abs(q0), abs(q1));
${lines(
  edges.slice(2).flatMap((e) => [`second = min(second, max(least, abs(q${e})));`, `least = min(least, abs(q${e}));`]),
  "  ",
)}
  var signs = 0u;
${lines(
  edges.map((e) => `let s${e} = bitcast<u32>(q${e}); signs = (signs << 1u) | (s${e} >> 31u);`),
  "  ",
)}
  let all = countOneBits(signs) << 31u;
  let most = bitcast<f32>(bitcast<u32>(params.factor * least) ^ all);
  let other = bitcast<f32>(bitcast<u32>(params.factor * second) ^ all);
  // If two edges have the least |Q|, it is also the second, so it does not matter which of them is taken.
  var at = 0u;
${lines(
  edges.flatMap((e) => [
    `let is${e} = abs(q${e}) == least;`,
    `at = select(at, ${e}u, is${e});`,
    `let r${e} = bitcast<f32>(bitcast<u32>(select(most, other, is${e})) ^ (s${e} & SIGN));`,
  ]),
  "  ",
)}
${lines(
  inner.map((e) => `beliefs[${place(e)}] = q${e} + r${e};`),
  "  ",
)}
  ${isOuter ? `conclude(lane, ${place(d - 1)} - lane.first, q${d - 1} + r${d - 1});` : ""}
  return Least(most, other, signs | (at << 24u));
}`;
}

/** The layers that share a column with a layer since the last one of them: only these wait for all invocations. */
function waiting(layers: readonly TableLayer[]): boolean[] {
  let used = new Set<number>();
  return layers.map(({ blocks }, i) => {
    const waits = i === 0 || blocks.some(({ column }) => used.has(column));
    if (waits) used = new Set();
    for (const { column } of blocks) used.add(column);
    return waits;
  });
}

/** All layers in the text, and what an invocation's check of each keeps in registers. */
function registerText(shape: DecoderShape): string {
  const { layers } = shape;
  const waits = waiting(layers);
  const steps = layers.map(({ quad, isOuter }, i) => {
    // The LLR is read while the invocations wait.
    const ahead = isOuter ? `let own${i} = receivedOuter(lane, ${i}u);\n` : "";
    const own = isOuter ? `, own${i}` : "";
    return `${ahead}${waits[i] ? "settle();\n" : ""}if (lane.running) { r${i} = updateInLayer${i}(lane, ${quad}u, r${i}${own}); }`;
  });
  return `
${layers.map((layer, i) => updateText(layer, `InLayer${i}`, placesIn(layer, shape))).join("\n")}

fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
${lines(
  layers.map((_, i) => `var r${i} = Least();`),
  "  ",
)}
var ran = 0u;
for (var iteration = 1u; iteration <= params.iterations; iteration++) {
${steps.join("\n")}
${STOPPING}
}
unsolved = lane.running;
return ran;
}`;
}

/** Words of storage per check. */
export const LEAST_WORDS = 3;

/** A loop over the layers and their checks. What a check keeps is in storage. */
function storageText({ layers }: DecoderShape): string {
  const call = (layer: TableLayer) => {
    const own = layer.isOuter ? ", receivedOuter(lane, i)" : "";
    return `return update${checkKind(layer)}(lane, layer.x, old${own});`;
  };
  return `
@group(0) @binding(4) var<storage, read_write> messages: array<u32>; // [place in the dispatch][layer][Least's numbers][z]
${checkKinds(layers)
  .map((layer) => updateText(layer, checkKind(layer), tablePlaces(layer.degree)))
  .join("\n")}

fn update(lane: Lane, i: u32, old: Least) -> Least {
let layer = params.layers[i];
${byKind(layers, call)}
return old;
}

fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
var ran = 0u;
for (var iteration = 1u; iteration <= params.iterations; iteration++) {
for (var i = 0u; i < LAYERS; i++) {
settle();
for (var check = lane.check; lane.running && check < params.z; check += params.lanes) {
let kept = lane.kept + ${LEAST_WORDS}u * i * params.z + check;
var old = Least();
if (iteration > 1u) {
old = Least(bitcast<f32>(messages[kept]), bitcast<f32>(messages[kept + params.z]), messages[kept + 2u * params.z]);
}
let now = update(at(lane, check), i, old);
messages[kept] = bitcast<u32>(now.most);
messages[kept + params.z] = bitcast<u32>(now.other);
messages[kept + 2u * params.z] = now.edges;
}
}
${STOPPING}
}
unsolved = lane.running;
return ran;
}`;
}

/** Layered min-sum whose messages no later run continues from. */
export function minSumText(shape: DecoderShape): string {
  return LEAST + (shape.messages === "registers" ? registerText(shape) : storageText(shape));
}
