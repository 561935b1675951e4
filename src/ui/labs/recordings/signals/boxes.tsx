import { memo } from "react";
import type { Detection } from "#core/signals/detection.ts";
import { whole } from "../../../format.ts";
import type { Box, Frame, Point } from "../waterfall/frame.ts";
import { drawBoxes, isLabelAt, type Label, labelBoxes } from "../waterfall/marks.ts";
import { labelOf, type Mark } from "../waterfall/parts.tsx";
import { FAMILIES, familyOf } from "./families.ts";

/** A signal on the map; edges in cycles per sample. */
export interface SignalBox extends Box {
  signal: Detection;
}

interface SignalBoxesProps {
  frame: Frame;
  boxes: readonly SignalBox[];
  /** The labels of annotations. A signal whose annotation names its class gets no second label. */
  marked: readonly Label<Mark>[];
}

/** The boxes of signals with their classes, one colour per family of classes. The number of drawn elements is bounded. */
export const SignalBoxes = memo(function SignalBoxes({ frame, boxes, marked }: SignalBoxesProps) {
  const families = FAMILIES.map((family) => {
    const mine = boxes.filter(({ signal }) => familyOf(signal.class) === family);
    return { family, ...drawBoxes(mine, frame) };
  });
  const labels = labelBoxes(boxes, frame, ({ signal }) => signal.class).filter(
    (label) => !marked.some((mark) => labelOf(mark.box) === label.box.signal.class && isLabelAt(label, mark)),
  );
  const [inView, drawn] = (["inView", "drawn"] as const).map((key) => families.reduce((sum, one) => sum + one[key], 0));
  return (
    <>
      {families.map(({ family, path }) => (
        <g key={family} className="signal-boxes" data-family={family}>
          <path className="under" d={path} />
          <path d={path} />
          {labels
            .filter(({ box }) => familyOf(box.signal.class) === family)
            .map(({ x, y, text }) => (
              <text key={`${x} ${y}`} x={x} y={besideMark(y, frame)}>
                {text}
              </text>
            ))}
        </g>
      ))}
      {drawn < inView && (
        <text className="mark-note" x={frame.left + 4} y={frame.top + frame.height - 6}>
          {whole(inView)} signals in view. Close ones are drawn as one.
        </text>
      )}
    </>
  );
});

/** A label’s place above its box, because annotations have their labels in it; at the top of the map, below theirs. */
function besideMark(y: number, { top, text }: Frame): number {
  const line = 1.35 * text;
  return y - line < top + text ? y + line : y - line;
}

/** The smallest box at a point. */
export function signalAt(boxes: readonly SignalBox[], { sample, frequency }: Point): SignalBox | undefined {
  const area = ({ count, low, high }: Box) => count * (high - low);
  return boxes
    .filter(({ start, count, low, high }) => {
      return sample >= start && sample <= start + count && frequency >= low && frequency <= high;
    })
    .reduce<SignalBox | undefined>((best, one) => (best && area(best) <= area(one) ? best : one), undefined);
}
