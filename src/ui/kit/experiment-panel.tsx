import type { ReactNode } from "react";
import { RunFoot, type RunFootProps } from "./run-button.tsx";

interface ExperimentPanelProps extends RunFootProps {
  label?: string;
  /** Groups of fields. */
  children: ReactNode;
}

/** The panel on the left: the fields of an experiment, and the button of its run. */
export const ExperimentPanel = ({ label = "Experiment", children, ...foot }: ExperimentPanelProps) => (
  <form className="panel" aria-label={label} onSubmit={(event) => event.preventDefault()}>
    {children}
    <RunFoot {...foot} />
  </form>
);
