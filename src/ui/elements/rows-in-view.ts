import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows beyond each end of the view that are drawn, too. */
const BEYOND = 20;
/** Rows of a long list that are drawn, at least. */
const LEAST_DRAWN = 60;
/** A list of at most this many rows is drawn whole: then the browser can search and print it. */
const WHOLE = 160;

export interface RowsInView<List extends HTMLElement> {
  /** The parent element of the rows. Its other children have the attribute `data-space`. */
  list: RefObject<List | null>;
  /** The drawn rows: from `first` to before `last`. */
  first: number;
  last: number;
  /** Pixels in place of the rows before and after them. */
  before: number;
  after: number;
  /** Draws the rows around one at once, so that it can take the focus. */
  reveal: (row: number) => void;
}

/**
 * Returns the rows of a long list that are in the view, so that a list of any length has few elements.
 *
 * @param height A row's height until rows have been measured, in pixels.
 */
export function useRowsInView<List extends HTMLElement>(count: number, height: number): RowsInView<List> {
  const list = useRef<List>(null);
  const [mean, setMean] = useState(height);
  const [{ start, drawn }, setDrawn] = useState({ start: 0, drawn: LEAST_DRAWN });
  /** Rows are measured once: their places do not depend on which of them are drawn. */
  const isMeasured = useRef(false);
  /** Rows were drawn for the focus: they stay until the list is scrolled to them. */
  const isHeld = useRef(false);
  const isWhole = count <= WHOLE;
  const first = isWhole ? 0 : Math.max(0, Math.min(start, count - drawn));
  const last = isWhole ? count : Math.min(count, first + drawn);

  const look = useCallback(() => {
    const element = list.current;
    if (!element || isWhole) return;
    const { top } = element.getBoundingClientRect();
    // A table that scrolls alone shows few of the rows that the window has room for.
    const region = element.closest(".table-scroll")?.getBoundingClientRect();
    const [high, low] = [Math.max(0, region?.top ?? 0), Math.min(innerHeight, region?.bottom ?? Infinity)];
    const from = Math.max(0, Math.floor((high - top) / mean));
    const to = Math.min(count, Math.ceil((low - top) / mean));
    const needed = Math.max(LEAST_DRAWN, to - from + 2 * BEYOND);
    setDrawn((before) => {
      const at = Math.min(before.start, count - before.drawn);
      const isDrawn = (from >= at && to <= at + before.drawn) || to <= from;
      if (isDrawn) return before;
      return { start: Math.max(0, Math.min(count - needed, from - BEYOND)), drawn: needed };
    });
  }, [count, isWhole, mean]);

  useLayoutEffect(() => {
    if (isWhole) return;
    const rows = [...(list.current?.children ?? [])].filter((row) => !row.hasAttribute("data-space"));
    if (!isMeasured.current && rows.length > 0) {
      const [top, bottom] = [rows[0].getBoundingClientRect().top, rows.at(-1)!.getBoundingClientRect().bottom];
      const measured = Math.round((bottom - top) / rows.length);
      // An element that is not shown has no height.
      isMeasured.current = measured > 0;
      if (measured > 0) setMean(measured);
    }
    if (!isHeld.current) look();
  }, [look, isWhole]);
  useEffect(() => {
    if (isWhole) return undefined;
    // Any element around the list may scroll it.
    const options = { capture: true, passive: true };
    const onMove = () => {
      isHeld.current = false;
      look();
    };
    document.addEventListener("scroll", onMove, options);
    window.addEventListener("resize", onMove);
    return () => {
      document.removeEventListener("scroll", onMove, options);
      window.removeEventListener("resize", onMove);
    };
  }, [look, isWhole]);

  const reveal = (row: number) => {
    if (row >= first && row < last) return;
    isHeld.current = true;
    flushSync(() => setDrawn(({ drawn }) => ({ start: Math.max(0, row - Math.floor(drawn / 2)), drawn })));
  };
  return { list, first, last, before: first * mean, after: (count - last) * mean, reveal };
}
