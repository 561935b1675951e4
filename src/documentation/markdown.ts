import { renderToString } from "katex";
import { Marked, type Tokens } from "marked";

/** A heading of a page: its level from 1, its text without marks, and its anchor. */
export interface Heading {
  level: number;
  text: string;
  /** The text without code in parentheses at its end. */
  short: string;
  id: string;
}

/** A part of a page from one heading to the next one, as plain text for the search. */
export interface Section {
  heading: Heading;
  text: string;
}

export interface Rendered {
  html: string;
  headings: readonly Heading[];
  sections: readonly Section[];
  /** The targets of all links and pictures, as they stand in the text. */
  targets: readonly string[];
  /** The paths of the repository that the text names as code. */
  sources: readonly string[];
  /** The style attributes of formulas. They stand in `data-style`, because the page's policy allows no style in markup. */
  styles: ReadonlySet<string>;
}

export interface RenderOptions {
  /** Returns the address of a link or a picture in the site; undefined if the site cannot link to it. */
  resolve: (target: string) => string | undefined;
  /** Returns the address of a file or folder of the repository that the text names; undefined if it has none. */
  source: (path: string) => string | undefined;
}

/** A path from the root of the repository, as texts name it. Paths of other projects begin with `src` too. */
const SOURCE_PATH =
  /^(?:bench|docs|e2e|examples|public|scripts|shaders|src\/(?:cli|core|documentation|offline|package|ui|wgsl|worker))\/[\w./-]*$/;

/** The front matter of a paper. */
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

/** Returns a text with the title of its front matter, if it has one, as its first heading. */
const titled = (text: string) =>
  text.replace(FRONT_MATTER, (_, front: string) => `# ${/^title: "?(.*?)"?$/m.exec(front)?.[1] ?? "Untitled"}\n`);

/** TeX between $ or $$. A dollar beside a space, or one that ends before a digit, is money or a shell's. */
const FORMULA = /^\$\$([^$]+)\$\$|^\$(?=[^\s$])([^$`\n]*[^\s$`])\$(?!\d)/;

/**
 * Returns a page of GitHub's Markdown as HTML, with the anchors that GitHub gives its headings. HTML in the text stays text.
 *
 * @throws Error of KaTeX for a formula that it does not know.
 */
export function renderMarkdown(text: string, { resolve, source }: RenderOptions): Rendered {
  const headings: Heading[] = [];
  const sections: { heading: Heading; text: string }[] = [];
  const targets: string[] = [];
  const sources: string[] = [];
  const styles = new Set<string>();
  const idOf = anchors();

  const marked = new Marked({
    extensions: [
      {
        name: "formula",
        level: "inline",
        start: (rest) => rest.indexOf("$"),
        tokenizer(rest) {
          const found = FORMULA.exec(rest);
          return found
            ? { type: "formula", raw: found[0], tex: (found[1] ?? found[2]).trim(), display: Boolean(found[1]) }
            : undefined;
        },
        renderer: ({ tex, display }) => formula(String(tex), Boolean(display), styles),
      },
    ],
    renderer: {
      html: ({ text }) => escape(text),
      heading({ depth, tokens }) {
        const text = plain(tokens);
        const heading = { level: depth, text, short: withoutCode(tokens), id: idOf(text) };
        headings.push(heading);
        sections.push({ heading, text: "" });
        const inner = this.parser.parseInline(tokens);
        const anchor =
          depth > 1
            ? `<a class="anchor" href="#${heading.id}" aria-label="Link to “${escape(heading.text)}”">#</a>`
            : "";
        return `<h${depth} id="${heading.id}">${inner}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        targets.push(href);
        const inner = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === undefined ? inner : `<a href="${escape(address)}">${inner}</a>`;
      },
      image({ href, text: description }) {
        targets.push(href);
        return `<img src="${escape(resolve(href) ?? href)}" alt="${escape(description)}" />`;
      },
      codespan({ text: code }) {
        const isPath = SOURCE_PATH.test(code);
        if (isPath) sources.push(code);
        const address = isPath ? source(code) : undefined;
        const inner = `<code>${escape(code)}</code>`;
        return address === undefined ? inner : `<a class="source" href="${escape(address)}">${inner}</a>`;
      },
      code({ text: code, lang }) {
        return `<pre${lang ? ` data-language="${escape(lang)}"` : ""}><code>${escape(code)}\n</code></pre>\n`;
      },
      table(token) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        const numeric = token.header.map((_, i) => {
          const texts = token.rows.map((row) => plain(row[i].tokens).trim()).filter((one) => !/^[–-]?$/.test(one));
          return texts.length > 0 && texts.every((one) => NUMBER.test(one));
        });
        const cell = (tag: string, one: Tokens.TableCell, i: number, scope: string) =>
          `<${tag}${scope}${one.align === "right" || numeric[i] ? ' class="number"' : ""}>${inline(one)}</${tag}>`;
        // A table without titles has the names of its rows in its first column.
        const titled = token.header.some((one) => one.text !== "");
        const head = token.header.map((one, i) => cell(one.text === "" ? "td" : "th", one, i, ' scope="col"'));
        const rows = token.rows.map((row) =>
          row
            .map((one, i) => (titled || i > 0 ? cell("td", one, i, "") : cell("th", one, i, ' scope="row"')))
            .join(" "),
        );
        const body = rows.map((row) => `<tr>${row}</tr>`).join("\n");
        const top = titled ? `<thead><tr>${head.join("").replaceAll('<td scope="col"', "<td")}</tr></thead>\n` : "";
        return `<div class="table"><table>\n${top}<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });

  const tokens = marked.lexer(titled(text));
  const html = marked.parser(tokens);
  let at = -1;
  for (const token of tokens) {
    if (token.type === "heading") at++;
    else if (at >= 0) sections[at].text += ` ${plain([token])}`;
  }
  for (const section of sections) section.text = section.text.replaceAll(/\s+/g, " ").trim();
  return { html, headings, sections, targets, sources, styles };
}

/** Returns a function that gives each heading of a page the anchor that GitHub gives it. */
function anchors(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}

type Token = Tokens.Generic;

/** Returns the text of tokens without marks. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "table")
        return [token.header, ...token.rows].flat().map((cell: Tokens.TableCell) => ` ${plain(cell.tokens)} `);
      if (token.type === "list") return token.items.map((item: Token) => ` ${plain(item.tokens ?? [])}`).join(" ");
      if (token.type === "formula") return token.tex;
      if (token.type === "br" || token.type === "space") return " ";
      return token.tokens ? plain(token.tokens) : String(token.text ?? "");
    })
    .flat()
    .join("");
}

/** Returns a heading's text without code in parentheses at its end. */
function withoutCode(tokens: readonly Token[]): string {
  const codes = tokens.filter(({ type }) => type === "codespan");
  const marked = tokens.map((token) => (token.type === "codespan" ? "\0" : plain([token]))).join("");
  return marked.replace(/ \(\0(?:, \0)*\)$/, "").replaceAll("\0", () => codes.shift()?.text);
}

/** A number with its unit. */
const NUMBER = /^[−-]?[\d.,]+(?: ?(?:%|dB|[kMGTµmn]?[A-Za-z/]{1,6}))?$/;

const PLACES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns a text as HTML. */
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => PLACES[sign]);

/** Returns a formula as HTML of KaTeX, and adds its style attributes to a set. */
function formula(tex: string, display: boolean, styles: Set<string>): string {
  const html = renderToString(tex, { displayMode: display, throwOnError: true, strict: "error" });
  return html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    styles.add(style);
    return ` data-style="${style}"`;
  });
}
