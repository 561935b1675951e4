import { checkLecture, type RightAnswer, rightAnswers } from "../../core/lectures/check.ts";
import { studentCopy } from "../../core/lectures/identity.ts";
import type { Lecture } from "../../core/lectures/lecture.ts";
import { SCORM_VERSIONS, type ScormVersion } from "../../core/lectures/scorm.ts";
import { command } from "../command.ts";
import { jsonOption, UsageError } from "../options.ts";
import { writeJson } from "../output.ts";
import { tableOf } from "../table.ts";
import { print, tell } from "../terminal.ts";
import { builtInLectures, fullName, lectureOf } from "./built-in.ts";
import { terminalLabs } from "./labs.ts";
import { printWorksheet } from "./print-worksheet.ts";
import { packageLecture } from "./scorm-package.ts";

const ACTIONS = ["list", "check", "scorm", "print"] as const;
type Action = (typeof ACTIONS)[number];

/** The actions that use an option. */
const USED_BY = {
  answers: ["check"],
  version: ["scorm"],
  page: ["scorm"],
  solutions: ["print"],
  out: ["scorm", "print"],
  json: ["list", "check"],
} as const satisfies Record<string, readonly Action[]>;

export const lecture = command({
  name: "lecture",
  usage: "list | check FILE|NAME … | scorm FILE|NAME --out f.zip | print FILE|NAME --out f.pdf [options]",
  about: "Lists and checks lectures, and makes packages for courses and worksheets of them.",
  details:
    "list   prints the lectures of the labs.\n" +
    "check  says what is wrong with lectures; without names it checks all of the labs. With --answers it computes the right answers.\n" +
    "scorm  makes a package for a learning-management system: the built page with one lecture. It runs without a network.\n" +
    "print  makes a worksheet of a lecture, as PDF or HTML.",
  examples: [
    "lecture list",
    "lecture check lecture.json --answers",
    "lecture scorm turbo/windows --out windows.zip",
    "lecture print turbo/windows --solutions --out windows.pdf",
  ],
  words: ACTIONS,
  failure: "The work failed or was stopped, or check found a problem.",
  takes: "names",
  extras: {
    answers: { description: "check: compute the right answer of each question, and judge the tasks' solutions." },
    version: {
      value: SCORM_VERSIONS.join("|"),
      description: `scorm: version of SCORM. Default ${SCORM_VERSIONS[0]}, which most systems take.`,
    },
    page: {
      value: "FOLDER",
      description: "scorm: the built page. Default: dist, which npm run build writes in a clone.",
    },
    solutions: { description: "print: add the explanations and the right answers." },
    out: { value: "FILE", output: true, description: "scorm, print: the file to write." },
    json: jsonOption("the list, or what check finds,"),
  },
  async run({ positionals: [word, ...names], own }) {
    const action = ACTIONS.find((one) => one === word);
    if (!action) {
      throw new UsageError(`lecture: the first word must be one of ${ACTIONS.join(", ")}, got "${word ?? ""}"`);
    }
    checkUsed(action, own);
    if (action === "list") {
      if (names.length > 0) throw new UsageError(`lecture list: takes no name, got "${names[0]}"`);
      return list(own.json);
    }
    if (action === "check") return check(names.length > 0 ? names.map(lectureOf) : builtInLectures(), own);
    if (names.length !== 1) throw new UsageError(`lecture ${action}: name one lecture, got ${names.length}`);
    if (own.out === undefined) throw new UsageError(`lecture ${action}: --out FILE is missing`);
    const chosen = lectureOf(names[0]);
    if (action === "scorm") return packageLecture(studentCopy(chosen), versionOf(own.version), own.page, own.out);
    const answers = own.solutions ? await answersOf(chosen) : undefined;
    return printWorksheet(chosen, answers, own.out);
  },
});

/** @throws UsageError for an option that the action would ignore. */
function checkUsed(action: Action, own: Readonly<Partial<Record<keyof typeof USED_BY, string>>>): void {
  for (const [option, users] of Object.entries(USED_BY) as [keyof typeof USED_BY, readonly Action[]][]) {
    if (own[option] === undefined || users.includes(action)) continue;
    throw new UsageError(`lecture ${action}: --${option} belongs to ${users.join(" and ")}; leave it out`);
  }
}

function versionOf(text: string = SCORM_VERSIONS[0]): ScormVersion {
  const version = SCORM_VERSIONS.find((one) => one === text);
  if (version) return version;
  throw new UsageError(`lecture scorm: --version must be ${SCORM_VERSIONS.join(" or ")}, got "${text}"`);
}

function list(json: string | undefined): number {
  const rows = builtInLectures().map((one) => ({
    name: fullName(one),
    chapter: one.chapter,
    title: one.title,
    steps: one.steps.length,
    questions: one.steps.reduce((sum, { questions }) => sum + questions.length, 0),
    tasks: one.tasks?.length ?? 0,
    minutes: one.minutes,
  }));
  if (json) writeJson(json, { experiment: "lecture", lectures: rows });
  else {
    print(
      tableOf(rows, [
        ["name", "name"],
        ["steps", "steps"],
        ["questions", "questions"],
        ["tasks", "tasks"],
        ["min", "minutes"],
        ["title", "title"],
      ]),
    );
  }
  return 0;
}

async function check(lectures: readonly Lecture[], own: { answers?: string; json?: string }): Promise<number> {
  const labs = terminalLabs();
  const checked: { name: string; problems: string[]; answers?: RightAnswer[] }[] = [];
  for (const one of lectures) {
    const problems = await checkLecture(one, labs);
    const answers = own.answers && problems.length === 0 ? await rightAnswers(one, labs, problems) : undefined;
    const name = fullName(one);
    checked.push({ name, problems, answers });
    if (own.json) continue;
    for (const { place, prompt, right } of answers ?? []) {
      if (right !== undefined) print(`${name}, ${place}: ${JSON.stringify(right)}  ${prompt}\n`);
    }
    for (const problem of problems) tell(`${name}, ${problem}`);
  }
  const wrong = checked.filter(({ problems }) => problems.length > 0).length;
  if (own.json) writeJson(own.json, { experiment: "lecture", lectures: checked });
  else
    print(
      wrong === 0
        ? `${counted(checked.length, "is", "are")} right.
`
        : `${counted(wrong, "has", "have")} problems.
`,
    );
  return wrong > 0 ? 1 : 0;
}

const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 lecture ${one}` : `${count} lectures ${several}`;

async function answersOf(chosen: Lecture): Promise<readonly RightAnswer[]> {
  const problems: string[] = [];
  const answers = await rightAnswers(chosen, terminalLabs(), problems);
  for (const problem of problems) tell(problem);
  return answers;
}
