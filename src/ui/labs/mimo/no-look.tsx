import { NoFigure } from "../../kit/no-result.tsx";
import { inspection } from "./store.ts";

/** What stands in the place of a figure of one page, or one vector, until it has been computed. */
export const NoLook = ({ wait }: { wait?: boolean }) => (
  <NoFigure of={inspection} waiting="Computing …" none="There is no result to show." expected={wait} />
);
