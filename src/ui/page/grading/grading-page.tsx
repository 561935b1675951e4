import { useId, useRef, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { sayUndoable } from "../../elements/notices.ts";
import { printPage } from "../keys.ts";
import { cancelGrading, clearGrading, type Entry, gradeAll, saveCsv, takeFiles, useGrading } from "./grading.ts";
import { GradeTable } from "./grade-table.tsx";
import { StudentDialog } from "./student-dialog.tsx";
import "../whole.css";
import "./grading.css";

/** Grades results of lectures: files in, a table and CSV out. */
export function GradingPage() {
  const entries = useGrading((state) => state.entries);
  const lectures = useGrading((state) => state.lectures);
  const [shown, setShown] = useState<Entry>();
  const graded = entries.filter(({ grade }) => grade);
  const groups = [...new Set(graded.map(({ lecture }) => lecture!))];
  const failed = entries.filter(({ error }) => error !== undefined);
  return (
    <>
      <article className="grading">
        <h2>Grading</h2>
        <p className="grading-about">
          Threeray computes every answer and every verdict again, from the scenario and the numbers of each student. So
          it finds forged results. Nothing leaves this computer.
        </p>
        <Chooser isFirst={entries.length === 0} />
        {lectures.length > 0 && (
          <p className="muted">
            Your {lectures.length === 1 ? "lecture" : "lectures"}:{" "}
            {lectures.map(({ title }) => `“${title}”`).join(", ")}.
          </p>
        )}
        <Progress />
        {entries.length > 0 && (
          <p className="grading-actions">
            <Button look="primary" disabled={graded.length + failed.length === 0} onClick={saveCsv}>
              Save as CSV
            </Button>
            <Button disabled={graded.length === 0} onClick={() => void printPage()}>
              Print the table
            </Button>
            <Button onClick={clear}>Remove all</Button>
          </p>
        )}
        {groups.map((lecture) => (
          <GradeTable
            key={lecture.id}
            lecture={lecture}
            entries={graded.filter((one) => one.lecture === lecture)}
            onShow={setShown}
          />
        ))}
        {failed.length > 0 && (
          <section>
            <h3>Files without a grade</h3>
            <ul className="grading-problems">
              {failed.map(({ file, error }, i) => (
                <li key={`${file} ${i}`}>
                  <strong>{file}</strong>: {error}
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
      {shown && <StudentDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function clear(): void {
  const { lectures, entries } = useGrading.getState();
  clearGrading();
  sayUndoable("The table is empty.", () => useGrading.setState({ lectures, entries }));
}

function Chooser({ isFirst }: { isFirst: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const about = useId();
  return (
    <div className="grading-files">
      <Button look={isFirst ? "primary" : "framed"} aria-describedby={about} onClick={() => input.current?.click()}>
        {isFirst ? "Choose results" : "Add files"}
      </Button>
      <p id={about}>
        Drop files, a folder or a ZIP archive on the page: results that students have saved. Add your own copy of a
        lecture if it has hidden checks, or if it is not part of the course.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="results"
        accept=".json,.zip"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again after a correction.
          target.value = "";
          void takeFiles(files);
        }}
      />
    </div>
  );
}

function Progress() {
  const progress = useGrading((state) => state.progress);
  const waiting = useGrading(
    ({ entries }) => entries.filter(({ grade, error }) => !grade && error === undefined).length,
  );
  const label = useId();
  return (
    <div className="grading-progress" role="status">
      {progress && (
        <>
          <span id={label}>
            {progress.done} of {progress.all} results graded
          </span>
          <progress aria-labelledby={label} value={progress.done} max={progress.all} />
          <Button onClick={cancelGrading}>Stop</Button>
        </>
      )}
      {!progress && waiting > 0 && (
        <>
          <span>
            {waiting} {waiting === 1 ? "result waits" : "results wait"} for a grade.
          </span>
          <Button onClick={() => void gradeAll()}>Continue</Button>
        </>
      )}
    </div>
  );
}
