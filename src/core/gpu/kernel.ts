import { type Declarations, declarationsOf } from "./declarations.ts";
import { blame, GpuValidationError, scoped, uses } from "./errors.ts";
import { layoutOf, type Member, membersOf, type Numbers, numberLayout, resolve } from "./layout.ts";
import { ownUniforms, type UniformMemory, type UniformPlace } from "./uniforms.ts";

/** The parts of a kernel. */
export interface KernelSource {
  /** Folder and stem of the WGSL file, e.g. "fir/direct": names the kernel in errors and timings. */
  label: string;
  /** The kernel's text first, so that line numbers of errors are its own; then the `lib/` texts that it needs. */
  wgsl: readonly string[];
  /** A value for each `override` of the text, by name. */
  constants?: Readonly<Record<string, number>>;
}

/** Values of a uniform struct, by member name. Vectors and arrays are lists of numbers. */
export type Values = Readonly<Record<string, number | readonly number[]>>;

/** A uniform struct in GPU memory. */
export interface UniformStruct {
  readonly place: UniformPlace;
  /** Changes members. In its own buffer this takes effect for what is submitted afterwards. */
  set(values: Values): void;
  /** Gives the memory back. */
  destroy(): void;
}

/** A buffer (whole, or a slice of it) for a storage binding; values, a struct of several kernels or a buffer for a uniform one. */
export type Resource = GPUBuffer | GPUBufferBinding | Values | UniformStruct;

/** Workgroups whose number the GPU found: three u32 (x, y, z) in a buffer of `allocate(device).indirect`, at a byte offset. */
export interface GroupsInBuffer {
  buffer: GPUBuffer;
  /** A multiple of 4. */
  offset: number;
}

/** Workgroups of a dispatch: in x, in up to three dimensions, or as many as the GPU found. */
export type Groups = number | readonly [number, number?, number?] | GroupsInBuffer;

/** A compute pipeline whose bindings, overrides and parameters are addressed by the names in its WGSL. */
export interface Kernel {
  readonly label: string;
  /**
   * Binds all of the kernel's resources by name. An unknown, missing or mistyped name throws.
   *
   * @param uniforms Memory for the uniform struct. Default: its own buffer.
   */
  bind(resources: Readonly<Record<string, Resource>>, uniforms?: UniformMemory): BoundKernel;
}

/** A kernel with its resources, which records dispatches. */
export interface BoundKernel {
  readonly label: string;
  /** Changes members of the uniform struct that was bound by its values, as {@link UniformStruct} does. */
  set(values: Values): void;
  /** Records one pass that dispatches `groups` workgroups; nothing else. The device dispatches none if a number in a buffer exceeds its limit. */
  encode(encoder: GPUCommandEncoder, groups: Groups, timestampWrites?: GPUComputePassTimestampWrites): void;
  /** Gives the memory of the uniform struct back. */
  destroy(): void;
}

interface Binding {
  name: string;
  index: number;
  uniform: boolean;
  /** Smallest size of the shader's type in bytes. */
  minBytes: number;
  /** Of a uniform struct. */
  members?: ReadonlyMap<string, Member & Numbers>;
}

const compiled = new WeakMap<GPUDevice, Map<string, Promise<Kernel>>>();

/** Numbers of all texts. The engine keeps the hash of a text, so finding one again takes no time, however long the text is. */
const numbers = new Map<string, number>();

function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

/** Joined texts by the numbers of their parts: the same parts give the same string, with its hash. */
const texts = new Map<string, string>();

function joined(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0];
  const key = parts.map(numberOf).join(" ");
  const text = texts.get(key) ?? parts.join("\n");
  texts.set(key, text);
  return text;
}

