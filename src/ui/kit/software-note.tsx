import { create } from "zustand";
import type { LabName } from "../labs/registry.ts";
import { useView } from "../page/view.ts";
import { isSoftware, useLab } from "./engine.ts";

/** The labs in which the person wants to see a software adapter's times. */
const useAsked = create<Partial<Record<LabName, true>>>()(() => ({}));

/** True where times would mean nothing, on a software adapter, and the person has not asked for them in this lab. */
export function useTimesHidden(): boolean {
  const lab = useView((view) => view.lab);
  const asked = useAsked((labs) => labs[lab]);
  return useLab(isSoftware) && !asked;
}

/** Shows a software adapter's times in the lab that is shown. */
export function showTimes(): void {
  useAsked.setState({ [useView.getState().lab]: true });
}

interface SoftwareNoteProps {
  /** What the button offers. */
  offer?: string;
  onAsk?: () => void;
}

/** Stands where times of a software adapter would, until the person asks for them. */
export function SoftwareNote({ offer = "Show its times anyway", onAsk }: SoftwareNoteProps) {
  return (
    <div className="empty">
      <p>
        This is a software adapter: a CPU that stands in for a GPU. Its results are right, its timings say nothing about
        a GPU.
      </p>
      <button
        type="button"
        className="button"
        onClick={() => {
          showTimes();
          onAsk?.();
        }}
      >
        {offer}
      </button>
    </div>
  );
}
