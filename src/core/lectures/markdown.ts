/** A part of a line. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis"; of: readonly Inline[] }
  | { kind: "code"; text: string }
  | { kind: "formula"; tex: string }
  | { kind: "link"; to: string; of: readonly Inline[] };

export type TextBlock =
  | { kind: "paragraph"; of: readonly Inline[] }
  | { kind: "list"; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: "code"; text: string }
  | { kind: "formula"; tex: string };

/**
 * Returns the blocks of a text in a small part of Markdown: paragraphs, lists, code, **strong**, *emphasis*, `code`,
 * links, and KaTeX between $ or $$. Everything else stays plain text, so nothing of a text becomes HTML.
 *
 * @throws RangeError for what a lecture may not have: images, HTML, links to other schemes, and commands of KaTeX that
 *   are not in the list.
 */
export function readMarkdown(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", of: readInline(paragraph.join(" ")) });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].trim();
    const item = itemOf(line);
    if (line.startsWith("```")) {
      flush();
      const end = lines.findIndex((other, at) => at > i && other.trim() === "```");
      if (end < 0) throw new RangeError("a block of code has no end; close it with ```");
      blocks.push({ kind: "code", text: lines.slice(i + 1, end).join("\n") });
      i = end;
    } else if (line.startsWith("$$")) {
      flush();
      const rest = lines.slice(i).join("\n").trim().slice(2);
      const end = rest.indexOf("$$");
      if (end < 0) throw new RangeError("a formula has no end; close it with $$");
      blocks.push({ kind: "formula", tex: checkedTex(rest.slice(0, end).trim()) });
      const after = rest
        .slice(end + 2)
        .split("\n", 1)[0]
        .trim();
      i += rest.slice(0, end).split("\n").length - 1;
      if (after) paragraph.push(after);
    } else if (item) {
      flush();
      const last = blocks.at(-1);
      const isNext = last?.kind === "list" && last.isOrdered === item.isOrdered && i > 0 && itemOf(lines[i - 1].trim());
      if (isNext) blocks[blocks.length - 1] = { ...last, items: [...last.items, readInline(item.text)] };
      else blocks.push({ kind: "list", isOrdered: item.isOrdered, items: [readInline(item.text)] });
    } else if (line === "") flush();
    else paragraph.push(line);
  }
  flush();
  return blocks;
}

/** Returns an item of a list: "- text" or "1. text". */
function itemOf(line: string): { isOrdered: boolean; text: string } | undefined {
  const [, mark, text] = /^([-*]|\d{1,3}\.) (.+)$/.exec(line) ?? [];
  return mark === undefined ? undefined : { isOrdered: /\d/.test(mark), text };
}

/** A complete tag or a comment of HTML; "a < b" is none. */
const HTML = /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--/i;

/** Returns the parts of one line. */
export function readInline(text: string, outer: "" | "*" | "**" | "[" = ""): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const flush = () => {
    const tag = HTML.exec(plain);
    if (tag) throw new RangeError(`found the HTML ${tag[0].slice(0, 40)}; write it as \`code\`, or use Markdown`);
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  const push = (part: Inline) => {
    flush();
    parts.push(part);
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "\\" && /[\\`*$[\]!{}]/.test(text[i + 1] ?? "")) plain += text[++i];
    else if (character === "`") {
      const end = text.indexOf("`", i + 1);
      if (end < 0) throw new RangeError("code has no end; close it with `, or write \\`");
      push({ kind: "code", text: text.slice(i + 1, end) });
      i = end;
    } else if (character === "$") {
      const end = text.indexOf("$", i + 1);
      if (end < 0) throw new RangeError("a formula has no end; close it with $, or write \\$");
      push({ kind: "formula", tex: checkedTex(text.slice(i + 1, end).trim()) });
      i = end;
    } else if (character === "!" && text[i + 1] === "[") {
      throw new RangeError("found an image; a lecture has none, name a figure of the lab in the step");
    } else if (character === "[" && outer !== "[") {
      const link = linkAt(text, i);
      if (link) {
        push({ kind: "link", to: link.to, of: readInline(link.text, "[") });
        i = link.end;
      } else plain += character;
    } else if (character === "*") {
      const mark = text[i + 1] === "*" ? "**" : "*";
      const end = outer === mark || outer === "*" ? -1 : endOf(text, i, mark);
      if (end < 0) plain += mark;
      else push({ kind: mark === "*" ? "emphasis" : "strong", of: readInline(text.slice(i + mark.length, end), mark) });
      i = (end < 0 ? i : end) + mark.length - 1;
    } else plain += character;
  }
  flush();
  return parts;
}