/**
 * Returns a compiled kernel. The same text with the same constants is compiled once per device.
 *
 * @throws Error with the compiler's messages, by line; RangeError for a constant that is missing or unknown.
 *
 * @example
 * ```ts
 * import { allocate, compile, openGpu, readFloats } from "threeray/gpu";
 *
 * const wgsl = `
 * override GROUP: u32;
 * @group(0) @binding(0) var<storage, read> x: array<f32>;
 * @group(0) @binding(1) var<storage, read_write> y: array<f32>;
 * @compute @workgroup_size(GROUP) fn main(@builtin(global_invocation_id) id: vec3u) {
 *   if (id.x < arrayLength(&x)) { y[id.x] = x[id.x] * x[id.x]; }
 * }`;
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const x = memory.constant("x", Float32Array.of(1, 2, 3, 4));
 * const y = memory.storage("y", 16);
 * const kernel = await compile(device, { label: "square", wgsl: [wgsl], constants: { GROUP: 64 } });
 * const bound = kernel.bind({ x, y });
 * const encoder = device.createCommandEncoder();
 * bound.encode(encoder, 1);
 * device.queue.submit([encoder.finish()]);
 * console.log([...(await readFloats(device, y, 4))]); // [ 1, 4, 9, 16 ]
 * memory.release();
 * close();
 * ```
 */
export function compile(device: GPUDevice, source: KernelSource): Promise<Kernel> {
  const cache = compiled.get(device) ?? new Map<string, Promise<Kernel>>();
  compiled.set(device, cache);
  const key = JSON.stringify([source.label, numberOf(joined(source.wgsl)), source.constants]);
  const known = cache.get(key);
  if (known) return known;
  const kernel = build(device, source);
  cache.set(key, kernel);
  kernel.catch(() => cache.delete(key));
  return kernel;
}

async function build(device: GPUDevice, { label, wgsl, constants = {} }: KernelSource): Promise<Kernel> {
  const code = joined(wgsl);
  const declarations = await declarationsOf(wgsl);
  checkOverrides(label, declarations, constants);
  const bindings = bindingsOf(label, declarations);

  const { result, verdict } = scoped(device, () => {
    const module = device.createShaderModule({ label, code });
    const compute = { module, entryPoint: "main", constants: { ...constants } };
    return { module, compiling: device.createComputePipelineAsync({ label, layout: "auto", compute }) };
  });
  const { module } = result;
  const [refusal, pipeline] = await Promise.all([
    verdict,
    result.compiling.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
  ]);
  if (refusal && !(refusal instanceof GpuValidationError)) throw refusal;
  if (pipeline instanceof Error || refusal) {
    const { messages } = await module.getCompilationInfo();
    const lines = messages.map((message) => `${label}.wgsl:${message.lineNum}:${message.linePos} ${message.message}`);
    const reason = lines.length ? lines.join("\n") : ((pipeline as Error).message ?? refusal?.message);
    throw new Error(`${label}: the kernel does not compile on this device\n${reason}`);
  }
  return { label, bind: (resources, uniforms) => bind(device, { label, pipeline, bindings }, resources, uniforms) };
}

function checkOverrides(label: string, { overrides }: Declarations, constants: Readonly<Record<string, number>>): void {
  const names = new Set(overrides);
  for (const name of Object.keys(constants)) {
    if (!names.has(name)) throw new RangeError(`${label}: the kernel has no override ${name} (it has ${list(names)})`);
  }
  for (const name of overrides) {
    const value = constants[name];
    if (value === undefined || !Number.isFinite(value)) {
      throw new RangeError(`${label}: override ${name} needs a finite number, got ${value}`);
    }
  }
}

function bindingsOf(label: string, declarations: Declarations): Binding[] {
  return declarations.bindings.map(({ name, group, index, uniform, type }) => {
    if (group > 0) throw new Error(`${label}: kernels bind in group 0 only, found group ${group}`);
    const { size, stride } = layoutOf(type, declarations);
    if (!uniform) return { name, index, uniform, minBytes: size || (stride as number) };
    const struct = Object.hasOwn(declarations.structs, resolve(type, declarations));
    return {
      name,
      index,
      uniform,
      minBytes: Math.ceil(size / 16) * 16,
      members: struct ? uniformMembers(type, declarations) : undefined,
    };
  });
}

function uniformMembers(type: string, declarations: Declarations): Map<string, Member & Numbers> {
  const members = membersOf(type, declarations);
  return new Map(members.map((member) => [member.name, { ...member, ...numberLayout(member.type, declarations) }]));
}

