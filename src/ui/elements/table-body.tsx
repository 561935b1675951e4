import type { ReactNode } from "react";
import { useRowsInView } from "./rows-in-view.ts";

/** A row's height until rows have been measured, in pixels. */
const ROW = 28;

interface TableBodyProps {
  /** Number of rows. */
  count: number;
  /** Returns a row: an element `tr` with a key. */
  children: (row: number) => ReactNode;
}

/** The rows of a table: those in view. The table states the number of all rows (`aria-rowcount`). */
export function TableBody({ count, children }: TableBodyProps) {
  const { list, first, last, before, after } = useRowsInView<HTMLTableSectionElement>(count, ROW);
  return (
    <tbody ref={list}>
      {before > 0 && <tr data-space aria-hidden="true" style={{ height: before }} />}
      {Array.from({ length: last - first }, (_, i) => children(first + i))}
      {after > 0 && <tr data-space aria-hidden="true" style={{ height: after }} />}
    </tbody>
  );
}
