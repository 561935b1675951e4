import { NoFigure } from "../../kit/no-result.tsx";
import { inspected } from "./store.ts";

/** What stands in the place of a figure of one page, or one vector, until it has been computed. */
export const NoLook = ({ wait }: { wait?: boolean }) => (
  <NoFigure of={inspected} waiting="Computing …" none="There is no result to show." expected={wait} />
);
