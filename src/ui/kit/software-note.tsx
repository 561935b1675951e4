import { create } from "zustand";
import { useCurrentLab } from "./current-lab.ts";
import { isSoftware, useLab } from "./engine.ts";

/** The labs in which the person wants to see a software adapter's times. */
const useAsked = create<Readonly<Record<string, true>>>()(() => ({}));

/** True where times would mean nothing, on a software adapter, and the person has not asked for them in this lab. */
export function useTimesHidden(): boolean {
  const lab = useCurrentLab(({ name }) => name);
  const asked = useAsked((labs) => labs[lab]);
  return useLab(isSoftware) && !asked;
}

/** Shows a software adapter's times in the lab that is shown. */
export function showTimes(): void {
  useAsked.setState({ [useCurrentLab.getState().name]: true });
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
