import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { readInline, readMarkdown } from "./markdown.ts";

const plain = (text: string) => [{ kind: "paragraph", of: [{ kind: "text", text }] }];

describe("Markdown of lectures", () => {
  it("has paragraphs, lists, code and formulas", () => {
    const text = "One\nline.\n\n- a\n- **b**\n\n1. c\n2. d\n```\n<b> $x\n```\n$$\nx^2\n$$\nEnd";
    expect(readMarkdown(text)).toEqual([
      ...plain("One line."),
      {
        kind: "list",
        isOrdered: false,
        items: [[{ kind: "text", text: "a" }], [{ kind: "strong", of: [{ kind: "text", text: "b" }] }]],
      },
      { kind: "list", isOrdered: true, items: ["c", "d"].map((item) => [{ kind: "text", text: item }]) },
      { kind: "code", text: "<b> $x" },
      { kind: "formula", tex: "x^2" },
      ...plain("End"),
    ]);
  });

  it("has emphasis, code, formulas and links within a line", () => {
    expect(readInline("**a *b* c** `x*y` $\\frac{1}{2}$ [see *it*](#turbo?at=1) (https)")).toEqual([
      {
        kind: "strong",
        of: [
          { kind: "text", text: "a " },
          { kind: "emphasis", of: [{ kind: "text", text: "b" }] },
          { kind: "text", text: " c" },
        ],
      },
      { kind: "text", text: " " },
      { kind: "code", text: "x*y" },
      { kind: "text", text: " " },
      { kind: "formula", tex: "\\frac{1}{2}" },
      { kind: "text", text: " " },
      {
        kind: "link",
        to: "#turbo?at=1",
        of: [
          { kind: "text", text: "see " },
          { kind: "emphasis", of: [{ kind: "text", text: "it" }] },
        ],
      },
      { kind: "text", text: " (https)" },
    ]);
  });

  it.each([
    "H*/(|H|² + 2σ²) goes to zero, 1/H* too",
    "the matched filter ĥ*(−n), scaled",
    "2 * 3 * 4 = 24",
    "n<N and a < b > c",
    "x_1 and y_2",
    "# 1 is a number",
    "a [list] of (things)",
    "&lt;script&gt; stays as written",
    "5 % and #3",
  ])("leaves %j as it is", (text) => {
    expect(readMarkdown(text)).toEqual(plain(text));
  });

  it("takes marks literally after a backslash", () => {
    expect(readInline("\\*a\\* costs 5 \\$, \\`b\\`")).toEqual([{ kind: "text", text: "*a* costs 5 $, `b`" }]);
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC='https://e.org/x.png'/>",
    "<svg/onload=alert(1)>".replace("/", " "),
    "<iframe src='data:text/html,x'></iframe>",
    "<style>*{position:fixed}</style>",
    "<a href='javascript:alert(1)'>x</a>",
    "<!-- x -->",
    "</section>",
    "![x](https://e.org/x.png)",
    "![x](data:image/svg+xml;base64,AAAA)",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html,<b>)",
    "[x](vbscript:x)",
    "[x](http://e.org)",
    "[x](//e.org)",
    "[x](https://user@e.org/)",
    "[x](https://e.org/ onclick=alert(1))",
    '[x](#turbo?at="onclick=1)',
    "[x](../../secret)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://e.org/1)",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\url{https://e.org}$",
    "$\\includegraphics{https://e.org/x.png}$",
    "$\\htmlStyle{position:fixed}{x}$",
    "$\\htmlClass{shell}{x}$",
    "$\\htmlId{main}{x}$",
    "$\\htmlData{a=b}{x}$",
    "$\\def\\a{\\a\\a}\\a$",
    "$\\newcommand{\\a}{x}\\a$",
    "$\\gdef\\frac{x}$",
    "$\\let\\a=b$",
    "$\\rule{9999em}{9999em}$",
    "$\\hspace{9999em}$",
    "$\\raisebox{9999em}{x}$",
    "$\\kern9999em$",
    "$\\color{red}x$",
    "$\\begin{CD}x\\end{CD}$",
    "$\\csname a\\endcsname$",
    "$#1$",
    "$%$",
    `$${"{".repeat(30)}${"}".repeat(30)}$`,
    `$${"x".repeat(2000)}$`,
    "$$$",
    "$x",
    "`x",
    "```\nx",
    "$$\nx",
  ])("refuses %j", (text) => {
    expect(() => readMarkdown(text)).toThrow(RangeError);
  });

  it("loses no letter, adds none, and takes time in proportion to any text", () => {
    const letters = (text: string) => text.replace(/[^a-z]/g, "");
    const shown = (value: unknown): string =>
      Array.isArray(value)
        ? value.map(shown).join("")
        : typeof value === "object" && value !== null
          ? ["text", "tex", "of", "items", "to"].map((name) => shown((value as Record<string, unknown>)[name])).join("")
          : typeof value === "string"
            ? value
            : "";
    const part = constantFrom(
      "a",
      "b",
      " ",
      "*",
      "**",
      "`",
      "$",
      "[",
      "](#x)",
      "\n",
      "- ",
      "\\",
      "<",
      "!",
      "1. ",
      "$$",
      "```",
    );
    assert(
      property(array(part, { maxLength: 30 }), (parts) => {
        let blocks: unknown;
        try {
          blocks = readMarkdown(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        const without = parts.filter((one) => one !== "](#x)").join("");
        // The language behind the fence of a block of code is not shown.
        const most = letters(without).length;
        const least = letters(without.replaceAll(/```.*/g, "")).length;
        const { length } = letters(shown(blocks)).replaceAll("x", "");
        expect(length).toBeLessThanOrEqual(most);
        expect(length).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 300 },
    );
    for (const unit of ["*a ", "**a", "[", "[a](#", "<a ", "*a* ", "\\", "- a\n"]) {
      try {
        readMarkdown(unit.repeat(3000));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
