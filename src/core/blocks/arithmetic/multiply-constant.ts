import type { BlockType } from "../../flow/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "./item-type.ts";

export interface MultiplyConstant extends AtItemType {
  constant: number;
  /** Of complex samples. */
  imaginary: number;
}

const number = { kind: "number", change: "set", unit: "", min: -1e30, max: 1e30, step: 0.1 } as const;

export const multiplyConstant: BlockType<MultiplyConstant> = {
  title: "Multiply by a constant",
  category: "arithmetic",
  summary: "Multiplies each item by a constant.",
  formula: "y[n] = c·x[n]",
  help: "A complex constant also turns the phase. The constant can change while the graph runs.",
  keywords: ["gain", "scale", "multiply const"],
  fields: {
    type: AT_ITEM_TYPE,
    constant: { ...number, label: "Constant", description: "The factor, or its real part." },
    imaginary: { ...number, label: "Imaginary part", description: "For complex samples only." },
  },
  defaults: { type: "complex", constant: 1, imaginary: 0 },
  ports: ({ type }) => ({ inputs: [{ name: "in", type }], outputs: [{ name: "out", type }] }),
};
