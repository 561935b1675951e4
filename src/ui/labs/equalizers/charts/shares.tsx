export interface SharesProps {
  label: string;
  /** Parts of a whole, in order; shares add up to 1. */
  parts: readonly { name: string; share: number; colour: `--${string}` }[];
}

/** One stacked bar of the parts. Large parts have their names in the bar, and a list below names all. */
export function Shares({ label, parts }: SharesProps) {
  return (
    <figure className="shares">
      <figcaption>{label}</figcaption>
      <div className="shares-bar" aria-hidden="true">
        {parts.map(({ name, share, colour }) => (
          <span
            key={name}
            title={`${name}: ${percent(share)}`}
            style={{ flexGrow: share, background: `var(${colour})` }}
          />
        ))}
      </div>
      <ul>
        {parts.map(({ name, share, colour }) => (
          <li key={name}>
            <i style={{ background: `var(${colour})` }} /> {name} <strong>{percent(share)}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const percent = (share: number) => (share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`);
