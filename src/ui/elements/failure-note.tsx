import { type Failure } from "./failure.ts";
import { say } from "./notices.ts";

/** What failed, why, and what can be done. */
export function FailureNote({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(failure.report).then(
      () => say("The report is in the clipboard."),
      () => say("The browser does not allow copying here.", "warning"),
    );
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{failure.what}</strong> {failure.why}
      </p>
      <span className="failure-buttons">
        {onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="button quiet" onClick={copy}>
          Copy report
        </button>
      </span>
    </div>
  );
}
