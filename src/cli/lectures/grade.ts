import { gradeResult } from "../../core/lectures/grade.ts";
import { type Graded, gradesCsv, lectureOfResult, rememberingLabs } from "../../core/lectures/grades.ts";
import { MOST, readResult } from "../../core/lectures/read.ts";
import { command } from "../command.ts";
import { readText } from "../files.ts";
import { jsonOption, orUsage, UsageError } from "../options.ts";
import { jsonText } from "../output.ts";
import { tableOf } from "../table.ts";
import { createProgress, print, tell } from "../terminal.ts";
import { builtInLectures, lectureOf } from "./built-in.ts";
import { terminalLabs } from "./labs.ts";
import { writeTogether, type Written } from "../write-together.ts";

export const grade = command({
  name: "grade",
  usage: "RESULT.json … [options]",
  about: "Grades results of lectures: computes every answer and verdict again, and writes a table or CSV.",
  details:
    "Grades results of lectures. Every answer and every verdict is computed again from the scenario and the student's variant,\n" +
    "so a forged verdict is found. The exit code is 1 if a file has a problem.",
  examples: ["grade result1.json result2.json --csv marks.csv"],
  failure: "A file has a problem, or the work failed.",
  takes: "files",
  extras: {
    lecture: {
      value: "FILE|NAME",
      isRepeated: true,
      input: true,
      description:
        "The lecturer's copy of a lecture, with its hidden checks. Default: the lecture of the labs with the result's hash.",
    },
    csv: { value: "FILE|-", output: true, description: "Write a line per file as CSV, or with - to standard output." },
    json: jsonOption("the grades"),
  },
  async run({ positionals, own }) {
    if (positionals.length === 0) throw new UsageError("grade: name at least one result, got none");
    if (own.csv === "-" && own.json === "-") {
      throw new UsageError("grade: --json - and --csv - both write to standard output; name a file for one of them");
    }
    const lectures = (own.lecture ?? "").split("\n").filter(Boolean).map(lectureOf);
    const labs = rememberingLabs(terminalLabs());
    const progress = createProgress("grade");
    const graded: Graded[] = [];
    for (const [i, file] of positionals.entries()) {
      try {
        const result = orUsage(() => readResult(readText(file, MOST.file, "a result")));
        const of = lectureOfResult(lectures, builtInLectures(), result.lecture);
        graded.push({ file, ...(await gradeResult(of, result, labs)) });
      } catch (error) {
        const { message } = error as Error;
        // Messages about a file begin with its name, which every output of this command has beside it.
        graded.push({ file, error: message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message });
      }
      progress.update((i + 1) / positionals.length);
    }
    progress.end();
    const written: Written[] = [];
    if (own.csv) written.push([own.csv, gradesCsv(graded)]);
    if (own.json) written.push([own.json, jsonText({ experiment: "grade", grades: graded })]);
    writeTogether(written);
    if (written.length === 0) print(describe(graded));
    const problems = graded.flatMap((one) =>
      ("error" in one ? [one.error] : one.problems).map((text) => `${one.file}: ${text}`),
    );
    for (const problem of problems) tell(problem);
    return problems.length > 0 ? 1 : 0;
  },
});

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

function describe(graded: readonly Graded[]): string {
  return tableOf(graded, [
    ["student", (one) => ("error" in one ? one.file : one.student)],
    ["lecture", (one) => ("error" in one ? "–" : one.lecture)],
    ["score", (one) => ("error" in one ? "–" : percent(one.score))],
    ["right", (one) => ("error" in one ? "–" : one.right)],
    ["wrong", (one) => ("error" in one ? "–" : one.wrong)],
    ["missing", (one) => ("error" in one ? "–" : one.missing)],
    ["texts", (one) => ("error" in one ? "–" : one.given)],
    ["tasks", (one) => ("error" in one ? "–" : `${one.met}/${one.tasks}`)],
    ["min", (one) => ("error" in one ? "–" : (one.seconds / 60).toFixed(0))],
    ["problems", (one) => ("error" in one ? 1 : one.problems.length)],
  ]);
}
