import { dismiss, useView } from "../store/view.ts";
import { Icon } from "./icons.tsx";

/** Lines about what has just happened: a link copied, a device recovered, a file refused. */
export function Notices() {
  const notices = useView((view) => view.notices);
  return (
    <div className="notices" aria-live="polite">
      {notices.map(({ id, tone, text }) => (
        <p key={id} className="notice" data-tone={tone}>
          <span>{text}</span>
          <button type="button" className="button quiet icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}
