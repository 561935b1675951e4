import { Button } from "../../elements/button.tsx";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { Growing } from "../../elements/growing.tsx";
import { FigureCard } from "../../figures/card.tsx";
import type { Table } from "../../figures/table.ts";
import { bytes, si, whole } from "../../format.ts";
import { useRecording } from "../../kit/recording/recording.ts";
import { verifyRecording } from "../../kit/recording/saving.ts";
import { timeText, valueText } from "./measure.ts";

/** The card of the file's metadata, unchanged, with notes on what Threeray corrected or guessed. */
export function MetadataCard({ recording }: { recording: OpenedRecording }) {
  const { warnings, guesses, captures, hashed } = recording;
  const { files, read, saving } = useRecording();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <FigureCard
      name="metadata"
      title="Metadata"
      width="full"
      look={`${bytes(size)}. Threeray has read ${bytes(read)} so far, including parts that it read again.`}
      table={() => tableOf(recording)}
      controls={
        hashed && (
          <Button disabled={saving !== undefined} onClick={() => void verifyRecording()}>
            Check the hash
          </Button>
        )
      }
    >
      <Verdict />
      <Remarks texts={[...warnings, ...guesses]} />
      <Facts facts={factsOf(recording)} />
      {(captures.length > 1 || Object.keys(captures[0]?.metadata ?? {}).length > 0) && (
        <details className="captures">
          <summary>
            {whole(captures.length)} {captures.length === 1 ? "capture" : "captures"}
          </summary>
          <Captures captures={captures} />
        </details>
      )}
    </FigureCard>
  );
}

/** Lines and captures that are drawn at first, and with each look at their end. */
const MORE = { lines: 60, captures: 20 };

function Remarks({ texts }: { texts: readonly string[] }) {
  return (
    <Growing items={texts} step={MORE.lines} as="p">
      {(text, i) => (
        <p key={i} className="remark">
          {text}
        </p>
      )}
    </Growing>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="facts">
      <Growing items={facts} step={MORE.lines} as="div">
        {([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Value of={value} />
            </dd>
          </div>
        )}
      </Growing>
    </dl>
  );
}

function Captures({ captures }: Pick<OpenedRecording, "captures">) {
  return (
    <Growing items={captures} step={MORE.captures} as="p" className="muted" what="captures ">
      {({ start, metadata }) => (
        <Facts key={start} facts={Object.entries(metadata).map(([name, value]) => [name, valueText(value)] as const)} />
      )}
    </Growing>
  );
}

/** Longer values are folded. */
const LONG = 240;

/** Any value as text. */
function Value({ of: text }: { of: string }) {
  if (text.length <= LONG) return text;
  return (
    <details>
      <summary>{whole(text.length)} characters</summary>
      <code>{text}</code>
    </details>
  );
}

function Verdict() {
  const genuine = useRecording((state) => state.genuine);
  if (genuine === undefined) return null;
  return genuine ? (
    <p className="remark" data-tone="good" role="status">
      The samples match the hash in the file.
    </p>
  ) : (
    <p className="refused" role="alert">
      The samples do not match the hash in the file: they were changed or damaged.
    </p>
  );
}

function factsOf(recording: OpenedRecording): [string, string][] {
  const { title, format, datatype, samples, channels, sampleRate, centerFrequency, captures, metadata } = recording;
  const facts: [string, string | undefined][] = [
    ["file", `${title} (${format}, ${datatype})`],
    ["length", `${whole(samples)} samples${sampleRate ? `, ${timeText(recording, samples, 4)}` : ""}`],
    ["rate", sampleRate === undefined ? "not given" : si(sampleRate, "S/s", 9)],
    ["centre", centerFrequency === undefined ? "not given" : si(centerFrequency, "Hz", 10)],
    ["made", captures[0]?.datetime],
    ["channels", channels > 1 ? String(channels) : undefined],
    ["origin", metadata["threeray:scenario"] === undefined ? undefined : "made by Threeray"],
    ...Object.entries(metadata).map(([name, value]): [string, string] => [name, valueText(value)]),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function tableOf(recording: OpenedRecording): Table {
  const ofCaptures = recording.captures.flatMap(({ start, metadata }) =>
    Object.entries(metadata).map(([name, value]) => [`capture at ${start}`, name, valueText(value)]),
  );
  const rows = [...factsOf(recording).map(([name, value]) => ["recording", name, value]), ...ofCaptures];
  return { columns: ["of", "name", "value"], rows };
}
