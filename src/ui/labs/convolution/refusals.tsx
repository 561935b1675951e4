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
      {[...new Set(refused.map(keyOf))].map((key) => {
        const alike = refused.filter((result) => keyOf(result) === key);
        const { method, reason = "" } = alike[alike.length - 1];
        return (
          <li key={key}>
            {styles[method].short} not at {alike.map(size).join(", ")}: {why(reason)}.
          </li>
        );
      })}
    </ul>
  );
}

/** The same for one method's results with one reason, whatever its numbers. */
const keyOf = ({ method, reason = "" }: Refused) => `${method} ${why(reason).replace(/\d+/g, "")}`;

/** A reason without where it comes from and what came, which differs from size to size. */
function why(reason: string): string {
  return reason.replace(/^[\w/-]+: /, "").replace(/, got \S+$/, "");
}
