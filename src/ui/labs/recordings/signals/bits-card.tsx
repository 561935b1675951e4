import { useMemo, useState } from "react";
import { findCrcs } from "#core/signals/slicing/crc-search.ts";
import { guessLine } from "#core/signals/slicing/line-guess.ts";
import { type CodedPart, decodeLine, LINE_CODES, type LineCode } from "#core/signals/slicing/line-codes.ts";
import {
  bitsOfText,
  findWord,
  hexOfBits,
  type OctetOrder,
  octetsOf,
  textOfBits,
} from "#core/signals/slicing/octets.ts";
import { removeWhitening, WHITENINGS, type Whitening } from "#core/signals/slicing/whitening.ts";
import { Button } from "../../../elements/button.tsx";
import { Check } from "../../../elements/check.tsx";
import { ColumnTable } from "../../../elements/column-table.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { whole } from "../../../format.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../../kit/fields/quantity-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useLive } from "../../../kit/live.ts";
import { examination } from "./examined.ts";
import { percent } from "./facts.ts";
import { useShownSignal } from "./store.ts";

/** Bits that are shown, and places and checks that are listed, at most. */
const [MOST_BITS, MOST_LISTED] = [4096, 12];
/** Bits of a run that its row shows. */
const SHOWN_RUN = 128;

interface Reading {
  /** undefined: the likeliest. */
  line?: LineCode;
  whitening: Whitening;
  inverted: boolean;
  order: OctetOrder;
  /** The sync word as it was typed. */
  word: string;
  /** Bits of the message before the first octet. */
  skipped: number;
}

/** The card of the chosen signal's bits: line codes, whitening, octets, sync words and checks. */
export function BitsCard() {
  const { shown } = useLive(examination);
  const { signal, name } = useShownSignal();
  const mine = signal && shown?.signal === signal ? shown.examined : undefined;
  const [reading, setReading] = useState<Reading>({
    whitening: "none",
    inverted: false,
    order: "highest first",
    word: "",
    skipped: 0,
  });
  const change = (part: Partial<Reading>) => setReading({ ...reading, ...part });
  const bits = mine?.decided?.bits.join("") ?? "";
  const isOnOff = (shown?.assumed.class ?? signal?.class) === "OOK";
  const decoded = useMemo(() => decodedBits(bits, isOnOff, reading), [bits, isOnOff, reading]);
  if (!bits || !decoded) return null;
  const { line, guesses, parts, message } = decoded;
  const skipped = Math.min(reading.skipped, message.length);
  const octets = message.slice(skipped, skipped + MOST_BITS);
  return (
    <FigureCard
      name="bits"
      title={`Bits of ${name.toLowerCase()}`}
      width="full"
      look={`${whole(bits.length)} sliced bits. Bit 1 is the higher tone or the carrier; phases use the Gray code of their angle. The line code turns them into the bits of the message.`}
      summary={`${whole(bits.length)} bits, ${line}.`}
      table={() => ({
        columns: ["part", "first sliced bit", "bits", "hex"],
        rows: parts.map((part, i) => [i + 1, part.start, part.bits, hexOfBits(part.bits)]),
      })}
    >
      <div className="bits">
        <div className="signals-controls">
          <ChoiceField
            label="Line code"
            choices={[
              { value: "automatic", text: `automatic (${guesses[0].line}, ${percent(guesses[0].confidence)})` },
              ...LINE_CODES.map((value) => ({ value, text: value })),
            ]}
            value={reading.line ?? "automatic"}
            onChange={(value) => change({ line: value === "automatic" ? undefined : value })}
          />
          <ChoiceField
            label="Whitening"
            choices={WHITENINGS.map((value) => ({ value, text: value }))}
            value={reading.whitening}
            onChange={(whitening) => change({ whitening })}
          />
          <ChoiceField
            label="Octets"
            choices={(["highest first", "lowest first"] as const).map((value) => ({
              value,
              text: `${value} bit first`.replace("first bit", "bit"),
            }))}
            value={reading.order}
            onChange={(order) => change({ order })}
          />
          <Check checked={reading.inverted} onChange={(inverted) => change({ inverted })}>
            invert
          </Check>
          <QuantityField
            label="Octets from bit"
            description="The first octet begins there, so that octets, hex and characters are aligned."
            unit=""
            integer
            min={0}
            max={Math.max(0, message.length - 1)}
            step={1}
            value={skipped}
            onChange={(skipped) => change({ skipped })}
          />
          <TextField
            label="Sync word"
            description="Hexadecimal, as 2dd4, or bits after 0b, as 0b1010. Threeray says where it is."
            value={reading.word}
            onChange={(word) => change({ word })}
          />
        </div>
        <Bits title="Bits" text={`${message.slice(0, skipped)} ${grouped(octets)}`.trim()} />
        <Bits title="Hex" text={octetText(octets, reading.order)} />
        <Bits title="ASCII" text={textOfBits(octets, reading.order)} />
        {parts.length > 1 && (
          <p className="caveat">The code is violated {whole(parts.length - 1)} times; the bits join its parts.</p>
        )}
        <Search
          message={message}
          parts={parts.map((part) => part.bits)}
          word={reading.word}
          onAlign={(skipped) => change({ skipped })}
        />
        {parts.length > 1 && <Runs parts={parts} word={reading.word} />}
      </div>
    </FigureCard>
  );
}

