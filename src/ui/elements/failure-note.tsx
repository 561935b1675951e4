import { Button } from "./button.tsx";
import { type Failure } from "./failure.ts";
import { say } from "./notices.ts";

/** Shows what failed, why, and what the person can do. */
export function FailureNote({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(failure.report).then(
      () => say("The report has been copied."),
      () => say("The browser does not allow copying here.", "warning", { brief: true }),
    );
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{failure.what}</strong> {failure.why}
      </p>
      <span className="failure-buttons">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <Button look="quiet" onClick={copy}>
          Copy report
        </Button>
      </span>
    </div>
  );
}
