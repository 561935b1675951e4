import type { SampleBlock, UniformType } from "./block-factory.ts";
import type { Port, Ports } from "./block-type.ts";
import { named } from "./connect.ts";
import type { Connection } from "./graph.ts";
import type { PortType } from "./port.ts";

/** A block of one sample in its graph. */
export interface FusedBlock {
  id: string;
  ports: Ports;
  made: SampleBlock;
}

/** The text of one kernel for several blocks of one sample. */
export interface FusedKernel {
  wgsl: readonly string[];
  /** The outputs ("block.port") of other blocks that the kernel reads, as `input0`, `input1`, … */
  inputs: readonly string[];
  /** The outputs that other blocks read, as `output0`, `output1`, … */
  outputs: readonly string[];
  /** The member of the uniform struct for each uniform of a block ("block.name"). */
  members: ReadonlyMap<string, string>;
  /** Elements per invocation. */
  width: 2 | 4;
}

/** Invocations per workgroup. */
export const FUSED_GROUP = 256;

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
  const ids = new Set(blocks.map(({ id }) => id));
  const isInside = ([id]: readonly [string, string]) => ids.has(id);
  // A signal that comes back through a block outside begins there, so it is an input here.
  const incoming = new Map(edges.filter(({ to }) => isInside(to)).map(({ from, to }) => [named(to), from]));
  const leaving = new Set(
    edges.filter(({ from, to }) => isInside(from) && !isInside(to)).map(({ from }) => named(from)),
  );
  const types = new Map<string, PortType>();
  const inputs: string[] = [];
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
    blocks.flatMap(({ id, made }) => Object.keys(made.uniforms).map((name) => named([id, name]))),
  );
  const element = (signal: string) => ELEMENTS[types.get(signal) as PortType];
  const width = [...inputs, ...outputs].every((signal) => element(signal).words === 2) ? 2 : 4;

  const formulas: string[] = [];
  const statements: string[] = [];
  const uniforms: string[] = [];
  for (const { id, ports, made } of blocks) {
    const own = Object.keys(made.uniforms).map((name) => [name, named([id, name])] as const);
    for (const [name, uniform] of own) uniforms.push(`  ${members.get(uniform)}: ${made.uniforms[name]},`);
    const inputOf = (port: Port, write: (signal: string) => string) => {
      const from = incoming.get(named([id, port.name]));
      return [port.name, from ? write(named(from)) : ELEMENTS[port.type].zero] as const;
    };
    const expressions = made.outputs(
      Object.fromEntries(ports.inputs.map((port) => inputOf(port, (signal) => names.get(signal) as string))),
      Object.fromEntries(own.map(([name, uniform]) => [name, `params.${members.get(uniform)}`])),
      "n",
    );
    const readable = made.outputs(
      Object.fromEntries(ports.inputs.map((port) => inputOf(port, (signal) => `${signal}[n]`))),
      Object.fromEntries(own),
      "n",
    );
    for (const { name } of ports.outputs) {
      const output = named([id, name]);
      formulas.push(`//   ${output}[n] = ${readable[name].replaceAll(/\s+/g, " ")}`);
      statements.push(`  let ${names.get(output)}: ${element(output).type} = ${expressions[name]};`);
    }
  }

  const parameters = inputs.map((signal) => `${names.get(signal)}: ${element(signal).type}`);
  const bindings = [
    ...inputs.map((signal, i) => [`input${i}`, "read", signal] as const),
    ...outputs.map((signal, i) => [`output${i}`, "read_write", signal] as const),
  ].map(([name, access, signal], i) => {
    const scalar = element(signal).type === "vec2f" ? "f32" : element(signal).type;
    return `@group(0) @binding(${i}) var<storage, ${access}> ${name}: array<vec4<${scalar}>>;`;
  });
  const calls = Array.from({ length: width }, (_, k) => {
    const loaded = inputs.map((signal, i) => part(`x${i}`, element(signal).words, k));
    return `  let y${k} = fusedElements(${[`${width}u * i + ${k}u`, ...loaded].join(", ")});`;
  });
  const text = `// Generated:
${formulas.join("\n")}
// One invocation per ${width} elements.
struct FusedParams {
  invocations: u32,
${uniforms.join("\n")}
}
${bindings.join("\n")}
@group(0) @binding(${bindings.length}) var<uniform> params: FusedParams;

struct FusedElements {
${outputs.map((signal, i) => `  output${i}: ${element(signal).type},`).join("\n")}
}

fn fusedElements(${["n: u32", ...parameters].join(", ")}) -> FusedElements {
${statements.join("\n")}
  return FusedElements(${outputs.map((signal) => names.get(signal)).join(", ")});
}

@compute @workgroup_size(${FUSED_GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * ${FUSED_GROUP}u + id.x;
  if (i >= params.invocations) { return; }
${inputs.flatMap((signal, i) => loads(`x${i}`, `input${i}`, element(signal).words, width)).join("\n")}
${calls.join("\n")}
${outputs.flatMap((signal, i) => stores(`output${i}`, element(signal), width)).join("\n")}
}
`;
  return { wgsl: [text, ...new Set(blocks.flatMap(({ made }) => made.wgsl))], inputs, outputs, members, width };
}

/** Returns a different identifier of WGSL for each text. */
function identifiers(texts: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
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
  const vector = `vec4<${words === 2 ? "f32" : type}>`;
  const whole = (first: number) =>
    `${vector}(${Array.from({ length: 4 / words }, (_, k) => `y${first + k}.${buffer}`).join(", ")})`;
  if (words * width === 4) return [`  ${buffer}[i] = ${whole(0)};`];
  return [0, 1].map((k) => `  ${buffer}[2u * i + ${k}u] = ${whole(2 * k)};`);
}

/** Zeros for the uniforms of a type. */
export const zerosOf = (type: UniformType): number | number[] => {
  const count = /^vec(\d)/.exec(type)?.[1];
  return count ? Array.from({ length: Number(count) }, () => 0) : 0;
};
