import { Button } from "../../elements/button.tsx";
import { EXAMPLES, openExample } from "./examples.ts";
import { isReady, useGpu } from "../engine.ts";
import { riddleName, riddleNamed } from "./riddles.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import { chooseRecording, useRecording } from "./recording.ts";
import { forgetRecent, openRecent, useRecents } from "./recents.ts";
import "./recording.css";

/** The choice among recordings that were opened together. */
export function RecordingChoice() {
  const { recordings, chosen } = useRecording();
  return (
    <ChoiceField
      label="Recording"
      choices={recordings.map(({ title }, i) => ({ value: String(i), text: title }))}
      value={String(chosen)}
      onChange={(index) => void chooseRecording(Number(index))}
    />
  );
}

/** The examples that are part of the page. */
export function ExampleList() {
  const ready = useGpu(isReady);
  const open = useRecording((state) => state.example);
  return (
    <ul className="source-list">
      {EXAMPLES.map(({ name, title, about }) => (
        <li key={name}>
          <button
            type="button"
            className="source"
            disabled={!ready}
            aria-pressed={name === open}
            onClick={() => void openExample(name)}
          >
            {title}
            <span className="muted">{about}</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="source"
          disabled={!ready}
          aria-pressed={open !== undefined && riddleNamed(open) !== undefined}
          onClick={() => void openExample(riddleName("easy", 1))}
        >
          Name that signal
          <span className="muted">a game: one burst, 9 or 18 classes, your score</span>
        </button>
      </li>
    </ul>
  );
}

/** Recently opened files, if the browser gives handles to them. */
export function RecentList() {
  const ready = useGpu(isReady);
  const recents = useRecents((state) => state.recents);
  if (recents.length === 0)
    return (
      <p className="muted">No files yet. Opened files stay on your computer; the page only remembers where they are.</p>
    );
  return (
    <ul className="source-list">
      {recents.map((recent) => (
        <li key={recent.name}>
          <button type="button" className="source" disabled={!ready} onClick={() => void openRecent(recent)}>
            {recent.name}
            <span className="muted">{new Date(recent.opened).toLocaleString()}</span>
          </button>
          <Button
            icon="close"
            label={`Forget ${recent.name}`}
            title="Forget"
            onClick={() => void forgetRecent(recent.name)}
          />
        </li>
      ))}
    </ul>
  );
}
