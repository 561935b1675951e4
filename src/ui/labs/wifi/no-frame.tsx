import type { SketchName } from "../../figures/sketch.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { inspected } from "./store.ts";

/** A note in place of a figure of one packet until the first one is received. */
export const NoFrame = ({ sketch }: { sketch: SketchName }) => (
  <NoFigure of={inspected} waiting="Receiving …" none="The packet could not be received." sketch={sketch} />
);
