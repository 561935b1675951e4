import type { SampleBlock } from "./block-factory.ts";
import type { Port, Ports } from "../graph/block-type.ts";
import { named, type PortName } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";
import type { Connection } from "../graph/graph.ts";
import type { PortType } from "../graph/port.ts";

/** A block of one sample in its graph. */
export interface FusedBlock {
  id: string;
  ports: Ports;
  instance: SampleBlock;
}

/** Texts that compute several blocks of one sample, as a part of a filter's kernel. */
export interface FusedStep {
  wgsl: readonly string[];
  /** The outputs of other blocks that the texts read, as `loadInput0`, `loadInput1`, … or `storeInput0`, … */
  inputs: readonly PortName[];
  /** The outputs that other blocks read, as `storeOutput0`, `storeOutput1`, … */
  outputs: readonly PortName[];
  /** The member of the uniform struct for each uniform of a block ("block.name", as of a port). */
  members: ReadonlyMap<PortName, string>;
}

/** The texts of one kernel for several blocks of one sample. Its names begin with `fused`. */
export interface FusedKernel extends FusedStep {
  /** Elements per invocation. */
  width: 2 | 4;
}

/** The type of an element in WGSL, and its number of 32-bit words. */
const ELEMENTS: Readonly<Record<PortType, { type: string; words: 1 | 2; zero: string }>> = {
  real: { type: "f32", words: 1, zero: "0.0" },
  complex: { type: "vec2f", words: 2, zero: "vec2f()" },
  integer: { type: "i32", words: 1, zero: "0i" },
  bits: { type: "u32", words: 1, zero: "0u" },
  llrs: { type: "f32", words: 1, zero: "0.0" },
  frames: { type: "u32", words: 1, zero: "0u" },
};

/**
 * Returns the kernel that computes all blocks for one element after another. Only signals that leave the group are
 * stored.
 *
 * @param blocks In the order of their work.
 */
export function fusedKernel(blocks: readonly FusedBlock[], edges: readonly Connection[]): FusedKernel {
  const fused = elementsOf("fused", blocks, edges);
  const { inputs, outputs, element } = fused;
  const width = [...inputs, ...outputs].every((signal) => element(signal).words === 2) ? 2 : 4;
  const bindings = bindingsOf(fused, (signal) => `vec4<${scalarOf(element(signal))}>`);
  const calls = Array.from({ length: width }, (_, k) => {
    const loaded = inputs.map((signal, i) => part(`x${i}`, element(signal).words, k));
    return `  let y${k} = fusedElements(${[`${width}u * i + ${k}u`, ...loaded].join(", ")});`;
  });
  const text = `// Generated:
${fused.formulas}
// One invocation per ${width} elements.
override FUSED_GROUP: u32; // invocations per workgroup
struct FusedParams {
  invocations: u32,
${fused.uniforms}
}
${bindings.join("\n")}
@group(0) @binding(${bindings.length}) var<uniform> fusedParams: FusedParams;
${fused.text}
@compute @workgroup_size(FUSED_GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * FUSED_GROUP + id.x;
  if (i >= fusedParams.invocations) { return; }
${inputs.flatMap((signal, i) => loads(`x${i}`, `fusedInput${i}`, element(signal).words, width)).join("\n")}
${calls.join("\n")}
${outputs.flatMap((signal, i) => stores(`output${i}`, element(signal), width)).join("\n")}
}
`;
  return { wgsl: [text, ...fused.libraries], inputs, outputs, members: fused.members, width };
}

/**
 * Returns the load step of a filter that computes the blocks before it for each sample it reads. Their only output is
 * the filter's input.
 */
export function fusedLoad(blocks: readonly FusedBlock[], edges: readonly Connection[]): FusedStep {
  const load = elementsOf("load", blocks, edges);
  const { inputs, outputs, element, members } = load;
  const bindings = bindingsOf(load, (signal) => element(signal).type);
  const text = `// Generated:
${load.formulas}
// for each sample that a filter reads.
${paramsOf(load, LOAD_BINDINGS + bindings.length)}
${bindings.join("\n")}
${load.text}
fn inputAt(at: u32) -> ${element(outputs[0]).type} {
  return loadElements(${["at", ...inputs.map((_, i) => `loadInput${i}[at]`)].join(", ")}).output0;
}
`;
  return { wgsl: [text, ...load.libraries], inputs, outputs, members };
}

