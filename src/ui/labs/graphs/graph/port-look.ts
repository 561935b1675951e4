import type { Port } from "#core/flow/graph/block-type.ts";
import { PORTS, type PortType } from "#core/flow/graph/port.ts";

interface PortLook {
  /** A letter, so that the type can be read without its colour. */
  letter: string;
  colour: `--${string}`;
}

/** The look of each item type: Okabe and Ito's colours, and a letter. */
export const PORT_LOOKS: Readonly<Record<PortType, PortLook>> = {
  complex: { letter: "C", colour: "--blue" },
  real: { letter: "R", colour: "--orange" },
  integer: { letter: "I", colour: "--green" },
  bits: { letter: "B", colour: "--pink" },
  llrs: { letter: "L", colour: "--amber" },
  frames: { letter: "F", colour: "--grey" },
};

/** Returns what flows through a port: "complex samples", "vectors of 64 complex samples". */
export function portText({ type, vector = 1 }: Pick<Port, "type" | "vector">): string {
  const { title } = PORTS[type];
  return vector > 1 ? `vectors of ${vector} ${title}` : title;
}
