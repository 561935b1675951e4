import { CHAPTERS, type ChapterName } from "#core/lectures/lecture.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { type Draft, withFixedName, withTitle } from "./draft.ts";
import { LineField, LinesField } from "./text-fields.tsx";

interface AboutEditorProps {
  draft: Draft;
  /** @param what The field that changes. */
  onChange: (change: (draft: Draft) => Draft, what?: string) => void;
}

/** What a lecture says about itself. */
export function AboutEditor({ draft, onChange }: AboutEditorProps) {
  const { id, title, summary, minutes, chapter = "", teaches, needs } = draft;
  const set = (change: Partial<Draft>, what?: string) => onChange((now) => ({ ...now, ...change }), what);
  return (
    <>
      <LineField
        at="title"
        label="Title"
        value={title}
        onChange={(next) => onChange((now) => withTitle(now, next), "title")}
      />
      <LineField
        at="summary"
        label="Summary"
        value={summary}
        hint="One sentence for lists: what a student will understand."
        onChange={(next) => set({ summary: next }, "summary")}
      />
      <QuantityField
        label="Time that a student needs"
        unit="min"
        min={1}
        max={600}
        step={5}
        value={minutes}
        onChange={(next) => set({ minutes: next }, "minutes")}
      />
      <ChoiceField
        label="Chapter"
        description="Where the course has it."
        choices={[
          { value: "", text: "outside the course" },
          ...Object.entries(CHAPTERS).map(([value, text]) => ({ value, text })),
        ]}
        value={chapter}
        onChange={(next) => set({ chapter: next === "" ? undefined : (next as ChapterName) })}
      />
      <LinesField
        at="teaches"
        label="Teaches"
        value={teaches}
        hint="Two or three words per line. Other lectures name it as a prerequisite with these words."
        onChange={(next) => set({ teaches: next }, "teaches")}
      />
      <LinesField
        at="needs"
        label="Needs"
        value={needs}
        hint="One prerequisite per line: what other lectures teach."
        onChange={(next) => set({ needs: next }, "needs")}
      />
      <LineField
        at="id"
        label="Name in links and results"
        value={id}
        hint="Do not change it after students have begun: their numbers depend on it."
        onChange={(next) => onChange((now) => ({ ...withFixedName(now), id: next }), "id")}
      />
    </>
  );
}
