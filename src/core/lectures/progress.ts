import { checkedProgress } from "./read.ts";
import type { Answered, GivenAnswer, Result, TaskSubmission } from "./result.ts";

type Progress = Pick<Result, "answers" | "submissions">;

const VERDICTS: readonly Answered["verdict"][] = ["right", "wrong", "given"];
const TASK_VERDICTS: readonly TaskSubmission["verdict"][] = ["met", "not met", "not enough packets", "open"];

/** What {@link packProgress} had to leave out. */
export interface PackedProgress {
  text: string;
  /** Sentences; empty if the text has everything. */
  lost: readonly string[];
}

/**
 * Returns a student's progress as a short text, for a course that keeps little. If it is too long, the tries between the
 * first and the last one go first, then texts and submissions, the longest first.
 *
 * @param most Longest text, in characters.
 */
export function packProgress({ answers, submissions }: Progress, most: number): PackedProgress {
  const lost: string[] = [];
  let kept = { answers: [...answers], submissions: [...submissions] };
  const text = () => JSON.stringify(rowsOf(kept));
  if (text().length > most) {
    kept = { ...kept, answers: kept.answers.map((one) => ({ ...one, tries: ends(one.tries) })) };
    lost.push("Tries between the first and the last one are not kept.");
  }
  while (text().length > most) {
    const sizes = [
      ...kept.answers.map((one) => ({ size: JSON.stringify(one.tries).length, one })),
      ...kept.submissions.map((one) => ({ size: one.scenario.length, one })),
    ];
    const longest = sizes.reduce((a, b) => (b.size > a.size ? b : a)).one;
    kept = {
      answers: kept.answers.filter((one) => one !== longest),
      submissions: kept.submissions.filter((one) => one !== longest),
    };
    lost.push(
      "task" in longest
        ? `The submission of task ${longest.task + 1} is too long and is not kept.`
        : `The answer of step ${longest.step + 1} is too long and is not kept.`,
    );
  }
  return { text: text(), lost };
}

const ends = (tries: readonly GivenAnswer[]) => (tries.length > 1 ? [tries[0], tries.at(-1)!] : tries);

function rowsOf({ answers, submissions }: Progress): unknown[][] {
  return [
    answers.map(({ step, question, tries, seconds, verdict }) => [
      step,
      question,
      VERDICTS.indexOf(verdict),
      Math.round(seconds),
      ...tries,
    ]),
    submissions.map(({ task, scenario, tries, seconds, verdict }) => [
      task,
      scenario,
      tries,
      Math.round(seconds),
      TASK_VERDICTS.indexOf(verdict),
    ]),
  ];
}

/** Returns the progress of a text of {@link packProgress}. @throws RangeError for any other text. */
export function unpackProgress(text: string): Progress {
  if (text === "") return { answers: [], submissions: [] };
  try {
    const [answers, submissions] = JSON.parse(text) as [
      [number, number, number, number, ...GivenAnswer[]][],
      [number, string, number, number, number][],
    ];
    return checkedProgress({
      answers: answers.map(([step, question, verdict, seconds, ...tries]) => ({
        step,
        question,
        tries,
        seconds,
        verdict: VERDICTS[verdict],
      })),
      submissions: submissions.map(([task, scenario, tries, seconds, verdict]) => ({
        task,
        scenario,
        tries,
        seconds,
        verdict: TASK_VERDICTS[verdict],
      })),
    });
  } catch (error) {
    throw new RangeError("The course’s progress cannot be read: it is damaged, or another release wrote it.", {
      cause: error,
    });
  }
}
