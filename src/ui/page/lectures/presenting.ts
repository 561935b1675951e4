import { create } from "zustand";
import { rightAnswer } from "#core/lectures/judge.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { openStep, useAnswers, variantOf } from "../answers.ts";
import { labName } from "../labs.ts";
import { followed, useLecture } from "../lecture.ts";
import { type QuestionPlace, WORKER_LABS } from "./judging.ts";

/** An answer that a lecturer shows to the class. */
export interface Shown {
  state: "computing" | "shown" | "failed";
  /** Undefined for a text. */
  right?: GivenAnswer;
  failure?: Failure;
}

interface PresentingStore {
  /** What the class guesses, by place: a text, or a sketch. Nothing is stored. */
  guesses: Readonly<Record<string, GivenAnswer>>;
  shown: Readonly<Record<string, Shown>>;
}

/** Presenter mode: the lecturer asks, types the class's guess, and shows the answer. */
export const usePresenting = create<PresentingStore>()(() => ({ guesses: {}, shown: {} }));

/** Returns the name of a question in the store. Another student's variant has other answers. */
export const questionKey = ({ lecture, step, question }: QuestionPlace): string =>
  `${lecture.id} ${step}.${question} ${useAnswers.getState().student}`;

/** Returns how many answers of a step the class has not seen. */
export const hiddenAnswers = ({ shown }: PresentingStore, lecture: Lecture, step: number): number =>
  (lecture.steps[step]?.questions ?? []).filter(
    (_, question) => shown[questionKey({ lecture, step, question })]?.state !== "shown",
  ).length;

/** Keeps the class's guess. */
export function guess(place: QuestionPlace, answer: GivenAnswer): void {
  usePresenting.setState(({ guesses }) => ({ guesses: { ...guesses, [questionKey(place)]: answer } }));
}

/** Shows an answer. With the last one of a step, its figure opens. */
export async function showAnswer(place: QuestionPlace): Promise<void> {
  const { lecture, step, question } = place;
  const key = questionKey(place);
  const set = (one: Shown) => usePresenting.setState(({ shown }) => ({ shown: { ...shown, [key]: one } }));
  set({ state: "computing" });
  try {
    const { scenario } = variantOf(lecture, step);
    const right = await rightAnswer(lecture.steps[step].questions[question], scenario, WORKER_LABS.evaluate);
    set({ state: "shown", right });
    if (hiddenAnswers(usePresenting.getState(), lecture, step) === 0) openStep(lecture, step);
  } catch (error) {
    set({ state: "failed", failure: describeFailure("The answer could not be computed.", error) });
  }
}

/** Shows the next answer of the current step. */
export async function showNextAnswer(): Promise<void> {
  const state = useLecture.getState();
  const lecture = followed(state, labName());
  const step = state.open?.step ?? 0;
  const { shown } = usePresenting.getState();
  const question = lecture?.steps[step]?.questions.findIndex(
    (_, i) => !["shown", "computing"].includes(shown[questionKey({ lecture, step, question: i })]?.state ?? ""),
  );
  if (lecture && question !== undefined && question >= 0) await showAnswer({ lecture, step, question });
}
