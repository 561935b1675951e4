import { useMemo, useState } from "react";
import type { Grade, GradedAnswer, GradedSubmission } from "#core/lectures/grade.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import { Button } from "../../elements/button.tsx";
import { ColumnTable, type TableColumn } from "../../elements/column-table.tsx";
import type { Entry } from "./grading.ts";

interface GradeTableProps {
  lecture: Lecture;
  /** Results of this lecture, each with a grade. */
  entries: readonly Entry[];
  onShow: (entry: Entry) => void;
}

interface Row {
  entry: Entry;
  grade: Grade;
}

type Sorted = "student" | "score" | "problems";
const VALUES: { [Name in Sorted]: (row: Row) => string | number } = {
  student: ({ grade }) => grade.student.toLowerCase(),
  score: ({ grade }) => grade.score,
  problems: ({ grade }) => grade.problems.length,
};

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** The students of a lecture: a row each, with a column for each question and task. */
export function GradeTable({ lecture, entries, onShow }: GradeTableProps) {
  const [sorted, setSorted] = useState<{ by: Sorted; descending: boolean }>();
  const rows = useMemo(() => sortedRows(entries, sorted), [entries, sorted]);
  const mean = rows.reduce((sum, { grade }) => sum + grade.score, 0) / rows.length;
  const suspicious = rows.filter(({ grade }) => grade.problems.length > 0).length;
  const sortable = (by: Sorted, title: string, cell: TableColumn<Row>[1]): TableColumn<Row> => {
    const isBy = sorted?.by === by;
    const descending = isBy ? !sorted.descending : by !== "student";
    const head = (
      <button type="button" className="grading-sort" onClick={() => setSorted({ by, descending })}>
        {title}
        <span aria-hidden="true">{isBy ? (sorted.descending ? " ↓" : " ↑") : ""}</span>
      </button>
    );
    const order = isBy ? (sorted.descending ? "descending" : "ascending") : undefined;
    return [head, cell, { head: { "aria-sort": order } }];
  };
  const columns: TableColumn<Row>[] = [
    sortable("student", "Student", ({ entry, grade }) => (
      <Button look="link" title={entry.file} onClick={() => onShow(entry)}>
        {grade.student.trim() || `No name (${entry.file})`}
      </Button>
    )),
    sortable("score", "Score", ({ grade }) => percent(grade.score)),
    ...questionColumns(lecture, rows),
    ...taskColumns(lecture),
    ["Minutes", ({ grade }) => (grade.seconds / 60).toFixed(0)],
    sortable("problems", "Problems", ({ grade }) => grade.problems.length || ""),
  ];
  const name = `Grades of ${lecture.title}`;
  return (
    <section className="grading-lecture">
      <h3>{lecture.title}</h3>
      <p className="muted">
        {rows.length} {rows.length === 1 ? "result" : "results"}, mean score {percent(mean)}.{" "}
        {suspicious > 0 && `${suspicious} ${suspicious === 1 ? "has" : "have"} problems.`}
      </p>
      <ColumnTable
        rows={rows}
        columns={columns}
        named
        region={name}
        className="grading-table"
        row={({ entry }) => ({ key: `${entry.file} ${entry.result!.checksum}` })}
      />
      {suspicious > 0 && (
        <ul className="grading-problems">
          {rows
            .filter(({ grade }) => grade.problems.length > 0)
            .map(({ entry, grade }) => (
              <li key={`${entry.file} ${entry.result!.checksum}`}>
                <strong>{grade.student.trim() || entry.file}</strong>: {grade.problems.join(" ")}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

function sortedRows(entries: readonly Entry[], sorted: { by: Sorted; descending: boolean } | undefined): Row[] {
  const rows = entries.map((entry) => ({ entry, grade: entry.grade! }));
  if (!sorted) return rows;
  const value = VALUES[sorted.by];
  const sign = sorted.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    return sign * (typeof x === "string" ? x.localeCompare(String(y), "en") : x - Number(y));
  });
}

/** A column for each question, with the part of the students whose answer is right. */
function questionColumns({ steps }: Lecture, rows: readonly Row[]): TableColumn<Row>[] {
  return steps.flatMap(({ questions }, step) =>
    questions.map(({ prompt, kind }, question): TableColumn<Row> => {
      const of = ({ grade }: Row) => grade.answers.find((one) => one.step === step && one.question === question);
      const right = rows.filter((row) => of(row)?.verdict === "right").length;
      const head = (
        <>
          {step + 1}.{question + 1}
          <small>{kind === "text" ? "text" : percent(right / rows.length)}</small>
        </>
      );
      return [head, (row) => <Cell of={of(row)} />, { title: prompt, className: "grading-cell" }];
    }),
  );
}

const taskColumns = ({ tasks = [] }: Lecture): TableColumn<Row>[] =>
  tasks.map(({ title }, at) => [
    `T${at + 1}`,
    ({ grade }) => <Cell of={grade.submissions.find(({ task }) => task === at)} />,
    { title, className: "grading-cell" },
  ]);

const SIGNS: Readonly<Record<GradedAnswer["verdict"] | GradedSubmission["verdict"], string>> = {
  right: "✓",
  met: "✓",
  wrong: "✗",
  "not met": "✗",
  given: "text",
  open: "open",
  "not enough packets": "?",
  unjudged: "?",
};

/** A verdict as a sign, with the number of tries if there were several. */
function Cell({ of }: { of: GradedAnswer | GradedSubmission | undefined }) {
  if (!of) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="unseen">no answer</span>
      </>
    );
  }
  const tries = typeof of.tries === "number" ? of.tries : of.tries.length;
  const words = [of.verdict, tries > 1 && `${tries} tries`, of.isForged && "the file says otherwise"];
  return (
    <span data-verdict={of.verdict} data-forged={of.isForged || undefined} title={words.filter(Boolean).join(", ")}>
      <span aria-hidden="true">
        {SIGNS[of.verdict]}
        {tries > 1 && <small>{tries}</small>}
        {of.isForged && "!"}
      </span>
      <span className="unseen">{words.filter(Boolean).join(", ")}</span>
    </span>
  );
}
