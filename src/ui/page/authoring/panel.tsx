import { useEffect, useMemo, useRef, useState } from "react";
import { Boundary } from "../../elements/boundary.tsx";
import { Button } from "../../elements/button.tsx";
import { say } from "../../elements/notices.ts";
import { AboutEditor } from "./about-editor.tsx";
import { type Draft, draftProblems, partOf, withFixedName } from "./draft.ts";
import { DraftList } from "./draft-list.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { addPresent, Outline } from "./outline.tsx";
import { endPreview, startPreview, usePreview } from "./preview.ts";
import { placeOnPage, ProblemList } from "./problem-list.tsx";
import { StepEditor } from "./step-editor.tsx";
import { closeDraft, editDraft, leaveAuthor, redoDraft, titleOf, undoDraft, useDraft } from "./store.ts";
import { TaskEditor } from "./task-editor.tsx";
import { Problems } from "./text-fields.tsx";
import "../lectures/lectures.css";
import "./authoring.css";

/** The panel for making lectures, beside the labs. */
export function AuthorPanel() {
  const open = useDraft((state) => state.open);
  const preview = usePreview((state) => state.preview);
  const calls = useDraft((state) => state.calls);
  const [isFolded, setFolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (calls > 0) heading.current?.focus();
  }, [calls]);
  const title = open ? titleOf(open.draft) : "Make a lecture";
  return (
    <aside
      className="author"
      aria-label={open ? `Draft: ${title}` : title}
      data-folded={isFolded || preview !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <header className="author-head">
        <h2 ref={heading} title={title} tabIndex={-1}>
          {open ? title : "Make a lecture"}
        </h2>
        {open && !preview && <History />}
        {!preview && (
          <Button look="quiet" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? "Unfold" : "Fold"}
          </Button>
        )}
        {!preview && (
          <Button
            icon="close"
            label="Close the draft’s panel"
            onClick={() => {
              leaveAuthor();
              document.querySelector<HTMLElement>("main")?.focus();
            }}
          />
        )}
      </header>
      {preview ? (
        <PreviewNote leftOut={preview.leftOut} />
      ) : isFolded ? (
        open && (
          <Button
            look="primary"
            icon="plus"
            onClick={() => {
              if (addPresent("steps")) say(`Step ${open.draft.steps.length + 1} was added to “${title}”.`);
            }}
          >
            Add this scenario as a step
          </Button>
        )
      ) : open ? (
        <DraftEditor key={open.key} draft={open.draft} />
      ) : (
        <DraftList />
      )}
    </aside>
  );
}

/** Ctrl+Z and Ctrl+Y work on the draft here, and not on the scenario. */
function onKeyDown(event: React.KeyboardEvent): void {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !"zy".includes(key)) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redoDraft();
  else undoDraft();
}

function History() {
  const canUndo = useDraft(({ past }) => past.length > 0);
  const canRedo = useDraft(({ future }) => future.length > 0);
  return (
    <>
      <Button icon="undo" label="Undo in the draft" keys="Ctrl+Z" aria-disabled={!canUndo} onClick={undoDraft} />
      <Button icon="redo" label="Redo in the draft" keys="Ctrl+Y" aria-disabled={!canRedo} onClick={redoDraft} />
    </>
  );
}

function PreviewNote({ leftOut }: { leftOut: readonly string[] }) {
  return (
    <div className="author-previewing">
      <p>
        This is the draft as a student sees it. Answers that you give here are not kept.
        {leftOut.length > 0 && ` Not complete, and therefore not shown: ${leftOut.join(", ").toLowerCase()}.`}
      </p>
      <Button look="primary" onClick={endPreview}>
        Back to the draft
      </Button>
    </div>
  );
}

function DraftEditor({ draft }: { draft: Draft }) {
  const part = useDraft((state) => state.part);
  const jump = useDraft((state) => state.jump);
  const isUnsaved = useDraft((state) => state.isUnsaved);
  const problems = useMemo(() => draftProblems(draft), [draft]);
  const [isExporting, setExporting] = useState(false);
  const [isListed, setListed] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = jump && body.current && placeOnPage(body.current, jump.at);
    if (!place) return;
    const folded = place.closest("details");
    if (folded) folded.open = true;
    const field = place.querySelector<HTMLElement>("input, textarea, select") ?? place;
    field.focus();
    field.scrollIntoView({ block: "center" });
  }, [jump]);
  return (
    <Problems value={problems}>
      <div className="author-body" ref={body}>
        <Outline draft={draft} problems={problems} />
        <Boundary key={part} what="This part could not be shown.">
          <section className="author-editor" aria-label={headingOf(part)}>
            <h3>{headingOf(part)}</h3>
            <PartEditor draft={draft} part={part} />
          </section>
        </Boundary>
      </div>
      <footer className="author-foot">
        {isUnsaved && (
          <p className="why" role="alert">
            This browser has no room for the draft: delete other drafts, or export it. It stays until the page is
            closed.
          </p>
        )}
        {isListed && problems.length > 0 && <ProblemList problems={problems} />}
        <div className="author-adding">
          <Button look="quiet" onClick={closeDraft}>
            All drafts
          </Button>
          <Button
            look="quiet"
            aria-expanded={isListed && problems.length > 0}
            disabled={problems.length === 0}
            onClick={() => setListed(!isListed)}
          >
            {problems.length === 0
              ? "No problems"
              : problems.length === 1
                ? "1 problem"
                : `${problems.length} problems`}
          </Button>
          <span className="spring" />
          <Button onClick={() => void startPreview(draft, part)}>Preview</Button>
          <Button look="primary" onClick={() => setExporting(true)}>
            Export
          </Button>
        </div>
      </footer>
      {isExporting && (
        <ExportDialog
          draft={draft}
          problems={problems}
          onClose={(isExported) => {
            setExporting(false);
            if (isExported && draft.fallbackName !== undefined) editDraft(withFixedName);
          }}
        />
      )}
    </Problems>
  );
}

function headingOf(part: string): string {
  const at = partOf(part);
  return at ? `${at.list === "steps" ? "Step" : "Task"} ${at.index + 1}` : "About the lecture";
}

function PartEditor({ draft, part }: { draft: Draft; part: string }) {
  const { list, index = 0 } = partOf(part) ?? {};
  const [step, task] = [list === "steps" && draft.steps.at(index), list === "tasks" && draft.tasks.at(index)];
  if (step) {
    return (
      <StepEditor
        at={part}
        step={step}
        onChange={(change, what) =>
          editDraft(
            (now) => ({ ...now, steps: now.steps.with(index, change(now.steps[index])) }),
            what && `${part} ${what}`,
          )
        }
      />
    );
  }
  if (task) {
    return (
      <TaskEditor
        at={part}
        task={task}
        onChange={(change, what) =>
          editDraft(
            (now) => ({ ...now, tasks: now.tasks.with(index, change(now.tasks[index])) }),
            what && `${part} ${what}`,
          )
        }
      />
    );
  }
  return <AboutEditor draft={draft} onChange={editDraft} />;
}
