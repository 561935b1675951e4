import type { TableLayer } from "./block-table.ts";

/** The memory of the bits' beliefs. */
export interface BeliefMemory {
  beliefs: "workgroup" | "storage";
  /** Size of a block. */
  z: number;
}

/** Settings that determine the text of the decoder's kernel, besides its constants. */
export interface DecoderShape extends BeliefMemory {
  layers: readonly TableLayer[];
  schedule: "layered" | "flooding";
  /** Frames per workgroup. */
  rows: number;
  /** Most checks of a layer per invocation. */
  checks: number;
  /** What the checks keep from one iteration to the next: a message per edge, or, of min-sum, three numbers per check. */
  kept: "edges" | "least";
  /** The memory of it. In registers, an invocation handles one check per layer, and the text has a part for each layer. */
  messages: "registers" | "storage";
  /** Whether the messages are stored for a run that continues from them. */
  keeps: boolean;
}

/** Whether `messages` is bound: in registers it only serves later runs. */
export const isBound = ({ messages, keeps }: Pick<DecoderShape, "messages" | "keeps">) =>
  messages === "storage" || keeps;

const COMPONENTS = ["x", "y", "z", "w"];
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
export const lines = (texts: readonly string[], indent: string) => texts.map((text) => indent + text).join("\n");

/** The end of the names of the functions of a layer, which all checks with as many bits share. */
export const checkKind = ({ degree, isOuter }: TableLayer) => `${degree}${isOuter ? "Outer" : ""}`;

/** Layers of different kinds. */
export const checkKinds = (layers: readonly TableLayer[]) => [
  ...new Map(layers.map((layer) => [checkKind(layer), layer])).values(),
];

/** A statement by a layer's kind, for layer `i` of `params.layers`, whose entry is `layer`. */
export function byKind(layers: readonly TableLayer[], work: (layer: TableLayer) => string): string {
  const switchOf = (some: readonly TableLayer[]) => `switch (layer.z) {
${lines(
  checkKinds(some).map((layer) => `case ${layer.degree}u: { ${work(layer)} }`),
  "  ",
)}
  default: {}
}`;
  const core = switchOf(layers.filter(({ isOuter }) => !isOuter));
  const outer = layers.filter(({ isOuter }) => isOuter);
  return outer.length > 0 ? `if (i < CORE) { ${core} } else { ${switchOf(outer)} }` : core;
}

/** The end of an iteration. */
export const STOPPING = `if (lane.running) { ran = iteration; }
if (params.stop == 0u) { continue; }
settle();
lane.running = unfinished(lane, iteration);
if (!someUnfinished(index, iteration)) { break; }`;

/** How a kernel finds the places of a check's bits: in `beliefs`, and of an outer layer's last bit in the codeword. */
export interface CheckPlaces {
  /** Statements before the places are used. */
  found: string;
  place(e: number): string;
}

/** From the table of blocks, for any layer with `d` blocks. */
export function tablePlaces(d: number): CheckPlaces {
  const quads = range(Math.ceil(d / 4));
  const found = quads.map((i) => `let p${i} = places(lane, params.blocks[quad + ${i}u]);`);
  return { found: lines(found, "  "), place: (e) => `p${e >> 2}.${COMPONENTS[e & 3]}` };
}

/** With one layer's blocks as constants, which saves a quarter of all operations. */
function constantPlaces({ blocks }: TableLayer, z: number): CheckPlaces {
  // A difference below 0 wraps around, so the minimum is the one of both from 0 to z − 1.
  const turned = (shift: number) =>
    shift === 0 ? "lane.check" : `min(lane.check + ${shift}u, lane.check + ${shift}u - ${z}u)`;
  const found = blocks.map(({ column, shift }, e) => `let p${e} = lane.first + ${column * z}u + ${turned(shift)};`);
  return { found: lines(found, "  "), place: (e) => `p${e}` };
}

/** Beliefs in storage take longer than finding their places, so codes with blocks of all sizes share a text there. */
export const placesIn = (layer: TableLayer, { beliefs, z }: BeliefMemory) =>
  beliefs === "workgroup" ? constantPlaces(layer, z) : tablePlaces(layer.degree);

/** Reads and writes what a layer's checks keep. */
function keepingText(layer: TableLayer): string {
  const { degree: d, isOuter, kept } = layer;
  const kind = checkKind(layer);
  const loaded = range(kept).map((e) => `messages[first + ${e}u * params.z]`);
  if (isOuter) loaded.push("0.0");
  return `
fn load${kind}(lane: Lane, edge: u32) -> Edges${d} {
  let first = lane.kept + edge * params.z + lane.check;
  return Edges${d}(${loaded.join(", ")});
}

fn store${kind}(lane: Lane, edge: u32, r: Edges${d}) {
  let first = lane.kept + edge * params.z + lane.check;
${lines(
  range(kept).map((e) => `messages[first + ${e}u * params.z] = r[${e}];`),
  "  ",
)}
}
`;
}

