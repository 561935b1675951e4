import { useCallback, useEffect, useSyncExternalStore } from "react";
import { isReady, isSoftware, useGpu } from "../../kit/engine.ts";
import { type Runner, useRun } from "../../kit/run.ts";

/**
 * Starts a run for the first time on a real GPU, once its card is in sight. Until then its kernels are not compiled.
 *
 * @param others The lab's other runs. The first of them must have finished, and none may be running, because a new run would end it.
 */
export function useStartInSight(run: Runner, card: string, others: readonly [Runner, ...Runner[]]): void {
  const isReal = useGpu((state) => isReady(state) && !isSoftware(state));
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = others.map(({ store }) => store.subscribe(changed));
      return () => ends.forEach((end) => end());
    },
    [others],
  );
  const isFree = useSyncExternalStore(subscribe, () => {
    const phases = others.map(({ store }) => store.getState().phase);
    return phases[0] === "finished" && !phases.includes("running");
  });
  const isDue = useRun(run).phase === "idle" && isFree && isReal;
  useEffect(() => {
    const element = document.getElementById(card);
    if (!isDue || !element) return;
    const observer = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) void run.start();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isDue, run, card]);
}
