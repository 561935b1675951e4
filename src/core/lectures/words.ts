import { isProblemSet, type Lecture, type Question, type Step } from "./lecture.ts";

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
