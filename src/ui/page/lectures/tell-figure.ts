import type { Question } from "#core/lectures/lecture.ts";
import { useAttention } from "../../figures/attention.ts";
import { WORKER_LABS } from "./judging.ts";
import { told } from "./told.ts";

/** Adds what a step's questions ask to the description of its figure. Returns a function that takes it back. @param scenario With the student's numbers. */
export function tellFigure(questions: readonly Question[], scenario: string): () => void {
  let isCurrent = true;
  told(questions, scenario, WORKER_LABS).then(
    (text) => isCurrent && useAttention.setState({ told: text }),
    // The question says why the lab cannot compute it, and asks again.
    () => {},
  );
  return () => {
    isCurrent = false;
    useAttention.setState({ told: undefined });
  };
}
