import nearestInteger from "#shaders/blocks/lib/nearest-integer.wgsl?raw";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { INTEGERS, type IntegerToReal, type RealToInteger, type Threshold } from "./decisions.ts";

export function createThreshold(parameters: Threshold): SampleBlock {
  let { level } = parameters;
  const [yes, no] = parameters.output === "bits" ? ["1u", "0u"] : ["1.0", "0.0"];
  return {
    kind: "sample",
    wgsl: [],
    uniforms: { level: "f32" },
    outputs: ({ in: x }, { level }) => ({ out: `select(${no}, ${yes}, ${x} > ${level})` }),
    values: () => ({ level }),
    set: (next: Threshold) => void ({ level } = next),
  };
}

/** Returns WGSL of the lowest bits of an integer, as an integer of a range. */
const LOWEST = {
  int32: (x: string) => x,
  int16: (x: string) => `(((${x}) << 16u) >> 16u)`,
  int8: (x: string) => `(((${x}) << 24u) >> 24u)`,
  uint8: (x: string) => `((${x}) & 255)`,
} as const;

/** @throws RangeError for the scale 0. */
export function createIntegerToReal({ type, range, ...parameters }: IntegerToReal): SampleBlock {
  let factor = factorOf(parameters.scale);
  return {
    kind: "sample",
    wgsl: [],
    uniforms: { factor: "f32" },
    outputs: ({ in: x }, { factor }) => ({
      out: `${factor} * f32(${LOWEST[range](type === "bits" ? `i32(${x})` : x)})`,
    }),
    values: () => ({ factor }),
    set: (next: IntegerToReal) => void (factor = factorOf(next.scale)),
  };
}

function factorOf(scale: number): number {
  if (scale !== 0) return 1 / scale;
  throw new RangeError("The scale divides, so it must not be 0.");
}

export function createRealToInteger({ range, ...parameters }: RealToInteger): SampleBlock {
  let { scale } = parameters;
  const [least, most] = INTEGERS[range];
  const limited = (whole: string) => (range === "int32" ? whole : `clamp(${whole}, ${least}, ${most})`);
  return {
    kind: "sample",
    wgsl: [nearestInteger],
    uniforms: { scale: "f32" },
    outputs: ({ in: x }, { scale }) => ({ out: limited(`nearestInteger(${scale} * ${x})`) }),
    values: () => ({ scale }),
    set: (next: RealToInteger) => void ({ scale } = next),
  };
}
