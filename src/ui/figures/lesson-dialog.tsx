import { Dialog } from "../elements/dialog.tsx";
import { Terms } from "../elements/glossary/terms.tsx";
import { onDemand } from "../elements/on-demand.tsx";
import type { Lesson } from "./lesson.ts";

const Definition = onDemand(async () => (await import("./definition.tsx")).Definition, {
  pending: <p className="muted">Fetching the equation …</p>,
  failed: "The equation could not be fetched.",
});

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
      <Definition {...lesson} />
    </Dialog>
  ) : (
    <Dialog title="What would change this?" label={`${title}: what would change this?`} onClose={onClose}>
      <dl className="changes">
        {lesson.changes.map((change) => {
          const at = change.indexOf(":");
          return (
            <div key={change}>
              <dt>{change.slice(0, at)}</dt>
              <dd>
                <Terms>{change.slice(at + 1).trim()}</Terms>
              </dd>
            </div>
          );
        })}
      </dl>
    </Dialog>
  );
}
