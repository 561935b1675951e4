import { Button } from "../elements/button.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { whole } from "../format.ts";

/** How many bits are wrong at a step. */
export const WrongBits = ({ count }: { count: number }) => (
  <strong data-wrong={count > 0 || undefined}>{count === 0 ? "all bits correct" : `${whole(count)} wrong`}</strong>
);

interface StepperProps {
  /** The object of the steps, and the current step in words for screen readers. */
  label: string;
  text: string;
  step: number;
  last: number;
  onStep: (step: number) => void;
  /** Pause on each step during playback, ms. */
  beat?: number;
  /** Buttons for a step back and forth. */
  buttons?: boolean;
  /** The current step in words. */
  children: ReactNode;
}

/** Buttons that step through a figure, or play all steps. */
export function Stepper({ label, text, step, last, onStep, beat = 700, buttons, children }: StepperProps) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const next = setTimeout(() => {
      if (step + 1 >= last) setPlaying(false);
      onStep(Math.min(last, step + 1));
    }, beat);
    return () => clearTimeout(next);
  }, [playing, step, last, beat, onStep]);
  const play = () => {
    if (!playing && step >= last) onStep(0);
    setPlaying(!playing);
  };
  const go = (to: number) => {
    setPlaying(false);
    onStep(Math.min(last, Math.max(0, to)));
  };
  return (
    <div className="stepper">
      <Button onClick={play}>{playing ? "Pause" : "Play"}</Button>
      {buttons && (
        <>
          <Button look="framed" icon="back" label="Back" onClick={() => go(step - 1)} />
          <Button look="framed" icon="forth" label="Step" onClick={() => go(step + 1)} />
        </>
      )}
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={step}
        aria-label={label}
        aria-valuetext={text}
        onChange={(event) => go(Number(event.target.value))}
      />
      <output>{children}</output>
    </div>
  );
}
