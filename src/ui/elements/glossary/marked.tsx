import {
  Children,
  Fragment,
  isValidElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { GLOSSARY } from "./entries.ts";
import { createMatcher, type Piece } from "./match.ts";
import "./terms.css";

const match = createMatcher(GLOSSARY.flatMap(({ terms }) => terms));

/** A text with a button at the first occurrence of each term. Elements within it stay unchanged. */
export function marked(text: ReactNode): ReactNode {
  return Children.map(text, (child) => {
    if (isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment) return marked(child.props.children);
    if (typeof child !== "string") return child;
    return match(child).map((piece) =>
      typeof piece === "string" ? piece : <Entry key={piece.term.term} {...piece} />,
    );
  });
}

/** Distance between a term and its entry, pixels. */
const GAP = 6;
const MARGIN = 12;

function Entry({ text, term: { term, long, meaning }, before, after }: Exclude<Piece, string>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  // The top layer keeps cards from cutting it off. It appears below its term, or above if there is no space.
  useLayoutEffect(() => {
    if (!open || !box.current || !button.current) return;
    box.current.showPopover?.();
    const at = button.current.getClientRects()[0];
    const { width, height } = box.current.getBoundingClientRect();
    const below = at.bottom + GAP + height <= window.innerHeight - MARGIN;
    box.current.style.left = `${Math.max(MARGIN, Math.min(at.left, window.innerWidth - MARGIN - width))}px`;
    box.current.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const close = () => setOpen(false);
    // The page's main part scrolls. Scroll events do not bubble, so they are captured.
    window.addEventListener("scroll", close, true);
    return () => window.removeEventListener("scroll", close, true);
  }, [open]);
  return (
    <span className="term-place" onMouseLeave={() => setOpen(false)}>
      {before}
      <button
        ref={button}
        type="button"
        className="term"
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onMouseEnter={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        {text}
      </button>
      {after}
      {open && (
        <span ref={box} id={id} role="tooltip" popover="manual" className="term-meaning">
          <strong>{long ? `${term}: ${long}` : term}</strong> {meaning}
        </span>
      )}
    </span>
  );
}
