import { Button } from "../../elements/button.tsx";
import type { Excerpt } from "#core/capture/excerpt.ts";
import { Progress } from "../../elements/progress.tsx";
import { duration, whole } from "../../format.ts";
import { keepInView } from "../in-view.ts";
import { useOutdated, useRun } from "../run.ts";
import type { Reception } from "./reception.ts";
import { stopRecording } from "./recording.ts";
import "./recording.css";

/** The button that runs a receiver on the current recording or on a part of it, with progress and results. */
export function ReceptionRun({ of, part }: { of: Reception; part?: Excerpt }) {
  const { phase, step, remainingMs, ms = 0 } = useRun(of);
  const outdated = useOutdated(of);
  const run = (button: Element) => {
    // The results lengthen the card.
    const card = button.closest(".card");
    if (card) keepInView(card.id);
    void of.receive(part);
  };
  if (phase !== "running" && !step) {
    return (
      <Button look="primary" onClick={({ currentTarget }) => run(currentTarget)}>
        {part ? "Run the receiver on the selection" : "Run the receiver"}
      </Button>
    );
  }
  const received = step?.state.config.part;
  return (
    <p className="busy">
      <span role="status">
        <strong>{of.count()} found</strong>
        {phase === "finished" && ` in ${duration(ms)}`}
        {(phase === "stopped" || phase === "failed") && ", stopped early"}
        {received && `, from sample ${whole(received.start)} on`}
      </span>
      {phase === "running" && (
        <>
          <Progress label="Reception" share={step?.progress} />
          <span className="muted">{remainingMs !== undefined && `${duration(remainingMs)} left`}</span>
        </>
      )}
      {outdated && phase !== "running" && (
        <span className="muted">The settings have changed. These results are from the earlier ones.</span>
      )}
      <Button onClick={({ currentTarget }) => (phase === "running" ? stopRecording() : run(currentTarget))}>
        {phase === "running" ? "Stop" : part ? "Run on the selection" : "Run again"}
      </Button>
    </p>
  );
}
