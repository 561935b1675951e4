import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { clamp } from "../../../figures/marks/keys.ts";
import { tuneTo } from "../listening.ts";
import { type Band, type Box, boxBetween, type Frame, type Point, pointAt, type Span } from "./frame.ts";
import {
  panView,
  select,
  setBand,
  setView,
  showAll,
  useWaterfall,
  type WaterfallStore,
  zoomBand,
  zoomView,
} from "./store.ts";

interface GestureConfig extends Pick<WaterfallStore, "tool" | "selection" | "cursor"> {
  /** The whole band. */
  band: Band;
  /** Number of samples of the recording. */
  samples: number;
  root: RefObject<HTMLElement | null>;
  frame: Frame;
  /** A click without a drag. */
  onClick(point: Point): void;
}

const setCursor = (cursor: Point | undefined) => useWaterfall.setState({ cursor });
const tune = ({ frequency }: Point) => tuneTo(frequency);

type Drag =
  | { kind: "pan"; x: number; y: number; view: Span; band: Band }
  | { kind: "select"; from: Point; x: number; y: number; moved: boolean }
  | { kind: "tune" }
  | { kind: "edge"; box: Box; edge: "left" | "right" | "top" | "bottom" }
  | { kind: "pinch"; distance: number; sample: number; view: Span };

/** A pointer within this many pixels of the selection's edge drags the edge. */
const GRASP = 6;
/** A press that moves by fewer pixels is a click. */
const STILL = 4;

