import type { SketchName } from "../../figures/sketch.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { inspected } from "./store.ts";

/** A note in place of a figure of one page or one vector until it is computed. */
export const NoLook = ({ wait, sketch }: { wait?: boolean; sketch: SketchName }) => (
  <NoFigure of={inspected} waiting="Computing …" none="No results yet." expected={wait} sketch={sketch} />
);