/**
 * Returns the store step of a filter that computes the blocks behind it for each of its outputs, and stores the signals
 * that leave them.
 *
 * @param filtered The filter's output.
 */
export function fusedStore(blocks: readonly FusedBlock[], edges: readonly Connection[], filtered: PortName): FusedStep {
  const store = elementsOf("store", blocks, edges);
  const { inputs, outputs, element, members } = store;
  const read = inputs.filter((signal) => signal !== filtered);
  const bindings = bindingsOf({ ...store, inputs: read }, (signal) => element(signal).type);
  const values = inputs.map((signal) => (signal === filtered ? "y" : `storeInput${read.indexOf(signal)}[at]`));
  const text = `// Generated:
${store.formulas}
// for each output of a filter.
${paramsOf(store, STORE_BINDINGS + bindings.length)}
${bindings.join("\n")}
${store.text}
fn putOutput(at: u32, y: ${element(filtered).type}) {
  let z = storeElements(${["at", ...values].join(", ")});
${outputs.map((_, i) => `  storeOutput${i}[at] = z.output${i};`).join("\n")}
}
`;
  return { wgsl: [text, ...store.libraries], inputs: read, outputs, members };
}

/** First bindings of the steps, behind the bindings of the filters' kernels. */
const LOAD_BINDINGS = 10;
const STORE_BINDINGS = 30;

type Use = "fused" | "load" | "store";

const FIRST_BINDING: Readonly<Record<Use, number>> = { fused: 0, load: LOAD_BINDINGS, store: STORE_BINDINGS };

/** A function that computes all blocks for one element, `fusedElements` or so, with what it needs. */
interface Elements extends Pick<FusedKernel, "inputs" | "outputs" | "members"> {
  use: Use;
  /** The formulas, as comments. */
  formulas: string;
  /** Members of the uniform struct, one line each. */
  uniforms: string;
  text: string;
  libraries: readonly string[];
  element(signal: PortName): (typeof ELEMENTS)[PortType];
}

const capital = (text: string) => `${text[0].toUpperCase()}${text.slice(1)}`;

function elementsOf(use: Use, blocks: readonly FusedBlock[], edges: readonly Connection[]): Elements {
  const ids = new Set(blocks.map(({ id }) => id));
  const isInside = ([id]: readonly [string, string]) => ids.has(id);
  // A signal that comes back through a block outside begins there, so it is an input here.
  const incoming = new Map(edges.filter(({ to }) => isInside(to)).map(({ from, to }) => [named(to), from]));
  const leaving = new Set(
    edges.filter(({ from, to }) => isInside(from) && !isInside(to)).map(({ from }) => named(from)),
  );
  const types = new Map<PortName, PortType>();
  const inputs: PortName[] = [];
  for (const { id, ports } of blocks) {
    for (const { name, type } of ports.outputs) types.set(named([id, name]), type);
    for (const { name, type } of ports.inputs) {
      const from = incoming.get(named([id, name]));
      if (!from || isInside(from) || types.has(named(from))) continue;
      types.set(named(from), type);
      inputs.push(named(from));
    }
  }
  const outputs = [...types.keys()].filter((output) => leaving.has(output));
  const names = identifiers([...types.keys()]);
  const members = identifiers(
    blocks.flatMap(({ id, instance }) => Object.keys(instance.uniforms).map((name) => named([id, name]))),
  );
  const element = (signal: PortName) => ELEMENTS[lookUp(types, signal)];

  const formulas: string[] = [];
  const statements: string[] = [];
  const uniforms: string[] = [];
  for (const { id, ports, instance } of blocks) {
    const uniformNames = Object.keys(instance.uniforms).map((name) => [name, named([id, name])] as const);
    for (const [name, uniform] of uniformNames) uniforms.push(`  ${members.get(uniform)}: ${instance.uniforms[name]},`);
    const inputOf = (port: Port, write: (signal: PortName) => string) => {
      const from = incoming.get(named([id, port.name]));
      return [port.name, from ? write(named(from)) : ELEMENTS[port.type].zero] as const;
    };
    const expressions = instance.outputs(
      Object.fromEntries(ports.inputs.map((port) => inputOf(port, (signal) => lookUp(names, signal)))),
      Object.fromEntries(uniformNames.map(([name, uniform]) => [name, `${use}Params.${members.get(uniform)}`])),
      "n",
    );
    const readable = instance.outputs(
      Object.fromEntries(ports.inputs.map((port) => inputOf(port, (signal) => `${signal}[n]`))),
      Object.fromEntries(uniformNames),
      "n",
    );
    for (const { name } of ports.outputs) {
      const output = named([id, name]);
      formulas.push(`//   ${output}[n] = ${readable[name].replaceAll(/\s+/g, " ")}`);
      statements.push(`  let ${names.get(output)}: ${element(output).type} = ${expressions[name]};`);
    }
  }

  const parameters = inputs.map((signal) => `${names.get(signal)}: ${element(signal).type}`);
  const struct = `${capital(use)}Elements`;
  const text = `
struct ${struct} {
${outputs.map((signal, i) => `  output${i}: ${element(signal).type},`).join("\n")}
}

fn ${use}Elements(${["n: u32", ...parameters].join(", ")}) -> ${struct} {
${statements.join("\n")}
  return ${struct}(${outputs.map((signal) => names.get(signal)).join(", ")});
}
`;
  const libraries = [...new Set(blocks.flatMap(({ instance }) => instance.wgsl))];
  const lines = { formulas: formulas.join("\n"), uniforms: uniforms.join("\n") };
  return { use, inputs, outputs, members, ...lines, text, libraries, element };
}

