import { useMemo } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { whole } from "../../format.ts";
import { editInspection, useWifi } from "./store.ts";
import { OCTETS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

const PER_LINE = 16;

/** The octets of the shown frame in hexadecimal and ASCII, and its MAC header in words. */
export const OctetsCard = liveCard({
  name: "octets",
  title: "Octets of the frame",
  width: "full",
  lesson: OCTETS_LESSON,
  look: "The decoded PSDU with the frame check sequence in its last four octets. Frames of recordings begin with a MAC header. Click an octet to follow its first bit.",
  sketch: "bars",
  useData: ({ view }) => (view && view.psdu.length > 0 ? view : undefined),
  summary: describe,
  table: ({ psdu }) => ({
    columns: ["octet", "hexadecimal", "ASCII"],
    rows: Array.from(psdu, (value, i) => [i, hex(value), ascii(value)]),
  }),
  draw: (view) => <Octets view={view} />,
});

function Octets({ view }: { view: FrameView }) {
  const octet = useWifi((store) => store.inspection.bit >> 3);
  const lines = useMemo(() => linesOf(view.psdu), [view]);
  return (
    <div className="octets-columns">
      <div className="octets" tabIndex={0} role="region" aria-label="Octets in hexadecimal and ASCII">
        {lines.map(({ from, octets }) => (
          <div key={from}>
            <span className="muted">{from.toString(16).padStart(4, "0")}</span>
            <span>
              {octets.map((value, i) => (
                <i
                  key={i}
                  data-part={partOf(view, from + i)}
                  data-chosen={from + i === octet || undefined}
                  title={`octet ${from + i}`}
                  onClick={() => editInspection({ bit: 8 * (from + i) })}
                >
                  {hex(value)}
                </i>
              ))}
            </span>
            <span className="ascii">{octets.map(ascii).join("")}</span>
          </div>
        ))}
      </div>
      <div data-extra>
        <Header view={view} />
        <p className="survivors-key">
          <b data-part="header">header</b> <b data-part="body">body</b> <b data-part="check">frame check</b>
        </p>
      </div>
    </div>
  );
}

const hex = (value: number) => value.toString(16).padStart(2, "0");
const ascii = (value: number) => (value >= 32 && value < 127 ? String.fromCharCode(value) : "·");

const linesOf = (psdu: Uint8Array) =>
  Array.from({ length: Math.ceil(psdu.length / PER_LINE) }, (_, line) => ({
    from: line * PER_LINE,
    octets: Array.from(psdu.subarray(line * PER_LINE, (line + 1) * PER_LINE)),
  }));

/** The part of the frame to which an octet belongs. */
function partOf({ psdu, header }: FrameView, octet: number): "header" | "body" | "check" {
  if (octet >= psdu.length - 4) return "check";
  return header && octet < header.length ? "header" : "body";
}

/** What the octets say, as names and values. */
function factsOf({ header, line, psdu }: FrameView): [name: string, value: string][] {
  const octets: [string, string] = ["Length", `${whole(psdu.length)} octets`];
  const check: [string, string] = ["Frame check", line.intact ? "holds" : "fails"];
  if (!header) return [["Content", "random octets of the experiment"], octets, check];
  // The octets of a damaged frame say nothing for sure.
  if (!line.intact) return [octets, check];
  const { name, addresses, sequence, fragment, duration, toDs, fromDs, retry, protectedFrame } = header;
  const places = ["To", "From", "Address 3", "Address 4"];
  const flags = [
    toDs && "to the distribution system",
    fromDs && "from the distribution system",
    retry && "retry",
    protectedFrame && "encrypted",
  ].filter(Boolean);
  return [
    ["Type", name],
    octets,
    ...addresses.map((address, i): [string, string] => [places[i], address]),
    ...(sequence === undefined ? [] : [["Sequence", `${sequence}, fragment ${fragment ?? 0}`] as [string, string]]),
    ...(duration !== undefined && duration < 32_768 ? [["Duration", `${duration} µs`] as [string, string]] : []),
    ...(flags.length > 0 ? [["Flags", flags.join(", ")] as [string, string]] : []),
    check,
  ];
}

function Header({ view }: { view: FrameView }) {
  return (
    <dl className="facts">
      {factsOf(view).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function describe(view: FrameView): string {
  const facts = factsOf(view).map(([name, value]) => `${name}: ${value}`);
  return `${facts.join("; ")}.`;
}
