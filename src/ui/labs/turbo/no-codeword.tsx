import type { SketchName } from "../../figures/sketch.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { codeword } from "./store.ts";

/** A note in place of a figure of one codeword until the first one is decoded. */
export const NoCodeword = ({ sketch }: { sketch: SketchName }) => (
  <NoFigure of={codeword} waiting="Decoding …" none="The codeword could not be decoded." sketch={sketch} />
);
