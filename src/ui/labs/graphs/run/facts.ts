import { useTimesHidden } from "../../../kit/software-note.tsx";
import { useCheck } from "./check.ts";
import { useRun } from "./run.ts";

/** Returns what is wrong with a block: why it stopped the run, and its problems. */
export function useProblems(id: string): string[] {
  const failure = useRun(({ failedAt }) => (failedAt?.block === id ? failedAt.message : undefined));
  const problems = useCheck(({ byBlock }) => byBlock[id]) ?? [];
  return [...(failure === undefined ? [] : [failure]), ...problems.map(({ message }) => message)];
}

/** Returns the time of the kernel that a block is in, and how many other blocks are in it. */
export function useBlockTime(id: string): { ms: number; others: number } | undefined {
  const hidden = useTimesHidden();
  const time = useRun(({ recent }) => recent?.times.find(({ blocks }) => blocks.includes(id)));
  return time && !hidden ? { ms: time.ms, others: time.blocks.length - 1 } : undefined;
}
