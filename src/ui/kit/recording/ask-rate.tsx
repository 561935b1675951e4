import { Button } from "../../elements/button.tsx";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { parseQuantity } from "../fields/quantity.ts";
import { correctReading } from "./recording.ts";
import "./recording.css";

/** Samples/s are given in millions, as on radios; "48 kS/s" is read, too. */
const RATE = { unit: "MS/s", min: 1e-6, max: 1e6 };

/**
 * Asks for the sample rate of a recording whose file does not give it, where the rate is needed. `children` say what for.
 * It takes effect when it is complete, not at each key: the field then makes room for what needed it. It is complete
 * with Enter, with the button, and when the person goes on to something else.
 */
export function AskRate({ children }: { children?: string }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const asked = root.current;
    const place = asked?.closest<HTMLElement>(".correction, .card-body");
    // With the rate the question disappears: the keyboard continues with what takes its place.
    return () => {
      if (asked?.contains(document.activeElement)) queueMicrotask(() => focusFirst(place));
    };
  }, []);
  const [text, setText] = useState("");
  const [reason, setReason] = useState<string>();
  const set = () => {
    const read = parseQuantity(text, RATE);
    if ("reason" in read) setReason(read.reason);
    else correctReading({ sampleRate: read.value * 1e6 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    set();
  };
  return (
    <div ref={root} className="ask-rate">
      {children && <p>{children}</p>}
      <div className="field">
        <label htmlFor={id}>Sample rate</label>
        <span className="field-box" data-wrong={reason ? true : undefined}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder="not known"
            aria-invalid={reason ? true : undefined}
            aria-describedby={reason ? `${id}-why` : undefined}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setReason(undefined);
            }}
            onKeyDown={onKeyDown}
            onBlur={({ target, relatedTarget }) => {
              const toButton = relatedTarget !== null && target.closest(".ask-rate")!.contains(relatedTarget);
              if (text.trim() !== "" && !toButton) set();
            }}
          />
          <span className="unit">{RATE.unit}</span>
        </span>
        {reason && (
          <p className="why" id={`${id}-why`} role="alert">
            {reason}
          </p>
        )}
      </div>
      <Button disabled={text.trim() === ""} onClick={set}>
        Set the rate
      </Button>
    </div>
  );
}

/** Gives the focus to the first field for a number, or else to the first control. */
function focusFirst(place: HTMLElement | null | undefined): void {
  const found = ["[role=spinbutton]", "select", "button"].map((of) =>
    place?.querySelector<HTMLElement>(`${of}:enabled`),
  );
  found.find((control) => control)?.focus({ preventScroll: true });
}
