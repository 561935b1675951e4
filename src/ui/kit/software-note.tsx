interface SoftwareNoteProps {
  /** What the button offers. */
  offer?: string;
  onAsk: () => void;
}

/** Stands where times of a software adapter would, until the person asks for them. */
export function SoftwareNote({ offer = "Show its times anyway", onAsk }: SoftwareNoteProps) {
  return (
    <div className="empty">
      <p>
        This is a software adapter: a CPU that stands in for a GPU. Its results are right, its timings say nothing about
        a GPU.
      </p>
      <button type="button" className="button" onClick={onAsk}>
        {offer}
      </button>
    </div>
  );
}
