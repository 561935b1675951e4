import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType, inAndOut } from "../arithmetic/item-type.ts";
import { type Windowed, WINDOWED_FIELDS } from "./windows.ts";

export interface Window extends AtItemType, Windowed {}

export const window: BlockType<Window> = {
  title: "Window",
  category: "transforms",
  summary: "Multiplies each vector by a window.",
  formula: "y[k] = w[k]·x[k], k = 0 … N − 1; w[k] = Σ (−1)ⁱ·aᵢ·cos(2π·i·k/N)",
  help: "Use it before a transform, to reduce leakage between bins. The FFT block has windows too.",
  keywords: ["window", "taper", "leakage", "multiply_const_vxx"],
  fields: { type: AT_ITEM_TYPE, ...WINDOWED_FIELDS },
  defaults: { type: "complex", length: 1024, window: "hann" },
  ports: ({ type, length }) => inAndOut(type, length),
  plan: async () => (await import("./window.plan.ts")).createWindow,
};
