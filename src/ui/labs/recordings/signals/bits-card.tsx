import { useMemo, useState } from "react";
import { findCrcs } from "#core/signals/slicing/crc-search.ts";
import { guessLine } from "#core/signals/slicing/line-guess.ts";
import { decodeLine, LINE_CODES, type LineCode } from "#core/signals/slicing/line-codes.ts";
import {
  bitsOfText,
  findWord,
  hexOfBits,
  type OctetOrder,
  octetsOf,
  textOfBits,
} from "#core/signals/slicing/octets.ts";
import { removeWhitening, WHITENINGS, type Whitening } from "#core/signals/slicing/whitening.ts";
import { Check } from "../../../elements/check.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { whole } from "../../../format.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useLive } from "../../../kit/live.ts";
import { examination } from "./examined.ts";
import { percent } from "./facts.ts";
import { useShownSignal } from "./store.ts";

/** Bits that are shown, and places and checks that are listed, at most. */
const [MOST_BITS, MOST_LISTED] = [4096, 12];

interface Reading {
  /** undefined: the likeliest. */
  line?: LineCode;
  whitening: Whitening;
  inverted: boolean;
  order: OctetOrder;
  /** The sync word as it was typed. */
  word: string;
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
  });
  const change = (part: Partial<Reading>) => setReading({ ...reading, ...part });
  const bits = mine?.decided?.bits.join("") ?? "";
  const isOnOff = (shown?.assumed.class ?? signal?.class) === "OOK";
  const decoded = useMemo(() => decodedBits(bits, isOnOff, reading), [bits, isOnOff, reading]);
  if (!bits || !decoded) return null;
  const { line, guesses, parts, message } = decoded;
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
          <TextField label="Sync word" value={reading.word} onChange={(word) => change({ word })} />
        </div>
        <Bits title="Bits" text={grouped(message)} />
        <Bits title="Hex" text={octetText(message, reading.order)} />
        <Bits title="ASCII" text={textOfBits(message.slice(0, MOST_BITS), reading.order)} />
        {parts.length > 1 && (
          <p className="caveat">The code is violated {whole(parts.length - 1)} times; the bits join its parts.</p>
        )}
        <Search message={message} parts={parts.map((part) => part.bits)} word={reading.word} />
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

const grouped = (bits: string) => bits.slice(0, MOST_BITS).replace(/.{8}/g, "$& ");
const octetText = (bits: string, order: OctetOrder) =>
  Array.from(octetsOf(bits.slice(0, MOST_BITS), order), (octet) => octet.toString(16).padStart(2, "0")).join(" ");

const Bits = ({ title, text }: { title: string; text: string }) => (
  <div className="bits-row">
    <h3>{title}</h3>
    <p className="bits-text" tabIndex={0} role="region" aria-label={title}>
      {text || "none"}
    </p>
  </div>
);

/** Where the sync word is, and which checks hold. */
function Search({ message, parts, word }: { message: string; parts: readonly string[]; word: string }) {
  const places = useMemo(() => placesOf(message, word), [message, word]);
  const checks = useMemo(() => findCrcs(parts).slice(0, MOST_LISTED), [parts]);
  return (
    <>
      {places && <p role="status">{places}</p>}
      <p className="muted">
        {checks.length === 0
          ? "No CRC of 8 or 16 bits holds at the end of these bits."
          : `Checks that hold: ${checks.map(({ name, start, length }) => `${name} over bits ${start} to ${start + length - 1}`).join("; ")}.`}
      </p>
    </>
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
