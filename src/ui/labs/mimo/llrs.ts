import { useMemo } from "react";
import type { DetectorLlrs } from "#core/mimo/experiment/detector-llrs.ts";
import type { MimoReceiver } from "#core/mimo/experiment/experiment.ts";
import { useLive } from "../../kit/live.ts";
import { receiverStyle } from "./detectors.ts";
import { inspected } from "./store.ts";

/** Returns the LLRs of every detector, and of its further outer iterations once they are known. */
export function useLlrs(): readonly DetectorLlrs[] | undefined {
  const { page, loop } = useLive(inspected);
  return useMemo(() => {
    const same = loop?.config === page?.config && loop?.loop.snrDb === page?.look.snrDb;
    const passes = (same && loop?.loop.passes) || [];
    return page?.look.llrs.flatMap((first) => [
      first,
      ...passes.filter(({ detector, outer }) => detector === first.detector && outer > 1),
    ]);
  }, [page, loop]);
}

/** The style of a receiver in figures with the given ones. */
export const styleAmong = (all: readonly MimoReceiver[], { detector, outer }: MimoReceiver) =>
  receiverStyle(
    { detector, outer },
    all.some((other) => other.detector === detector && other.outer > 1),
  );