interface Built {
  label: string;
  pipeline: GPUComputePipeline;
  bindings: readonly Binding[];
}

function bind(
  device: GPUDevice,
  { label, pipeline, bindings }: Built,
  resources: Readonly<Record<string, Resource>>,
  uniforms = ownUniforms(device),
): BoundKernel {
  const names = new Set(bindings.map((binding) => binding.name));
  for (const name of Object.keys(resources)) {
    if (!names.has(name)) throw new RangeError(`${label}: the kernel has no binding ${name} (it has ${list(names)})`);
  }
  let own: UniformStruct | undefined;
  const structs: { binding: number; place: UniformPlace }[] = [];
  const entries: { binding: number; resource: GPUBufferBinding }[] = [];
  for (const binding of bindings) {
    const resource = resources[binding.name];
    if (resource === undefined) throw new RangeError(`${label}: binding ${binding.name} is missing`);
    if (isBuffer(resource) || isSlice(resource)) {
      entries.push({ binding: binding.index, resource: checkedBuffer(device, label, binding, resource) });
      continue;
    }
    if (!binding.members) {
      throw new TypeError(`${label}: binding ${binding.name} must be a GPUBuffer, got ${describe(resource)}`);
    }
    const struct = isStruct(resource) ? resource : structOf(label, binding, resource as Values, uniforms);
    if (struct !== resource) own = struct;
    checkedBuffer(device, label, binding, struct.place.slices[0]);
    structs.push({ binding: binding.index, place: struct.place });
  }
  const { result: groups, verdict } = scoped(device, () => {
    const layout = pipeline.getBindGroupLayout(0);
    own?.place.changed();
    const slices = Math.max(1, ...structs.map(({ place }) => place.slices.length));
    return Array.from({ length: slices }, (_, i) => {
      const places = structs.map(({ binding, place }) => ({
        binding,
        resource: place.slices[i % place.slices.length],
      }));
      return device.createBindGroup({ label, layout, entries: [...entries, ...places] });
    });
  });
  blame(groups, verdict);
  const used: object[] = [...entries.map(({ resource }) => resource.buffer), groups];
  for (const { place } of structs) used.push(place.slices[0].buffer);
  return {
    label,
    set(values) {
      if (!own) throw new Error(`${label}: the kernel has no uniform struct to set`);
      own.set(values);
    },
    encode(encoder, count, timestampWrites) {
      const dispatch = dispatchOf(label, device, count);
      uses(encoder, used);
      const pass = encoder.beginComputePass({ label, timestampWrites });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[Math.max(0, ...structs.map(({ place }) => place.current))]);
      dispatch(pass);
      pass.end();
    },
    destroy() {
      own?.destroy();
      own = undefined;
    },
  };
}

/**
 * Returns a uniform struct for several kernels that have this text.
 *
 * @param name Name of the binding in the text.
 * @param uniforms Memory for it. Default: its own buffer.
 */
export async function createUniformStruct(
  device: GPUDevice,
  { label, wgsl }: Pick<KernelSource, "label" | "wgsl">,
  name: string,
  values: Values,
  uniforms = ownUniforms(device),
): Promise<UniformStruct> {
  const binding = bindingsOf(label, await declarationsOf(wgsl)).find((one) => one.name === name);
  if (!binding?.members) throw new RangeError(`${label}: the text has no uniform struct ${name}`);
  const struct = structOf(label, binding, values, uniforms);
  const { verdict } = scoped(device, () => struct.place.changed());
  blame(struct.place.slices[0].buffer, verdict);
  return struct;
}

/** Returns a uniform struct that is not written yet. */
function structOf(label: string, binding: Binding, values: Values, uniforms: UniformMemory): UniformStruct {
  for (const name of binding.members?.keys() ?? []) {
    if (!(name in values)) throw new RangeError(`${label}: parameter ${binding.name}.${name} is missing`);
  }
  const bytes = new ArrayBuffer(binding.minBytes);
  writeValues(label, binding, bytes, values);
  const place = uniforms.place(`${label} ${binding.name}`, new Uint8Array(bytes));
  return {
    place,
    set(next) {
      writeValues(label, binding, bytes, next);
      place.changed();
    },
    destroy: () => place.release(),
  };
}

