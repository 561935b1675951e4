import type { MethodStyle } from "./methods.ts";

interface Refused {
  method: string;
  reason?: string;
}

/** Which methods had no result at which sizes, and why: an item each. */
export function Refusals<Result extends Refused>({
  results,
  size,
  styles,
}: {
  results: readonly Result[];
  /** The size that tells one result of a method from another. */
  size: (result: Result) => number;
  styles: Readonly<Record<string, MethodStyle>>;
}) {
  const refused = results.filter(({ reason }) => reason);
  if (refused.length === 0) return null;
  return (
    <ul className="refusals">
      {[...new Set(refused.map(({ method }) => method))].map((method) => {
        const mine = refused.filter((result) => result.method === method);
        return (
          <li key={method}>
            {styles[method].short} not at {mine.map(size).join(", ")}: {why(mine[0].reason!)}.
          </li>
        );
      })}
    </ul>
  );
}

/** A reason without where it comes from and what came, which differs from size to size. */
function why(reason: string): string {
  return reason.replace(/^[\w/-]+: /, "").replace(/, got \S+$/, "");
}
