import { Icon } from "../../elements/icons.tsx";
import { EXAMPLES, openExample } from "./examples.ts";
import { isReady, useLab } from "../engine.ts";
import { useRecording } from "./recording.ts";
import { forgetRecent, openRecent, useRecents } from "./recents.ts";
import "./recording.css";

/** Recordings that come with the page. */
export function ExampleList() {
  const ready = useLab(isReady);
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
    </ul>
  );
}

/** Files that were open before, where the browser gives handles on them. */
export function RecentList() {
  const ready = useLab(isReady);
  const recents = useRecents((state) => state.recents);
  if (recents.length === 0) return <p className="muted">Nothing yet. The files stay where they are.</p>;
  return (
    <ul className="source-list">
      {recents.map((recent) => (
        <li key={recent.name}>
          <button type="button" className="source" disabled={!ready} onClick={() => void openRecent(recent)}>
            {recent.name}
            <span className="muted">{new Date(recent.opened).toLocaleString()}</span>
          </button>
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Forget ${recent.name}`}
            title="Forget"
            onClick={() => void forgetRecent(recent.name)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
