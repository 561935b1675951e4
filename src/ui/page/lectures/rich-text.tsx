import { Fragment, type ReactNode, useMemo } from "react";
import { type Inline, readInline, readMarkdown, type TextBlock } from "#core/lectures/markdown.ts";
import { Terms } from "../../elements/glossary/terms.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { together } from "../../elements/together.ts";

const Equation = onDemand(async () => (await import("../../elements/equation.tsx")).Equation, {
  failed: "The formula could not be shown.",
});

/** A text of a lecture: paragraphs, lists, code and formulas. Nothing of it is read as HTML. */
export function RichText({ children }: { children: string }) {
  const blocks = useMemo(() => tryRead(() => readMarkdown(children)) ?? plain(children), [children]);
  return blocks.map((block, i) => <Block key={i} block={block} />);
}

/** One line of a lecture: a prompt, a choice, a reason. */
export function RichLine({ children }: { children: string }) {
  return inline(useMemo(() => tryRead(() => readInline(children)) ?? [{ kind: "text", text: children }], [children]));
}

/** A text that a lecture may not have was refused when the lecture was read. What remains is shown as it is. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const plain = (text: string): TextBlock[] => [{ kind: "paragraph", of: [{ kind: "text", text }] }];

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case "paragraph":
      return <p>{inline(block.of)}</p>;
    case "list": {
      const items = block.items.map((item, i) => <li key={i}>{inline(item)}</li>);
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "formula":
      return (
        <div className="equation" tabIndex={0} role="group" aria-label="Equation">
          <Equation tex={block.tex} display />
        </div>
      );
  }
}

function inline(parts: readonly Inline[]): ReactNode {
  return parts.map((part, i) => <Fragment key={i}>{inlinePart(part)}</Fragment>);
}

function inlinePart(part: Inline): ReactNode {
  switch (part.kind) {
    case "text":
      return <Terms>{together(part.text)}</Terms>;
    case "strong":
      return <strong>{inline(part.of)}</strong>;
    case "emphasis":
      return <em>{inline(part.of)}</em>;
    case "code":
      return <code>{part.text}</code>;
    case "formula":
      return <Equation tex={part.tex} />;
    case "link":
      return part.to.startsWith("#") ? (
        <a href={part.to}>{inline(part.of)}</a>
      ) : (
        <a href={part.to} target="_blank" rel="noopener noreferrer">
          {inline(part.of)}
        </a>
      );
  }
}
