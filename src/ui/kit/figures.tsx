import { Children, type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useAttention } from "../figures/attention.ts";
import { beforeAllAreDrawn } from "../figures/watch.ts";
import { Boundary } from "../elements/boundary.tsx";
import { isScrolled } from "./current-lab.ts";
import { WaitingFigures } from "./no-result.tsx";

/** Cards in a grid. A card that throws shows its failure; the others stay. @param failed True if what they show could not be computed. */
export function Figures({ failed = false, children }: { failed?: boolean; children: ReactNode }) {
  const enlarged = useAttention((state) => state.enlarged);
  return (
    <div className="figures" data-enlarged={enlarged !== undefined || undefined}>
      <WaitingFigures failed={failed}>{guarded(children)}</WaitingFigures>
    </div>
  );
}

/** Each card has its own error boundary. */
export function guarded(cards: ReactNode): ReactNode {
  return Children.map(cards, (card) => (
    <Boundary what="This figure could not be shown." frame="card">
      {card}
    </Boundary>
  ));
}

/** Cards that appear in one task; the first ones are those in sight of a usual window. */
const AT_ONCE = 4;

/**
 * Returns how many of a lab's cards are on the page: the first ones at once, and the others in later tasks, so that no
 * task is long. All at once if the page leads to one of them, or returns to a place further down.
 */
export function useMounted(count: number): number {
  const isWanted = useAttention(({ focus, enlarged }) => focus !== undefined || enlarged !== undefined);
  const [mounted, setMounted] = useState(() => (isScrolled() ? Infinity : AT_ONCE));
  const isWhole = isWanted || mounted >= count;
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    return whenIdle(() => setMounted(mounted + AT_ONCE));
  }, [isWhole, mounted]);
  useEffect(() => beforeAllAreDrawn(() => setMounted(Infinity)), []);
  return isWhole ? count : mounted;
}

/** Milliseconds after which further cards appear although the page is busy. */
const LATEST_MS = 150;

/** Calls back when the page is idle. Returns a function that cancels this. */
function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