function dispatchOf(label: string, device: GPUDevice, groups: Groups): (pass: GPUComputePassEncoder) => void {
  if (typeof groups === "object" && "buffer" in groups) {
    return (pass) => pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
  }
  const [x, y = 1, z = 1] = typeof groups === "number" ? [groups] : groups;
  const limit = device.limits.maxComputeWorkgroupsPerDimension;
  if (![x, y, z].every((n) => Number.isInteger(n) && n >= 0 && n <= limit)) {
    throw new RangeError(`${label}: each dimension must have 0 to ${limit} workgroups, got ${x} × ${y} × ${z}`);
  }
  return (pass) => pass.dispatchWorkgroups(x, y, z);
}

function checkedBuffer(
  device: GPUDevice,
  label: string,
  binding: Binding,
  resource: GPUBuffer | GPUBufferBinding,
): GPUBufferBinding {
  const { buffer, offset = 0, size = buffer.size - offset } = isBuffer(resource) ? { buffer: resource } : resource;
  const needed = binding.uniform ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
  if (!(buffer.usage & needed)) {
    const kind = binding.uniform ? "UNIFORM" : "STORAGE";
    throw new TypeError(`${label}: binding ${binding.name} needs a buffer with ${kind} usage, got "${buffer.label}"`);
  }
  if (size < binding.minBytes) {
    throw new RangeError(
      `${label}: binding ${binding.name} needs at least ${binding.minBytes} bytes, "${buffer.label}" has ${size}`,
    );
  }
  const { maxStorageBufferBindingSize, maxUniformBufferBindingSize } = device.limits;
  const limit = binding.uniform ? maxUniformBufferBindingSize : maxStorageBufferBindingSize;
  if (size > limit) {
    throw new RangeError(
      `${label}: binding ${binding.name} spans ${size} bytes, more than the device's ${limit}: use smaller pages`,
    );
  }
  return { buffer, offset, size };
}

/** Writes named values into a struct with the layout of the WGSL. */
function writeValues(label: string, binding: Binding, bytes: ArrayBuffer, values: Values): void {
  const members = binding.members ?? new Map<string, never>();
  const view = new DataView(bytes);
  for (const [name, value] of Object.entries(values)) {
    const member = members.get(name);
    if (!member) {
      throw new RangeError(
        `${label}: the struct ${binding.name} has no member ${name} (it has ${list(members.keys())})`,
      );
    }
    const { scalar, count, stride } = member;
    const numbers = typeof value === "number" ? [value] : value;
    if (!Array.isArray(numbers) || numbers.length !== count) {
      throw new TypeError(
        `${label}: parameter ${binding.name}.${name} takes ${count} × ${scalar}, got ${describe(value)}`,
      );
    }
    numbers.forEach((number, i) => {
      const at = member.offset + i * stride;
      if (typeof number !== "number" || !fits(scalar, number)) {
        throw new RangeError(
          `${label}: parameter ${binding.name}.${name} must be a ${scalar}, got ${describe(number)}`,
        );
      }
      if (scalar === "f32") view.setFloat32(at, number, true);
      else if (scalar === "i32") view.setInt32(at, number, true);
      else view.setUint32(at, number, true);
    });
  }
}

function fits(scalar: string, value: number): boolean {
  if (scalar === "f32") return !Number.isNaN(value);
  if (!Number.isInteger(value)) return false;
  return scalar === "u32" ? value >= 0 && value < 2 ** 32 : value >= -(2 ** 31) && value < 2 ** 31;
}

function isBuffer(resource: Resource): resource is GPUBuffer {
  return typeof (resource as GPUBuffer).mapAsync === "function";
}

function isStruct(resource: Resource): resource is UniformStruct {
  return typeof (resource as UniformStruct).place?.changed === "function";
}

function isSlice(resource: Resource): resource is GPUBufferBinding {
  return typeof resource === "object" && "buffer" in resource && isBuffer(resource.buffer as Resource);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} numbers`;
  return value === undefined || value === null || typeof value === "object" ? typeof value : String(value);
}

const list = (names: Iterable<string>) => [...names].join(", ") || "none";
