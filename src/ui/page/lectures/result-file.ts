import { createElement } from "react";
import { version } from "../../../../package.json";
import { checksumOf, hashOf } from "#core/lectures/identity.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import { RESULT_VERSION, type Result } from "#core/lectures/result.ts";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { answersOf, submissionsOf, useAnswers } from "../answers.ts";
import { useView } from "../view.ts";

/** Returns the present student's result of a lecture. Answers that the lab has not judged yet are left out. */
export function resultOf(lecture: Lecture): Result {
  const state = useAnswers.getState();
  const answers = Object.entries(answersOf(state, lecture)).flatMap(([place, { tries, seconds, verdict }]) => {
    const [step, question] = place.split(".").map(Number);
    return verdict && lecture.steps[step]?.questions[question] ? [{ step, question, tries, seconds, verdict }] : [];
  });
  const result = {
    version: RESULT_VERSION,
    lecture: { id: lecture.id, title: lecture.title, hash: hashOf(lecture) },
    student: state.student,
    program: version,
    answers: answers.toSorted((a, b) => a.step - b.step || a.question - b.question),
    submissions: Object.entries(submissionsOf(state, lecture)).map(([task, kept]) => ({ task: Number(task), ...kept })),
  } satisfies Omit<Result, "checksum">;
  return { ...result, checksum: checksumOf(result) };
}

/** Saves the present student's result as a file. */
export function saveResult(lecture: Lecture): void {
  const result = resultOf(lecture);
  const all = Object.keys(answersOf(useAnswers.getState(), lecture)).length;
  const who = result.student.trim().replace(/[^\p{L}\p{N}]+/gu, "-") || "no-name";
  download(`${lecture.id}-${who}.json`, `${JSON.stringify(result, undefined, 2)}\n`, "application/json");
  sayMissing(all - result.answers.length, "the file does not have");
}

function sayMissing(count: number, where: string): void {
  if (count === 0) return;
  const [are, them] = count === 1 ? ["1 answer is", "it"] : [`${count} answers are`, "them"];
  say(`${are} not judged yet, and ${where} ${them}.`, "warning");
}

/** Prints the present student's result. A test's sheet has no verdicts. */
export async function printResult(lecture: Lecture): Promise<void> {
  const result = resultOf(lecture);
  sayMissing(Object.keys(answersOf(useAnswers.getState(), lecture)).length - result.answers.length, "the page lacks");
  const [{ print }, { ResultSheet }] = await Promise.all([import("../print/print.ts"), import("./result-sheet.tsx")]);
  const verdicts = !useView.getState().test;
  await print("result", () => createElement(ResultSheet, { lecture, result, verdicts }));
}
