import type { ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, inAndOut } from "../arithmetic/item-type.ts";
import { windowedFields } from "./windows.ts";

const fields = { type: AT_ITEM_TYPE, ...windowedFields("hann") };

export type WindowParameters = ValuesOf<typeof fields>;

export const window = defineBlock({
  title: "Window",
  category: "transforms",
  summary: "Multiplies each vector by a window.",
  formula: "y[k] = w[k]·x[k], k = 0 … N − 1; w[k] = Σ (−1)ⁱ·aᵢ·cos(2π·i·k/N)",
  help: "Use it before a transform, to reduce leakage between bins. The FFT block has windows too.",
  keywords: ["window", "taper", "leakage", "multiply_const_vxx"],
  fields,
  ports: ({ type, length }) => inAndOut(type, length),
  plan: async () => (await import("./window.plan.ts")).createWindowBlock,
});