function decodedBits(bits: string, isOnOff: boolean, { line, whitening, inverted }: Reading) {
  if (!bits) return undefined;
  const flipped = inverted ? [...bits].map((bit) => (bit === "1" ? "0" : "1")).join("") : bits;
  const guesses = guessLine(flipped, { isOnOff });
  const code = line ?? guesses[0].line;
  const parts = decodeLine(code, flipped, { isOnOff }).map((part) => ({
    ...part,
    bits: removeWhitening(whitening, part.bits),
  }));
  return { line: code, guesses, parts, message: parts.map((part) => part.bits).join("") };
}

const grouped = (bits: string) => bits.replace(/.{8}/g, "$& ");
const octetText = (bits: string, order: OctetOrder) =>
  Array.from(octetsOf(bits, order), (octet) => octet.toString(16).padStart(2, "0")).join(" ");

const Bits = ({ title, text }: { title: string; text: string }) => (
  <div className="bits-row">
    <h3>{title}</h3>
    <p className="bits-text" tabIndex={0} role="region" aria-label={title}>
      {text || "none"}
    </p>
  </div>
);

interface SearchProps {
  message: string;
  parts: readonly string[];
  word: string;
  /** Begins the octets at a bit. */
  onAlign: (bit: number) => void;
}

/** Where the sync word is, and which checks hold. */
function Search({ message, parts, word, onAlign }: SearchProps) {
  const places = useMemo(() => placesOf(message, word), [message, word]);
  const after = useMemo(() => afterWord(message, word), [message, word]);
  const checks = useMemo(() => findCrcs(parts).slice(0, MOST_LISTED), [parts]);
  return (
    <>
      {places && (
        <p role="status">
          {places}{" "}
          {after !== undefined && (
            <Button look="quiet" onClick={() => onAlign(after)}>
              Begin octets after it
            </Button>
          )}
        </p>
      )}
      <p className="muted">
        {checks.length === 0
          ? "No CRC of 8 or 16 bits holds at the end of these bits."
          : `Checks that hold: ${checks.map(({ name, start, length }) => `${name} over bits ${start} to ${start + length - 1}`).join("; ")}.`}
      </p>
    </>
  );
}

/** The bit after the first place of a sync word; undefined without one. */
function afterWord(bits: string, word: string): number | undefined {
  try {
    const wanted = bitsOfText(word);
    const [first] = findWord(bits, wanted);
    return first && first.at + wanted.length;
  } catch {
    return undefined;
  }
}

/** The runs between violations of the code, below one another. With a sync word each begins after it. */
function Runs({ parts, word }: { parts: readonly CodedPart[]; word: string }) {
  const rows = parts.map(({ bits, start }) => ({ start, from: afterWord(bits, word) ?? 0, bits }));
  return (
    <ColumnTable
      region="Runs between violations of the code"
      className="decided-table"
      rows={rows}
      columns={[
        ["Run", (_, i) => whole(i + 1)],
        ["From sliced bit", ({ start }) => whole(start)],
        ["Bits", ({ bits, from }) => whole(bits.length - from)],
        [
          "Hex, from the run’s beginning or after its sync word",
          ({ bits, from }) => <span className="decided-bits">{hexOfBits(bits.slice(from, from + SHOWN_RUN))}</span>,
        ],
      ]}
    />
  );
}

function placesOf(message: string, word: string): string | undefined {
  if (word.trim() === "") return undefined;
  try {
    const places = findWord(message, bitsOfText(word));
    if (places.length === 0) return "The sync word is not among these bits.";
    const shown = places.slice(0, MOST_LISTED).map(({ at }) => whole(at));
    return `The sync word begins at bit ${shown.join(", ")}${places.length > MOST_LISTED ? ` and at ${whole(places.length - MOST_LISTED)} more` : ""}.`;
  } catch (error) {
    return (error as Error).message;
  }
}
