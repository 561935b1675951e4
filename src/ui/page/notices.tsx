import { dismiss, useNotices } from "../elements/notices.ts";
import { Icon } from "../elements/icons.tsx";

/** Notices of recent events: a copied link, a recovered device, a refused file. */
export function Notices() {
  const notices = useNotices((state) => state.notices);
  return (
    <div className="notices" aria-live="polite">
      {notices.map(({ id, tone, text, action }) => (
        <p key={id} className="notice" data-tone={tone}>
          <span>{text}</span>
          {action && (
            <button type="button" className="button" onClick={action.run}>
              {action.label}
            </button>
          )}
          <button type="button" className="button quiet icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}
