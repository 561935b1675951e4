interface ProgressProps {
  label: string;
  /** Part that is done, 0 to 1. At 0, or if it is not known, the bar only shows that there is work. */
  share: number | undefined;
}

/** The progress of long work. */
export function Progress({ label, share }: ProgressProps) {
  return <progress aria-label={label} max={1} value={share || undefined} />;
}
