import { useEffect, useState } from "react";
import { MOST, readLecture } from "#core/lectures/read.ts";
import { attempt } from "../../elements/attempt.ts";
import { Button } from "../../elements/button.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { LABS } from "../../labs/registry.ts";
import { LAB_NAMES } from "../labs.ts";
import { fetchLectures, fetchOwn, useLecture } from "../lecture.ts";
import { draftOf } from "./draft.ts";
import { deleteDraft, openDraft, startDraft, titleOf, useDraft } from "./store.ts";

/** The drafts that this browser keeps, and ways to begin another one. */
export function DraftList() {
  const kept = useDraft((state) => state.kept);
  return (
    <div className="author-body">
      <p className="muted">
        A lecture is a sequence of scenarios with texts and questions. Go from lab to lab, and add what the page shows
        as a step. Drafts stay in this browser.
      </p>
      <div className="author-adding">
        <Button look="primary" icon="plus" onClick={() => startDraft()}>
          New lecture
        </Button>
        <label className="button file-button">
          Open a file
          <input
            className="unseen"
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void attempt([file], () => takeFile(file));
              target.value = "";
            }}
          />
        </label>
      </div>
      <CopyField />
      {kept.length > 0 && (
        <>
          <h3>Your drafts</h3>
          <ul className="author-drafts">
            {kept.map((one) => (
              <li key={one.key}>
                <button type="button" className="author-open" onClick={() => openDraft(one.key)}>
                  <span className="author-title">{titleOf(one.draft)}</span>
                  <span className="muted">
                    {one.draft.steps.length === 1 ? "1 step" : `${one.draft.steps.length} steps`},{" "}
                    {new Date(one.changed).toLocaleDateString(undefined, { dateStyle: "medium" })}
                  </span>
                </button>
                <DeleteButton title={titleOf(one.draft)} onDelete={() => deleteDraft(one)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

async function takeFile(file: File): Promise<void> {
  if (file.size > MOST.file) throw new RangeError(`the file has ${file.size} bytes, expected at most ${MOST.file}`);
  startDraft(draftOf(readLecture(await file.text())));
}

/** Deletes at the second press, so that no draft is lost by accident. */
function DeleteButton({ title, onDelete }: { title: string; onDelete: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Button label={`Delete “${title}” for good`} onClick={onDelete} onBlur={() => setAsked(false)} autoFocus>
      Delete?
    </Button>
  ) : (
    <Button icon="close" label={`Delete “${title}”`} onClick={() => setAsked(true)} />
  );
}

/** A lecture of the labs or an own one to begin with. */
function CopyField() {
  const lists = useLecture((state) => state.lists);
  const own = useLecture((state) => state.own);
  useEffect(() => {
    for (const lab of LAB_NAMES) void fetchLectures(lab).catch(() => {});
    void fetchOwn();
  }, []);
  const groups = [
    ...own.map((lecture) => ({ group: "Your lectures", draft: draftOf(lecture) })),
    // Another name gives students other numbers than the lab's lecture.
    ...LAB_NAMES.flatMap((lab) =>
      (lists[lab] ?? []).map((lecture) => ({
        group: LABS[lab].title,
        draft: { ...draftOf(lecture), id: `${lecture.id}-copy` },
      })),
    ),
  ];
  return (
    <ChoiceField
      label="Edit a copy of"
      choices={[
        { value: "", text: groups.length > 0 ? "Choose a lecture" : "Loading the lectures …" },
        ...groups.map(({ group, draft }, i) => ({ value: String(i), text: draft.title, group })),
      ]}
      value=""
      onChange={(i) => i !== "" && startDraft(groups[Number(i)].draft)}
    />
  );
}