/** Whether a check of a layer of this kind fails. */
export function checkText({ degree: d, isOuter, ...layer }: TableLayer): string {
  const { found, place } = tablePlaces(d);
  const signs = range(isOuter ? d - 1 : d).map((e) => `u32(beliefs[${place(e)}] < 0.0)`);
  if (isOuter) {
    signs.push(`u32(outer[outerPlace(lane, ${place(d - 1)} - lane.first)] < 0.0)`);
  }
  return `
fn fails${checkKind({ degree: d, isOuter, ...layer })}(lane: Lane, quad: u32) -> bool {
${found}
  return (${signs.join(" ^ ")}) == 1u;
}
`;
}

/** Messages of a layer's checks as an `Edges`: how they are joined, and read and written. */
export function messageText(layer: TableLayer, shape: DecoderShape): string {
  const { degree: d } = layer;
  const kind = checkKind(layer);
  const edges = range(d);
  // Joined weights of the edges to e, and of those from e on.
  const to = (e: number) => (e === 0 ? "alone(w0)" : `to${e}`);
  const from = (e: number) => (e === d - 1 ? `alone(w${e})` : `from${e}`);
  const other = (e: number) => {
    if (e === 0) return from(1);
    return e === d - 1 ? to(d - 2) : `join(${to(e - 1)}, ${from(e + 1)})`;
  };
  const middle = edges.slice(1, -1);
  return `
// R = ⊞ over the other edges, of each.
fn others${kind}(q: Edges${d}) -> Edges${d} {
${lines(
  edges.map((e) => `let w${e} = weight(q[${e}]);`),
  "  ",
)}
${lines(
  middle.map((e) => `let ${to(e)} = joined(${to(e - 1)}, w${e});`),
  "  ",
)}
${lines(
  middle.toReversed().map((e) => `let ${from(e)} = joined(${from(e + 1)}, w${e});`),
  "  ",
)}
${lines(
  edges.map((e) => `let s${e} = bitcast<u32>(q[${e}]);`),
  "  ",
)}
  let joint = jointFactor(${edges.map((e) => `s${e}`).join(" ^ ")});
  return Edges${d}(${edges.map((e) => `message(${other(e)}, joint, s${e})`).join(", ")});
}
${isBound(shape) ? keepingText(layer) : ""}`;
}

/** Updates of a layer's beliefs; the functions' names end in `name`. What no step calls is left out, because parsing takes time, too. */
export function updates(layer: TableLayer, name: string, { found, place }: CheckPlaces, shape: DecoderShape): string {
  const { degree: d, isOuter } = layer;
  const last = `${place(d - 1)} - lane.first`;
  const inner = range(isOuter ? d - 1 : d);
  const known = inner.map((e) => `beliefs[${place(e)}] - r[${e}]`);
  if (isOuter) known.push(`received(lane, ${last})`);
  const adds = shape.keeps || shape.messages === "storage" || shape.schedule === "flooding";
  const adding = `
// P = P + R.
fn add${name}(lane: Lane, quad: u32, r: Edges${d}) {
${found}
${lines(
  inner.map((e) => `beliefs[${place(e)}] += r[${e}];`),
  "  ",
)}
  ${isOuter ? `conclude(lane, ${last}, received(lane, ${last}) + r[${d - 1}]);` : ""}
}
`;
  return `
// Q = P − R.
fn known${name}(lane: Lane, quad: u32, r: Edges${d}) -> Edges${d} {
${found}
  return Edges${d}(${known.join(", ")});
}

// P = Q + R.
fn believe${name}(lane: Lane, quad: u32, q: Edges${d}, r: Edges${d}) {
${found}
${lines(
  inner.map((e) => `beliefs[${place(e)}] = q[${e}] + r[${e}];`),
  "  ",
)}
  ${isOuter ? `conclude(lane, ${last}, q[${d - 1}] + r[${d - 1}]);` : ""}
}

${adds ? adding : ""}
fn layered${name}(lane: Lane, quad: u32, r: Edges${d}) -> Edges${d} {
  let q = known${name}(lane, quad, r);
  let now = others${checkKind(layer)}(q);
  believe${name}(lane, quad, q, now);
  return now;
}
`;
}
