import type { CheckedLabs } from "#core/lectures/check.ts";
import { ordinate } from "#core/lectures/judge.ts";
import type { Question } from "#core/lectures/lecture.ts";
import { plain } from "../../format.ts";
import { namesOf, valueText } from "./output-words.ts";

/**
 * Returns what the lab computes for a step's questions, in words; undefined if they ask for no output.
 *
 * @param scenario The student's scenario of the step.
 * @throws The lab's error.
 */
export async function told(
  questions: readonly Question[],
  scenario: string,
  { outputs, evaluate }: Pick<CheckedLabs, "outputs" | "evaluate">,
): Promise<string | undefined> {
  const asked = new Map(questions.flatMap(askedOf));
  if (asked.size === 0) return undefined;
  const facts = await outputs(scenario);
  const parts: string[] = [];
  for (const [output, at] of asked) {
    const { title, unit } = namesOf(output, facts, []);
    const value = await evaluate(scenario, output);
    const withUnit = (text: string) => (unit ? `${text} ${unit}` : text);
    const texts =
      value.kind === "curve"
        ? at.map((x) => `${withUnit(plain(ordinate(output, value, x), 3))} at ${plain(x)}`)
        : [withUnit(valueText(value))];
    parts.push(`${title}: ${texts.join(", ")}`);
  }
  return `The questions ask for these values. ${parts.join("; ")}.`;
}

/** The outputs that decide a question; of a curve, with the abscissas of the sketch. */
function askedOf(question: Question): (readonly [output: string, at: readonly number[]])[] {
  if (question.kind === "text") return [];
  if (question.kind === "order") return question.items.flatMap(({ output }) => (output ? [[output, []] as const] : []));
  return question.output ? [[question.output, question.kind === "sketch" ? question.at : []]] : [];
}
