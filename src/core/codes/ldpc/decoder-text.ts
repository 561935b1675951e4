import { declare } from "../../gpu/declarations.ts";
import type { TableLayer } from "./block-table.ts";
import {
  byKind,
  checkKind,
  checkKinds,
  checkText,
  type DecoderShape,
  isBound,
  lines,
  messageText,
  placesIn,
  STOPPING,
  tablePlaces,
  updates,
} from "./check-text.ts";
import { minSumText } from "./min-sum-text.ts";

/** A step of a decoder: what happens to a layer's messages, and whether other layers' results must be complete before. */
type Step = (layer: { kind: string; name: string; quad: string; edge: string; r: string }) => string;

const STEPS = {
  load: ({ kind, edge, r }) => `${r} = load${kind}(lane, ${edge});`,
  store: ({ kind, edge, r }) => `store${kind}(lane, ${edge}, ${r});`,
  add: ({ name, quad, r }) => `add${name}(lane, ${quad}, ${r});`,
  layered: ({ name, quad, r }) => `${r} = layered${name}(lane, ${quad}, ${r});`,
  known: ({ name, quad, r }) => `${r} = known${name}(lane, ${quad}, ${r});`,
  others: ({ kind, name, quad, r }) => `${r} = others${kind}(${r}); add${name}(lane, ${quad}, ${r});`,
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

/** The end of the names of a layer's functions. */
const layerName = (index: number) => `InLayer${index}`;

/** `decode` for messages in registers: layer by layer in the text. */
function registerText({ layers, schedule, keeps }: DecoderShape): string {
  const each = (step: StepName, barriers: boolean) =>
    layers
      .map((layer, i) => {
        const places = { quad: `${layer.quad}u`, edge: `${layer.edge}u` };
        const done = STEPS[step]({ kind: checkKind(layer), name: layerName(i), ...places, r: `r${i}` });
        return `${barriers ? "settle();\n" : ""}if (lane.running) { ${done} }`;
      })
      .join("\n");
  const iteration =
    schedule === "layered"
      ? each("layered", true)
      : `settle();\n${each("known", false)}\nsettle();\nif (lane.running) { receive(lane); }\n${each("others", true)}`;
  const continued = `if (params.continues == 1u) {
${each("load", false)}
${each("add", true)}
}`;
  return `
fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
${lines(
  layers.map(({ degree }, i) => `var r${i} = Edges${degree}();`),
  "  ",
)}
${keeps ? continued : ""}
var ran = 0u;
for (var iteration = 1u; iteration <= params.iterations; iteration++) {
${iteration}
${STOPPING}
}
unsolved = lane.running;
lane.running = start.running;
${keeps ? each("store", false) : ""}
return ran;
}`;
}

/** Whether this lane's check of layer i fails. */
function failsText(layers: readonly TableLayer[]): string {
  return `
fn fails(lane: Lane, i: u32) -> bool {
let layer = params.layers[i];
${byKind(layers, (layer) => `return fails${checkKind(layer)}(lane, layer.x);`)}
return false;
}
`;
}

/** `decode` for messages in storage: a loop over the layers and their checks. */
function storageText({ layers, schedule, checks }: DecoderShape): string {
  // An invocation with one check of a layer reads its messages before it waits for the other invocations.
  const readsAhead = checks === 1;
  const step = (name: string, steps: readonly StepName[], waits: boolean) => `
fn ${name}(lane: Lane, i: u32, fresh: bool) {
let layer = params.layers[i];
${byKind(layers, (layer) => {
  const kind = checkKind(layer);
  const works = steps.map((one) => STEPS[one]({ kind, name: kind, quad: "layer.x", edge: "layer.y", r: "r" }));
  const [load, work] = [works[0], works.slice(1).join(" ")];
  const start = `var r = Edges${layer.degree}();`;
  if (!waits || !readsAhead) return `${start} if (!fresh) { ${load} } ${work}`;
  return `${start} if (lane.running && !fresh) { ${load} } settle(); if (lane.running) { ${work} }`;
})}
}`;
  const each = (name: string, fresh: string, waits: boolean) => {
    if (waits && readsAhead) return `\nfor (var i = 0u; i < LAYERS; i++) { ${name}(lane, i, ${fresh}); }`;
    return `
for (var i = 0u; i < LAYERS; i++) {
${waits ? "settle();\n" : ""}for (var check = lane.check; lane.running && check < params.z; check += params.lanes) { ${name}(at(lane, check), i, ${fresh}); }
}`;
  };
  const first = "iteration == 1u && params.continues == 0u";
  const steps =
    schedule === "layered"
      ? step("update", ["load", "layered", "store"], true)
      : `${step("subtract", ["load", "known", "store"], false)}${step("update", ["load", "others", "store"], true)}`;
  const iteration =
    schedule === "layered"
      ? each("update", first, true)
      : `settle();${each("subtract", first, false)}\nsettle();\nif (lane.running) { receive(lane); }${each("update", "false", true)}`;
  return `${step("add", ["load", "add"], true)}
${steps}

fn decode(start: Lane, index: u32) -> u32 {
  var lane = start;
if (params.continues == 1u) {${each("add", "false", true)}
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

const BELIEFS = {
  workgroup: `
var<workgroup> beliefs: array<f32, COLUMNS * PLACES>; // [row][n]
fn settle() { workgroupBarrier(); }`,
  storage: `
@group(0) @binding(6) var<storage, read_write> beliefs: array<f32>; // [row of the dispatch][n]
fn settle() { storageBarrier(); workgroupBarrier(); }`,
};

/**
 * The place of a frame's beliefs. For one frame per workgroup it is a constant, which saves an operation per edge: 2 to 7 % of the time
 * (H100, H200).
 */
function firstText({ beliefs, rows }: DecoderShape): string {
  const inGroup = rows === 1 ? "0u" : "row * COLUMNS * params.z";
  const first = beliefs === "workgroup" ? inGroup : "(number * params.rows + row) * COLUMNS * params.z";
  return `fn firstBelief(number: u32, row: u32) -> u32 { return ${first}; }`;
}

const MESSAGES = `
@group(0) @binding(4) var<storage, read_write> messages: array<f32>; // R: [frame or place in the dispatch][block][z]`;

/** `decode` for a message per edge. */
function edgesText(shape: DecoderShape): string {
  const { layers } = shape;
  const degrees = [...new Set(layers.map(({ degree }) => degree))];
  const kinds = checkKinds(layers);
  const inRegisters = shape.messages === "registers";
  const updating = inRegisters
    ? layers.map((layer, i) => updates(layer, layerName(i), placesIn(layer, shape), shape))
    : kinds.map((layer) => updates(layer, checkKind(layer), tablePlaces(layer.degree), shape));
  return [
    ...(isBound(shape) ? [MESSAGES] : []),
    ...degrees.map((d) => `alias Edges${d} = array<f32, ${d}>;`),
    ...kinds.map((layer) => messageText(layer, shape)),
    ...updating,
    inRegisters ? registerText(shape) : storageText(shape),
  ].join("\n");
}

/** The last texts by their shapes: a figure may create dozens of decoders of one code. */
const written = new Map<string, string>();
const MOST_WRITTEN = 16;

/** Returns the bindings of the text. They are declared because parsing such a long text takes the page 0.1 s. */
function bindingsOf({ beliefs, kept, ...shape }: DecoderShape) {
  const storage = (name: string, index: number, type: string) => ({ name, group: 0, index, uniform: false, type });
  return [
    ...(beliefs === "storage" ? [storage("beliefs", 6, "array<f32>")] : []),
    ...(isBound(shape) ? [storage("messages", 4, kept === "least" ? "array<u32>" : "array<f32>")] : []),
  ];
}

/** The part of the decoder's WGSL that depends on the code's layers. */
export function decoderText(shape: DecoderShape): string {
  const key = JSON.stringify(shape);
  const text = written.get(key) ?? write(shape);
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(key, text);
  return text;
}

function write(shape: DecoderShape): string {
  const { beliefs, kept, layers } = shape;
  const texts = [
    BELIEFS[beliefs],
    firstText(shape),
    ...checkKinds(layers).map(checkText),
    failsText(layers),
    kept === "least" ? minSumText(shape) : edgesText(shape),
  ];
  return declare(texts.join("\n"), { overrides: [], bindings: bindingsOf(shape), structs: {}, aliases: {} });
}