/** Returns where strong text or emphasis ends. A mark in the middle of a word or between spaces is a plain asterisk. */
function endOf(text: string, start: number, mark: "*" | "**"): number {
  const isWord = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? "");
  const from = start + mark.length;
  if (isWord(start - 1) || /^\s|^$/.test(text[from] ?? "")) return -1;
  for (let end = text.indexOf(mark, from + 1); end >= 0; end = text.indexOf(mark, end + mark.length)) {
    if (!/\s/.test(text[end - 1]) && !isWord(end + mark.length) && text[end + mark.length] !== "*") return end;
  }
  return -1;
}

/** Longest target of a link. */
const MOST_TARGET = 4000;

function linkAt(text: string, start: number): { text: string; to: string; end: number } | undefined {
  const middle = text.indexOf("](", start);
  const end = middle < 0 ? -1 : text.indexOf(")", middle);
  if (end < 0 || text.slice(start + 1, middle).includes("[")) return undefined;
  const to = text.slice(middle + 2, end);
  const isAddress = /^#[a-z][a-z-]*(?:\?[^\s<>"'`\\]*)?$/.test(to);
  const isWeb = /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][^\s<>"'`\\]*)?$/i.test(to);
  if (to.length > MOST_TARGET || !(isAddress || isWeb)) {
    throw new RangeError(
      `found a link to ${JSON.stringify(to.slice(0, 60))}; expected an address of this page, for example #turbo?at=1, or https://…`,
    );
  }
  return { text: text.slice(start + 1, middle), to, end };
}

/** Longest formula, and deepest nesting of its braces. */
const [MOST_TEX, MOST_BRACES] = [1000, 20];

/** Commands of KaTeX that a lecture may use: none that loads, defines, links, styles or takes a length. */
const COMMANDS = new Set(
  (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau " +
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar Re Im partial " +
    "nabla infty emptyset forall exists neg in notin ni subset subseteq cup cap setminus to gets mapsto rightarrow " +
    "leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow uparrow downarrow longrightarrow iff implies " +
    "frac dfrac tfrac sqrt binom sum prod int oint lim limsup liminf sup inf max min arg argmax argmin log ln lg exp " +
    "sin cos tan cot sinh cosh tanh arcsin arccos arctan det dim gcd ker Pr mod bmod pmod operatorname " +
    "cdot times div pm mp ast star circ bullet oplus otimes odot wedge vee leq le geq ge neq ne ll gg approx sim simeq " +
    "cong equiv propto perp parallel mid nmid angle prime dagger dots ldots cdots vdots ddots quad qquad " +
    "hat widehat bar overline underline tilde widetilde vec dot ddot overbrace underbrace overset underset " +
    "text textrm textbf textit mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol " +
    "left right big Big bigl bigr Bigl Bigr lbrace rbrace lvert rvert lVert rVert langle rangle lfloor rfloor lceil " +
    "rceil vert Vert backslash begin end displaystyle textstyle limits nolimits top bot degree"
  ).split(" "),
);
const ENVIRONMENTS = ["matrix", "pmatrix", "bmatrix", "vmatrix", "cases", "aligned", "array"];

/** @throws RangeError for a formula that is too long, too deep, or has a command that is not in the list. */
function checkedTex(tex: string): string {
  if (tex.length === 0 || tex.length > MOST_TEX) {
    throw new RangeError(`a formula must have 1 to ${MOST_TEX} characters, got ${tex.length}`);
  }
  let depth = 0;
  for (const [token, command] of tex.matchAll(/\\([a-zA-Z]+|.|$)|[{}#%~]/gsu)) {
    if (token === "{" && ++depth > MOST_BRACES)
      throw new RangeError(`a formula has more than ${MOST_BRACES} nested braces`);
    if (token === "}") depth--;
    if (token === "#" || token === "%")
      throw new RangeError(`a formula has ${token}; KaTeX does not show it, write \\${token}`);
    if (command === undefined || COMMANDS.has(command) || /^[^a-zA-Z]$/u.test(command)) continue;
    throw new RangeError(`a formula has the command ${token}; a lecture may not use it`);
  }
  for (const [, name] of tex.matchAll(/\\(?:begin|end)\s*\{([^}]*)\}/g)) {
    if (!ENVIRONMENTS.includes(name)) {
      throw new RangeError(`a formula has the environment ${JSON.stringify(name)}; use ${ENVIRONMENTS.join(", ")}`);
    }
  }
  return tex;
}
