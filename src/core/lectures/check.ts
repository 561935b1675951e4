import { shown } from "../configuration/fields.ts";
import type { Bounds, Check, Lecture, Question } from "./lecture.ts";
import type { OutputFacts, OutputValue } from "./outputs.ts";
import { rightAnswer } from "./judge.ts";
import type { GivenAnswer } from "./result.ts";
import { parametersOf, valueAt, valuesIn } from "./variant.ts";
import { judgeSubmission, type Labs } from "./verdict.ts";

/** What the check of a lecture needs to know of the labs. */
export interface CheckedLabs extends Labs {
  /** Returns the outputs that a scenario has. A name that ends in "…" stands for one with any number there. */
  outputs(scenario: string): Promise<readonly OutputFacts[]>;
}

/** A question with the right answer that the lab computes. */
export interface RightAnswer {
  /** "Step 2, question 1". */
  place: string;
  prompt: string;
  right: GivenAnswer | undefined;
}

/**
 * Returns what is wrong with a lecture that was read: scenarios and outputs that the labs do not have. It computes no
 * output.
 */
export async function checkLecture({ steps, tasks = [] }: Lecture, labs: CheckedLabs): Promise<string[]> {
  const problems: string[] = [];
  const parts = [
    ...steps.map((step, i) => ({ ...step, place: `Step ${i + 1}`, outputs: step.questions.flatMap(outputsOf) })),
    ...tasks.map((task, i) => ({ ...task, place: `Task ${i + 1}`, outputs: task.checks.flatMap(outputOf) })),
  ];
  for (const { place, scenario, vary = {}, outputs } of parts) {
    const facts = await attempt(problems, place, () => checkedOutputs(scenario, labs));
    if (!facts) continue;
    for (const { name, kinds, reference } of outputs) {
      const found = facts.find((one) => isNamed(one.name, name));
      const known = facts.map((one) => one.name).join(", ");
      if (!found) problems.push(`${place}: there is no output "${name}"; this scenario has ${known}.`);
      else if (!kinds.includes(found.kind)) {
        problems.push(`${place}: the output "${name}" is a ${found.kind}; expected a ${kinds.join(" or a ")}.`);
      } else if (found.compares && reference === undefined) {
        problems.push(`${place}: the output "${name}" compares two scenarios; add a "reference" to its check.`);
      } else if (!found.compares && reference !== undefined) {
        problems.push(`${place}: the output "${name}" compares nothing; remove the "reference" from its check.`);
      }
      if (reference !== undefined) await attempt(problems, `${place}, reference`, () => labs.usual(reference));
    }
    for (const [field, bounds] of Object.entries(vary)) {
      for (const value of new Set([valueAt(bounds, 0), valueAt(bounds, valuesIn(bounds) - 1), ...listed(bounds)])) {
        await attempt(problems, `${place}, with ${field} = ${shown(value)}`, () =>
          labs.usual(withValue(scenario, field, value)),
        );
      }
    }
  }
  for (const [i, { free, scenario, solution }] of tasks.entries()) {
    if (solution !== undefined) await attempt(problems, `Task ${i + 1}, solution`, () => labs.usual(solution));
    const fixed = free.length === 0 && parametersOf(scenario).size === 0;
    if (fixed) problems.push(`Task ${i + 1}: nothing is free.`);
  }
  return problems;
}

async function checkedOutputs(scenario: string, labs: CheckedLabs): Promise<readonly OutputFacts[]> {
  await labs.usual(scenario);
  return labs.outputs(scenario);
}

const listed = (bounds: Bounds) => ("of" in bounds ? bounds.of : []);

function withValue(scenario: string, field: string, value: number | string): string {
  const parameters = parametersOf(scenario);
  parameters.set(field, String(value));
  const parts = [...parameters].map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `${scenario.split("?")[0]}?${parts.join("&")}`;
}

/** Returns what a check gives; undefined, and a problem, if it throws. */
async function attempt<T>(problems: string[], place: string, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    problems.push(`${place}: ${(error as Error).message}.`);
    return undefined;
  }
}

/** Whether a list's name means an output: "…" stands for a number, NAME for a name. */
export function isNamed(listedName: string, name: string): boolean {
  if (listedName.endsWith(".NAME"))
    return /^[\w-]+$/.test(name.slice(listedName.length - 4)) && name.startsWith(listedName.slice(0, -4));
  if (!listedName.endsWith("…")) return listedName === name;
  const [stem] = listedName.split("…", 1);
  const [from, to] = name.slice(stem.length).split(":");
  const isRange = listedName.endsWith("…:…");
  return (
    name.startsWith(stem) &&
    from !== "" &&
    (isRange ? Number(from) < Number(to) : to === undefined && Number.isFinite(Number(from)))
  );
}

interface Asked {
  name: string;
  kinds: readonly OutputValue["kind"][];
  /** Of a check. */
  reference?: string;
}

const NUMBERS = ["number", "rate"] as const;

function outputsOf(question: Question): Asked[] {
  if (question.kind === "number") return [{ name: question.output, kinds: NUMBERS }];
  if (question.kind === "sketch") return [{ name: question.output, kinds: ["curve"] }];
  if (question.kind === "order") {
    return question.items.flatMap(({ output }) => (output === undefined ? [] : [{ name: output, kinds: NUMBERS }]));
  }
  if (question.kind === "text" || question.output === undefined) return [];
  const isNames = question.choices.every(({ is }) => is !== undefined);
  return [{ name: question.output, kinds: isNames ? ["name"] : NUMBERS }];
}

const outputOf = (check: Check): Asked[] =>
  "hash" in check ? [] : [{ name: check.output, kinds: NUMBERS, reference: check.reference }];

/**
 * Computes the right answer of each question, and judges the solutions of tasks.
 *
 * @param problems Gets a sentence for each question that the labs do not decide, and for each solution that does not hold.
 */
export async function rightAnswers(
  { steps, tasks = [] }: Lecture,
  labs: CheckedLabs,
  problems: string[],
): Promise<RightAnswer[]> {
  const answers: RightAnswer[] = [];
  for (const [i, { scenario, questions }] of steps.entries()) {
    for (const [j, question] of questions.entries()) {
      const place = `Step ${i + 1}, question ${j + 1}`;
      const right = await attempt(problems, place, () => rightAnswer(question, scenario, labs.evaluate));
      answers.push({ place, prompt: question.prompt, right });
    }
  }
  for (const [i, task] of tasks.entries()) {
    const { solution } = task;
    if (solution === undefined) continue;
    const judged = await attempt(problems, `Task ${i + 1}, solution`, () => judgeSubmission(task, solution, labs));
    if (!judged || judged.verdict === "met") continue;
    problems.push(`Task ${i + 1}: the solution is ${judged.verdict}.${judged.problem ? ` ${judged.problem}` : ""}`);
  }
  return answers;
}
