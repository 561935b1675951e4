import type { MethodStyle } from "./methods.ts";

interface Refused {
  method: string;
  reason?: string;
}

/** A list of methods without a result: at which sizes, and why. */
export function Refusals<Result extends Refused>({
  results,
  size,
  styles,
}: {
  results: readonly Result[];
  /** Returns the size that distinguishes a method's results. */
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
            {styles[method].short} did not run at {alike.map(size).join(", ")}: {why(reason)}.
          </li>
        );
      })}
    </ul>
  );
}

/** Equal for results of one method whose reasons differ in numbers only. */
const keyOf = ({ method, reason = "" }: Refused) => `${method} ${why(reason).replace(/\d+/g, "")}`;

/** A reason without its prefix and without the value that was found, which differs between sizes. */
function why(reason: string): string {
  return reason.replace(/^[\w/-]+: /, "").replace(/, got \S+$/, "");
}
