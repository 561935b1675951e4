import { Button } from "./button.tsx";
import { type Failure } from "./failure.ts";
import { copy } from "./copy.ts";

/** Shows what failed, why, and what the person can do. */
export function FailureNote({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{failure.what}</strong> {failure.why}
      </p>
      <span className="failure-buttons">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <Button look="quiet" onClick={() => copy(failure.report, () => "The report has been copied.")}>
          Copy report
        </Button>
      </span>
    </div>
  );
}