/** Handles mouse, touch, pen, wheel and keys on a waterfall. */
export function useGestures({ root, frame, band: whole, samples, tool, selection, cursor, onClick }: GestureConfig) {
  const drag = useRef<Drag>(undefined);
  /** Where the selection by keys began, and the selection since. */
  const keyed = useRef<{ from: Point; to?: Box }>(undefined);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  const place = (event: { clientX: number; clientY: number }) => {
    const { left, top } = root.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // The wheel scrolls the page until the figure has the focus.
    if (document.activeElement !== root.current && !event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    const [x, y] = event.shiftKey ? [event.deltaY || event.deltaX, 0] : [event.deltaX, event.deltaY];
    const at = place(event);
    const factor = 1.002 ** (y * unit);
    if (event.altKey || at.x < frame.left) zoomBand(factor, pointAt(frame, 0, at.y).frequency);
    else if (Math.abs(x) > Math.abs(y)) panView((x * unit) / frame.width);
    else zoomView(factor, pointAt(frame, at.x, 0).sample);
  });
  useEffect(() => {
    const element = root.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [root]);

  const pinch = (): Drag => {
    const [a, b] = [...pointers.current.values()];
    const sample = pointAt(frame, (a.x + b.x) / 2, 0).sample;
    return { kind: "pinch", distance: Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)), sample, view: frame.view };
  };

  const pointer = {
    onPointerDown(event: PointerEvent) {
      if (event.button > 1) return;
      root.current?.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = place(event);
      pointers.current.set(event.pointerId, at);
      if (pointers.current.size === 2) drag.current = pinch();
      else if (tool === "pan" || event.button === 1 || event.altKey)
        drag.current = { kind: "pan", ...at, view: frame.view, band: frame.band };
      else if (tool === "tune") {
        drag.current = { kind: "tune" };
        tune(pointAt(frame, at.x, at.y));
      } else {
        const edge = selection && edgeAt(frame, selection, at);
        if (selection && edge) drag.current = { kind: "edge", box: selection, edge };
        else drag.current = { kind: "select", from: pointAt(frame, at.x, at.y), ...at, moved: false };
      }
    },
    onPointerMove(event: PointerEvent) {
      const at = place(event);
      const point = pointAt(frame, at.x, at.y);
      const held = drag.current;
      if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, at);
      if (!held || held.kind !== "pinch") setCursor(point);
      if (!held) return;
      if (held.kind === "pan") {
        const moved = ((at.x - held.x) / frame.width) * held.view.count;
        setView({ start: held.view.start - moved, count: held.view.count });
        const [low, high] = held.band;
        const up = ((at.y - held.y) / frame.height) * (high - low);
        setBand([low + up, high + up]);
      } else if (held.kind === "pinch") {
        const [a, b] = [...pointers.current.values()];
        if (!b) return;
        const count = (held.view.count * held.distance) / Math.max(10, Math.hypot(a.x - b.x, a.y - b.y));
        const share = ((a.x + b.x) / 2 - frame.left) / frame.width;
        setView({ start: held.sample - share * count, count });
      } else if (held.kind === "tune") tune(point);
      else if (held.kind === "edge") {
        select(stretched(held.box, held.edge, point));
      } else {
        held.moved ||= Math.hypot(at.x - held.x, at.y - held.y) >= STILL;
        // A drag along the time selects a time. On the strip there is no frequency.
        const isLevel = Math.abs(at.y - held.y) < STILL || held.y > frame.stripTop;
        if (held.moved)
          select(boxBetween(held.from, isLevel ? { ...point, frequency: held.from.frequency } : point, whole));
      }
    },
    onPointerUp(event: PointerEvent) {
      const held = drag.current;
      pointers.current.delete(event.pointerId);
      drag.current = undefined;
      if (held?.kind === "select" && !held.moved) onClick(held.from);
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      drag.current = undefined;
    },
    onPointerLeave() {
      if (!drag.current) setCursor(undefined);
    },
    onDoubleClick: showAll,
  };

  const { view, band } = frame;
  const steps = { time: Math.max(1, Math.round(view.count / 100)), frequency: (band[1] - band[0]) / 64 };
  const step = (time: number, frequency: number, stretching: boolean) => {
    const now = cursor ?? { sample: view.start + view.count / 2, frequency: (band[0] + band[1]) / 2 };
    const next = {
      sample: clamp(Math.round(now.sample + time * steps.time), 0, samples - 1),
      frequency: clamp(now.frequency + frequency * steps.frequency, whole[0], whole[1]),
    };
    setCursor(next);
    const past = next.sample < view.start ? -0.5 : next.sample >= view.start + view.count ? 0.5 : 0;
    if (past) panView(past);
    const beyond = next.frequency - clamp(next.frequency, band[0], band[1]);
    if (beyond) setBand([band[0] + beyond, band[1] + beyond]);
    if (!stretching) {
      keyed.current = undefined;
      return;
    }
    const last = keyed.current;
    const from = last && last.to === selection ? last.from : selection ? opposite(selection, now) : now;
    select(boxBetween(from, next, whole));
    keyed.current = { from, to: useWaterfall.getState().selection };
  };
  const keys: Record<string, (shift: boolean) => void> = {
    ArrowRight: (shift) => step(1, 0, shift),
    ArrowLeft: (shift) => step(-1, 0, shift),
    ArrowUp: (shift) => step(0, 1, shift),
    ArrowDown: (shift) => step(0, -1, shift),
    PageDown: () => panView(0.5),
    PageUp: () => panView(-0.5),
    Home: () => setView({ start: 0, count: view.count }),
    End: () => setView({ start: Number.MAX_SAFE_INTEGER / 2, count: view.count }),
    "+": () => zoomView(0.5),
    "=": () => zoomView(0.5),
    "-": () => zoomView(2),
    "*": () => zoomBand(0.5),
    "/": () => zoomBand(2),
    "0": () => showAll(),
    Enter: () => cursor && tune(cursor),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && selection) select(undefined);
    else if (event.key in keys) keys[event.key](event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { pointer, onKeyDown };
}

function edgeAt(frame: Frame, { start, count, low, high }: Box, { x, y }: { x: number; y: number }) {
  const [left, right] = [frame.x(start), frame.x(start + count)];
  const [top, bottom] = [frame.y(high), frame.y(low)];
  const near = (a: number, b: number) => Math.abs(a - b) <= GRASP;
  const across = x > left - GRASP && x < right + GRASP;
  const down = y > top - GRASP && (y < bottom + GRASP || y > frame.stripTop);
  if (down && near(x, left)) return "left";
  if (down && near(x, right)) return "right";
  if (across && near(y, top)) return "top";
  if (across && near(y, bottom)) return "bottom";
  return undefined;
}

function stretched(box: Box, edge: "left" | "right" | "top" | "bottom", { sample, frequency }: Point): Box {
  const end = box.start + box.count;
  if (edge === "top") return { ...box, high: frequency };
  if (edge === "bottom") return { ...box, low: frequency };
  const [a, b] = edge === "left" ? [sample, end] : [box.start, sample];
  return { ...box, start: Math.min(a, b), count: Math.abs(b - a) };
}

/** Returns the selection's corner farthest from a point. */
function opposite({ start, count, low, high }: Box, { sample, frequency }: Point): Point {
  return {
    sample: Math.abs(sample - start) > Math.abs(sample - start - count) ? start : start + count,
    frequency: Math.abs(frequency - low) > Math.abs(frequency - high) ? low : high,
  };
}
