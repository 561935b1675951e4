import { Button } from "../../elements/button.tsx";
import { isReady, useGpu } from "../../kit/engine.ts";
import { passSignal, useFilterSignal } from "./store/signal.ts";
import { editFilters, useFilters } from "./store/filters.ts";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { ExampleList } from "../../kit/recording/sources.tsx";

function Busy({ children }: { children: string }) {
  return (
    <p className="empty" aria-busy>
      {children}
    </p>
  );
}

/** A note in place of a figure before the first signal is filtered; later, why the figure shows an earlier signal. */
export function NoSignal({ offer }: { offer?: true }) {
  const ready = useGpu(isReady);
  const opening = useGpu(({ gpu }) => gpu.state === "opening");
  const refusal = useFilterSignal((store) => store.refusal);
  const passed = useFilterSignal((store) => store.passed !== undefined);
  const passing = useFilterSignal((store) => store.passing);
  const chosen = useFilters(({ config }) => config.method !== "best");
  const wanting = useFilters(({ config }) => config.signal === "recording");
  const open = useRecording((store) => shownRecording(store) !== undefined);
  const reading = useRecording((store) => store.reading !== undefined);
  if (wanting && !open && ready) {
    if (reading) return <Busy>Reading the recording …</Busy>;
    const text = passed ? "No recording is open. The figure shows the last signal." : "No recording is open yet.";
    return (
      <div className={passed ? "caveat" : "empty"}>
        <p>{text} Drop one anywhere on this page, or open an example.</p>
        {offer && (
          <>
            <ChooseFiles className="button primary">Choose files</ChooseFiles>
            <ExampleList />
          </>
        )}
      </div>
    );
  }
  if (refusal) {
    return (
      <div className={passed ? "caveat" : "empty"}>
        <p className={offer && "refused"} role={offer && "alert"}>
          Nothing is filtered ({refusal}).{passed && " The figure shows the last signal."}
        </p>
        {offer && chosen && (
          <Button onClick={() => editFilters({ method: "best" })}>Choose the method automatically</Button>
        )}
      </div>
    );
  }
  if (passed) return null;
  if (!ready && !opening) return <p className="empty">This figure waits for a GPU.</p>;
  if (passing || opening) return <Busy>Filtering …</Busy>;
  return (
    <div className="empty">
      <p>Filtering was stopped before the first result.</p>
      {offer && <Button onClick={() => void passSignal()}>Filter the signal</Button>}
    </div>
  );
}
