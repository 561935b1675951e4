import { memo } from "react";
import type { Detection } from "#core/signals/detection.ts";
import { whole } from "../../../format.ts";
import type { Box, Frame, Point } from "../waterfall/frame.ts";
import { ABOVE, drawBoxes, freeLabels, isSameBox, type Label, labelBoxes } from "../waterfall/marks.ts";
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
  const named = labelBoxes(boxes, frame, ({ signal }) => signal.class);
  const unmarked = named.filter(
    ({ box }) => !marked.some((mark) => isSameBox(mark.box, box, frame) && names(mark.box, box)),
  );
  const labels = freeLabels(unmarked, marked, ABOVE, frame);
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
              <text key={`${x} ${y}`} x={x} y={y}>
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

/** Returns true if the label of an annotation has the class of a signal as one of its words. */
const names = (mark: Mark, { signal }: SignalBox): boolean =>
  labelOf(mark)
    .toLowerCase()
    .split(/[\s,;:()]+/)
    .includes(signal.class.toLowerCase());

/** The smallest box at a point. */
export function signalAt(boxes: readonly SignalBox[], { sample, frequency }: Point): SignalBox | undefined {
  const area = ({ count, low, high }: Box) => count * (high - low);
  return boxes
    .filter(({ start, count, low, high }) => {
      return sample >= start && sample <= start + count && frequency >= low && frequency <= high;
    })
    .reduce<SignalBox | undefined>((best, one) => (best && area(best) <= area(one) ? best : one), undefined);
}
