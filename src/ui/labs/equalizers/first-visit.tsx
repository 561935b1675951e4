import { create } from "zustand";
import { recall, remember } from "../../elements/memory.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { Icon } from "../../elements/icons.tsx";
import { pointer } from "../../figures/pointer.ts";
import { editableRays, useScenario } from "./store/scenario.ts";

const SEEN_KEY = "threeray.hint-seen";

const useHint = create<{ seen: boolean }>()(() => ({ seen: recall(SEEN_KEY) !== null }));

function close(): void {
  remember(SEEN_KEY, "1");
  useHint.setState({ seen: true });
}

/** Three first steps, shown until the person closes them. */
export function FirstVisit() {
  const { seen } = useHint();
  const ready = useGpu(isReady);
  const lecture = useCurrentLab((lab) => lab.lecture);
  const rays = useScenario(({ scenario }) => editableRays(scenario)?.length ?? 0);
  if (seen || !ready || lecture || rays < 2) return null;
  const touch = pointer() === "coarse";
  return (
    <aside className="first-visit" aria-label="How to begin">
      <ol>
        <li>
          <strong>{touch ? "Drag ray 2 with a finger:" : "Drag ray 2:"}</strong> the null moves with it.
        </li>
        <li>
          <strong>{touch ? "Drag its small handle around:" : "Turn its small handle:"}</strong> the phase moves the
          null.
        </li>
        <li>
          <strong>{touch ? "Tap “Run sweep”:" : "Press space:"}</strong> Threeray counts bit errors.
        </li>
      </ol>
      <button type="button" className="button quiet icon" aria-label="Close the hint" onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
