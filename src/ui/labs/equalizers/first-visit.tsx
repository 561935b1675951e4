import { isReady, useLab } from "../../kit/engine.ts";
import { useLecture } from "../../page/lecture.ts";
import { closeHint, useView } from "../../page/view.ts";
import { Icon } from "../../kit/icons.tsx";

/** Three steps, shown once. */
export function FirstVisit() {
  const hint = useView((view) => view.hint);
  const ready = useLab(isReady);
  const lecture = useLecture(({ open }) => open !== undefined);
  if (!hint || !ready || lecture) return null;
  return (
    <aside className="first-visit" aria-label="How to begin">
      <ol>
        <li>
          <strong>Drag a ray.</strong> The notch in the band moves with it.
        </li>
        <li>
          <strong>Watch the clouds.</strong> None smears; each equalizer pulls it back to four points.
        </li>
        <li>
          <strong>Press space.</strong> Bits are counted, point by point, into error rates.
        </li>
      </ol>
      <button type="button" className="button quiet icon" aria-label="Put the hint away" onClick={closeHint}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
