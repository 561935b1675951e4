/** The version of the format of results. */
export const RESULT_VERSION = 1;

/** What a student did in a lecture, as a file. */
export interface Result {
  version: typeof RESULT_VERSION;
  lecture: {
    id: string;
    title: string;
    /** Hash of the student's copy: {@link hashOf}. */
    hash: string;
  };
  /** The student's name as typed. It chooses the variant. */
  student: string;
  /** Version of the program. */
  program: string;
  answers: readonly Answered[];
  submissions: readonly TaskSubmission[];
  /** Hash over all the rest. It finds damage; `grade` finds forgery. */
  checksum: string;
}

/**
 * An answer to a question: a number, the index of a choice, the indices of items in the student's order, the ordinates of a
 * sketch, or a text.
 */
export type GivenAnswer = number | readonly number[] | string;

export interface Answered {
  /** Indices from 0. */
  step: number;
  question: number;
  /** All tries, the prediction first. The last one counts. */
  tries: readonly GivenAnswer[];
  /** Seconds from the display of the question to the last try. */
  seconds: number;
  verdict: AnswerVerdict;
}

/** "given": a text, which Threeray does not judge. */
export type AnswerVerdict = "right" | "wrong" | "given";

export interface TaskSubmission {
  /** Index from 0. */
  task: number;
  /** The submitted scenario: an address without its "#". */
  scenario: string;
  tries: number;
  seconds: number;
  verdict: TaskVerdict;
}

/** "open": the checks that the student sees are met, and hidden ones remain. */
export type TaskVerdict = "met" | "not met" | "not enough packets" | "open";
