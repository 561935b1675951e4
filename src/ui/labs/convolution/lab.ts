import type { Lab } from "../../kit/lab.ts";
import { ConvolutionLab } from "./page.tsx";
import { ConvolutionPanel } from "./panel.tsx";
import { convolution } from "./store.ts";

export const lab: Lab = {
  session: convolution,
  Panel: ConvolutionPanel,
  Page: ConvolutionLab,
};
