import { useTimesHidden } from "../../../kit/software-note.tsx";
import { useRun } from "./run.ts";

/** Returns why a block stopped the run; undefined if it did not. */
export function useFailureAt(id: string): string | undefined {
  return useRun(({ failedAt }) => (failedAt?.block === id ? failedAt.message : undefined));
}

/** Returns the time of the kernel that a block is in, and how many other blocks are in it. */
export function useBlockTime(id: string): { ms: number; others: number } | undefined {
  const hidden = useTimesHidden();
  const time = useRun(({ gathered }) => gathered?.times.find(({ blocks }) => blocks.includes(id)));
  return time && !hidden ? { ms: time.ms, others: time.blocks.length - 1 } : undefined;
}
