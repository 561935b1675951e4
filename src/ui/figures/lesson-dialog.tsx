import { lazy, Suspense } from "react";
import { Dialog } from "../kit/dialog.tsx";
import type { Lesson } from "./lesson.ts";

const Equation = lazy(() => import("./equation.tsx"));

export type LessonPart = "equation" | "changes";

interface LessonDialogProps {
  title: string;
  lesson: Lesson;
  part: LessonPart;
  onClose: () => void;
}

export function LessonDialog({ title, lesson, part, onClose }: LessonDialogProps) {
  return part === "equation" ? (
    <Dialog title={title} label={`${title}: equation and source`} onClose={onClose}>
      <Suspense fallback={<p className="muted">Fetching the equation …</p>}>
        <Definition {...lesson} />
      </Suspense>
    </Dialog>
  ) : (
    <Dialog title="What would change this?" label={`${title}: what would change this?`} onClose={onClose}>
      <dl className="changes">
        {lesson.changes.map((change) => {
          const at = change.indexOf(":");
          return (
            <div key={change}>
              <dt>{change.slice(0, at)}</dt>
              <dd>{change.slice(at + 1).trim()}</dd>
            </div>
          );
        })}
      </dl>
    </Dialog>
  );
}

function Definition({ equation, where, source }: Lesson) {
  return (
    <>
      {[equation].flat().map((tex) => (
        <div key={tex} className="equation" tabIndex={0} role="group" aria-label="Equation">
          <Equation tex={tex} display />
        </div>
      ))}
      <dl className="where">
        {where.map(([symbol, meaning]) => (
          <div key={symbol}>
            <dt>
              <Equation tex={symbol} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{source}</p>
    </>
  );
}
