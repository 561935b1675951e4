import type { TableLayer } from "./block-table.ts";

/** Settings that determine the text of the decoder's kernel, besides its constants. */
export interface DecoderShape {
  layers: readonly TableLayer[];
  schedule: "layered" | "flooding";
  /** Memory of the bits' beliefs. */
  beliefs: "workgroup" | "storage";
  /** Memory of the checks' messages. In registers, an invocation handles one check per layer, and the text has a part for each layer. */
  messages: "registers" | "storage";
}

const COMPONENTS = ["x", "y", "z", "w"];
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const lines = (texts: readonly string[], indent: string) => texts.map((text) => indent + text).join("\n");

/** Updates of a check of `d` bits, whose messages are an `Edges<d>`. */
function updates(d: number): string {
  const edges = range(d);
  const quads = range(Math.ceil(d / 4));
  const place = (e: number) => `p${e >> 2}.${COMPONENTS[e & 3]}`;
  const found = lines(
    quads.map((i) => `let p${i} = places(lane, params.blocks[quad + ${i}u]);`),
    "  ",
  );
  // Joined weights of the edges to e, and of those from e on.
  const to = (e: number) => (e === 0 ? "w0" : `to${e}`);
  const from = (e: number) => (e === d - 1 ? `w${e}` : `from${e}`);
  const other = (e: number) => {
    if (e === 0) return from(1);
    return e === d - 1 ? to(d - 2) : `join(${to(e - 1)}, ${from(e + 1)})`;
  };
  const inner = edges.slice(1, -1);
  return `
alias Edges${d} = array<f32, ${d}>;

// Q = P − R.
fn known${d}(lane: Lane, quad: u32, r: Edges${d}) -> Edges${d} {
${found}
  return Edges${d}(${edges.map((e) => `beliefs[${place(e)}] - r[${e}]`).join(", ")});
}

// P = Q + R.
fn believe${d}(lane: Lane, quad: u32, q: Edges${d}, r: Edges${d}) {
${found}
${lines(
  edges.map((e) => `beliefs[${place(e)}] = q[${e}] + r[${e}];`),
  "  ",
)}
}

// P = P + R.
fn add${d}(lane: Lane, quad: u32, r: Edges${d}) {
${found}
${lines(
  edges.map((e) => `beliefs[${place(e)}] += r[${e}];`),
  "  ",
)}
}

// R = ⊞ over the other edges, of each.
fn others${d}(q: Edges${d}) -> Edges${d} {
${lines(
  edges.map((e) => `let w${e} = weight(q[${e}]);`),
  "  ",
)}
${lines(
  inner.map((e) => `let ${to(e)} = join(${to(e - 1)}, w${e});`),
  "  ",
)}
${lines(
  inner.toReversed().map((e) => `let ${from(e)} = join(w${e}, ${from(e + 1)});`),
  "  ",
)}
${lines(
  edges.map((e) => `let s${e} = bitcast<u32>(q[${e}]);`),
  "  ",
)}
  let all = ${edges.map((e) => `s${e}`).join(" ^ ")};
  return Edges${d}(${edges.map((e) => `message(${other(e)}, all ^ s${e})`).join(", ")});
}

// Whether a check fails.
fn fails${d}(lane: Lane, quad: u32) -> bool {
${found}
  return (${edges.map((e) => `u32(beliefs[${place(e)}] < 0.0)`).join(" ^ ")}) == 1u;
}

fn layered${d}(lane: Lane, quad: u32, r: Edges${d}) -> Edges${d} {
  let q = known${d}(lane, quad, r);
  let now = others${d}(q);
  believe${d}(lane, quad, q, now);
  return now;
}

fn load${d}(lane: Lane, edge: u32) -> Edges${d} {
  let first = lane.kept + edge * params.z + lane.check;
  return Edges${d}(${edges.map((e) => `messages[first + ${e}u * params.z]`).join(", ")});
}

fn store${d}(lane: Lane, edge: u32, r: Edges${d}) {
  let first = lane.kept + edge * params.z + lane.check;
${lines(
  edges.map((e) => `messages[first + ${e}u * params.z] = r[${e}];`),
  "  ",
)}
}
`;
}

/** A step of a decoder: what happens to a layer's messages, and whether other layers' results must be complete before. */
type Step = (layer: { degree: number; quad: string; edge: string; r: string }) => string;