/** Returns the declarations of the signals' buffers. @param itemOf Type of an item of a buffer. */
function bindingsOf({ use, inputs, outputs }: Elements, itemOf: (signal: PortName) => string): string[] {
  return [
    ...inputs.map((signal, i) => [`${use}Input${i}`, "read", signal] as const),
    ...outputs
      // The output of a load step is the sample that the filter gets.
      .filter(() => use !== "load")
      .map((signal, i) => [`${use}Output${i}`, "read_write", signal] as const),
  ].map(([name, access, signal], i) => {
    const binding = FIRST_BINDING[use] + i;
    return `@group(0) @binding(${binding}) var<storage, ${access}> ${name}: array<${itemOf(signal)}>;`;
  });
}

/** Returns the uniform struct of a step, if it has one. */
function paramsOf({ use, uniforms }: Elements, binding: number): string {
  if (!uniforms) return "";
  const struct = `${capital(use)}Params`;
  return `struct ${struct} {
${uniforms}
}
@group(0) @binding(${binding}) var<uniform> ${use}Params: ${struct};`;
}

const scalarOf = ({ type }: { type: string }) => (type === "vec2f" ? "f32" : type);

/** Returns a different identifier of WGSL for each text. */
function identifiers<Text extends string>(texts: readonly Text[]): Map<Text, string> {
  const names = new Map<Text, string>();
  const taken = new Set<string>();
  for (const text of texts) {
    const plain = `b_${text.replaceAll(/[^A-Za-z0-9]+/g, "_")}`;
    let name = plain;
    for (let i = 2; taken.has(name); i++) name = `${plain}_${i}`;
    taken.add(name);
    names.set(text, name);
  }
  return names;
}

/** Returns the statements that load the elements of one invocation, 16 bytes at a time. */
function loads(name: string, buffer: string, words: 1 | 2, width: 2 | 4): string[] {
  if (words * width === 4) return [`  let ${name}_0 = ${buffer}[i];`];
  return [0, 1].map((k) => `  let ${name}_${k} = ${buffer}[2u * i + ${k}u];`);
}

/** Returns the expression for loaded element k. */
function part(name: string, words: 1 | 2, k: number): string {
  return words === 1 ? `${name}_0.${"xyzw"[k]}` : `${name}_${k >> 1}.${k % 2 ? "zw" : "xy"}`;
}

function stores(buffer: string, { type, words }: { type: string; words: 1 | 2 }, width: 2 | 4): string[] {
  const vector = `vec4<${scalarOf({ type })}>`;
  const whole = (first: number) =>
    `${vector}(${Array.from({ length: 4 / words }, (_, k) => `y${first + k}.${buffer}`).join(", ")})`;
  if (words * width === 4) return [`  fused${capital(buffer)}[i] = ${whole(0)};`];
  return [0, 1].map((k) => `  fused${capital(buffer)}[2u * i + ${k}u] = ${whole(2 * k)};`);
}
