import { isProblemSet, type Lecture, type Question, type Step } from "./lecture.ts";
import type { GivenAnswer } from "./result.ts";

/** Returns the texts of a question: the prompt, and the texts of choices or items. */
function questionWords(question: Question): string[] {
  if (question.kind === "choice") {
    return [question.prompt, ...question.choices.flatMap(({ text, reason }) => [text, reason ?? ""])];
  }
  if (question.kind === "order") return [question.prompt, ...question.items.map(({ text }) => text)];
  return [question.prompt];
}

/** Returns all texts of a step as one, for searches. */
export function stepWords({ title, text, explains = "", questions }: Omit<Step, "scenario">): string {
  return [title, text, ...questions.flatMap(questionWords), explains].join(" ");
}

/** Returns how long a lecture is: "4 steps", or "5 tasks" for a problem set. */
export const lengthOf = (lecture: Lecture): string =>
  isProblemSet(lecture) ? `${lecture.tasks!.length} tasks` : `${lecture.steps.length} steps`;

/**
 * Returns an answer in words: Markdown of one line, but a text as it is.
 *
 * @param digits Significant digits of numbers. Default: all.
 */
export function answerWords(question: Question, answer: GivenAnswer, digits?: number): string {
  const numeral = (value: number | string) =>
    typeof value === "string"
      ? value
      : String(digits === undefined ? value : Number(value.toPrecision(digits))).replace(/^-/, "−");
  if (question.kind === "choice") return question.choices[answer as number]?.text ?? String(answer);
  const parts = [answer].flat();
  if (question.kind === "order") return parts.map((i) => question.items[i as number]?.text ?? numeral(i)).join(" · ");
  const unit = question.kind === "number" && question.unit ? ` ${question.unit}` : "";
  return `${parts.map(numeral).join(", ")}${unit}`;
}