const STEPS = {
  load: ({ degree, edge, r }) => `${r} = load${degree}(lane, ${edge});`,
  store: ({ degree, edge, r }) => `store${degree}(lane, ${edge}, ${r});`,
  add: ({ degree, quad, r }) => `add${degree}(lane, ${quad}, ${r});`,
  layered: ({ degree, quad, r }) => `${r} = layered${degree}(lane, ${quad}, ${r});`,
  known: ({ degree, quad, r }) => `${r} = known${degree}(lane, ${quad}, ${r});`,
  others: ({ degree, quad, r }) => `${r} = others${degree}(${r}); add${degree}(lane, ${quad}, ${r});`,
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

/** `decode` for messages in registers: layer by layer in the text. */
function registerText({ layers, schedule }: DecoderShape): string {
  const each = (step: StepName, barriers: boolean) =>
    layers
      .map(({ degree, quad, edge }, i) => {
        const done = STEPS[step]({ degree, quad: `${quad}u`, edge: `${edge}u`, r: `r${i}` });
        return `${barriers ? "settle();\n" : ""}if (lane.running) { ${done} }`;
      })
      .join("\n");
  const iteration =
    schedule === "layered"
      ? each("layered", true)
      : `settle();\n${each("known", false)}\nsettle();\nif (lane.running) { receive(lane); }\n${each("others", true)}`;
  return `
fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
${lines(
  layers.map(({ degree }, i) => `var r${i} = Edges${degree}();`),
  "  ",
)}
if (params.continues == 1u) {
${each("load", false)}
${each("add", true)}
}
var ran = 0u;
for (var iteration = 1u; iteration <= params.iterations; iteration++) {
${iteration}
${STOPPING}
}
unsolved = lane.running;
lane.running = start.running;
if (KEEPS) {
${each("store", false)}
}
return ran;
}`;
}

/** Whether this lane's check of a layer fails. */
function failsText(degrees: readonly number[]): string {
  return `
fn fails(lane: Lane, layer: vec4u) -> bool {
  switch (layer.z) {
${lines(
  degrees.map((degree) => `case ${degree}u: { return fails${degree}(lane, layer.x); }`),
  "    ",
)}
    default: { return false; }
  }
}
`;
}

/** `decode` for messages in storage: a loop over the layers and their checks. */
function storageText({ layers, schedule }: DecoderShape): string {
  const degrees = [...new Set(layers.map(({ degree }) => degree))];
  const step = (name: string, steps: readonly StepName[]) => `
fn ${name}(lane: Lane, layer: vec4u) {
  switch (layer.z) {
${degrees
  .map((degree) => {
    const work = steps.map((one) => STEPS[one]({ degree, quad: "layer.x", edge: "layer.y", r: "r" }));
    return `    case ${degree}u: { var r: Edges${degree}; ${work.join(" ")} }`;
  })
  .join("\n")}
    default: {}
  }
}`;
  const each = (work: string, barriers: boolean) => `
for (var i = 0u; i < LAYERS; i++) {
${barriers ? "settle();\n" : ""}for (var check = lane.check; lane.running && check < params.z; check += params.lanes) { ${work} }
}`;
  const call = (name: string) => `${name}(at(lane, check), params.layers[i]);`;
  const iteration =
    schedule === "layered"
      ? each(call("update"), true)
      : `settle();${each(call("subtract"), false)}\nsettle();\nif (lane.running) { receive(lane); }${each(call("update"), true)}`;
  return `${step("add", ["load", "add"])}
${schedule === "layered" ? step("update", ["load", "layered", "store"]) : `${step("subtract", ["load", "known", "store"])}${step("update", ["load", "others", "store"])}`}

fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
if (params.continues == 1u) {${each(call("add"), true)}
} else if (lane.running) {
for (var check = lane.check; check < params.z; check += params.lanes) {
for (var e = 0u; e < EDGES; e++) { messages[lane.kept + e * params.z + check] = 0.0; }
}
}
var ran = 0u;
for (var iteration = 1u; iteration <= params.iterations; iteration++) {
${iteration}
${STOPPING}
}
unsolved = lane.running;
return ran;
}`;
}

const STOPPING = `if (lane.running) { ran = iteration; }
if (params.stop == 0u) { continue; }
settle();
lane.running = unfinished(lane, iteration);
if (!someUnfinished(index, iteration)) { break; }`;

const BELIEFS = {
  workgroup: `
var<workgroup> beliefs: array<f32, COLUMNS * PLACES>; // [row][n]
fn firstBelief(number: u32, row: u32) -> u32 { return row * COLUMNS * params.z; }
fn settle() { workgroupBarrier(); }`,
  storage: `
@group(0) @binding(6) var<storage, read_write> beliefs: array<f32>; // [row of the dispatch][n]
fn firstBelief(number: u32, row: u32) -> u32 { return (number * params.rows + row) * COLUMNS * params.z; }
fn settle() { storageBarrier(); workgroupBarrier(); }`,
};

/** The part of the decoder's WGSL that depends on the code's layers. */
export function decoderText(shape: DecoderShape): string {
  const degrees = [...new Set(shape.layers.map(({ degree }) => degree))];
  const decode = shape.messages === "registers" ? registerText(shape) : storageText(shape);
  return `${BELIEFS[shape.beliefs]}\n${degrees.map(updates).join("")}${failsText(degrees)}${decode}\n`;
}
