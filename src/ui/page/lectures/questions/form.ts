import type { Question } from "#core/lectures/lecture.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";

/** What every form of answer takes. */
export interface FormProps<Kind extends Question> {
  question: Kind;
  /** Accessible name: the prompt as plain text. */
  label: string;
  /** The last try. */
  last?: GivenAnswer;
  /** A right answer, shown beside the try. */
  right?: GivenAnswer;
  /** Nothing may be changed: the right answer is shown. */
  isClosed: boolean;
  /** The word on the button: "Predict", or "Answer again". */
  action: string;
  onGive: (answer: GivenAnswer) => void;
}
