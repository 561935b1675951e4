import { create } from "zustand";
import { recall, remember } from "../../elements/memory.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import { isReady, useLab } from "../../kit/engine.ts";
import { Icon } from "../../elements/icons.tsx";

const SEEN_KEY = "threeray.hint-seen";

const useHint = create<{ seen: boolean }>()(() => ({ seen: recall(SEEN_KEY) !== null }));

function close(): void {
  remember(SEEN_KEY, "1");
  useHint.setState({ seen: true });
}

/** Three steps, shown until they have been put away. */
export function FirstVisit() {
  const { seen } = useHint();
  const ready = useLab(isReady);
  const lecture = useCurrentLab((lab) => lab.lecture);
  if (seen || !ready || lecture) return null;
  return (
    <aside className="first-visit" aria-label="How to begin">
      <ol>
        <li>
          <strong>Drag a ray.</strong> The notch in the band moves with it.
        </li>
        <li>
          <strong>Watch the clouds.</strong> Without an equalizer they smear; each equalizer restores four clouds.
        </li>
        <li>
          <strong>Press space.</strong> The page counts bit errors, point by point.
        </li>
      </ol>
      <button type="button" className="button quiet icon" aria-label="Close the hint" onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
