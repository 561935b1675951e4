import { expect, it } from "vitest";
import { renderMarkdown } from "./markdown.ts";

const render = (text: string) =>
  renderMarkdown(text, { resolve: (target) => `to:${target}`, source: (path) => `in:${path}` });

it("gives headings the anchors that GitHub gives them", () => {
  // Source: GitHub's pages of this kind, for example “Measuring (`src/core/signals/measuring`)”.
  const text = "# A b\n## Measuring (`src/core/signals/measuring`)\n## Wi-Fi: 2 × 2, “π”\n## Same\n## Same\n## a_b's c";
  const { headings } = render(text);
  const ids = ["a-b", "measuring-srccoresignalsmeasuring", "wi-fi-2--2-π", "same", "same-1", "a_bs-c"];
  expect(headings.map(({ id }) => id)).toEqual(ids);
  expect(headings[1]).toMatchObject({ level: 2, text: "Measuring (src/core/signals/measuring)", short: "Measuring" });
});

it("renders formulas with KaTeX, and leaves other dollars alone", () => {
  const { html, styles } = render("A $x_1^2$ and\n\n$$\\frac{a}{b}$$\n\ncosts $5 and $6, `$a$`, $OUT here.");
  expect(html.match(/class="katex"/g)).toHaveLength(2);
  expect(html).toContain("costs $5 and $6, <code>$a$</code>, $OUT here.");
  expect(html).not.toContain(" style=");
  for (const [, style] of html.matchAll(/ data-style="([^"]*)"/g)) expect(styles).toContain(style);
  expect(styles.size).toBeGreaterThan(2);
  expect(() => render("$\\nonsense$")).toThrow(/nonsense/);
});

it("gives a table without titles the names of its rows, and aligns numbers", () => {
  const plain = render("|  |  |\n| - | - |\n| rate | 2.5 MS/s |\n| size | 12 |").html;
  expect(plain).not.toContain("<thead>");
  expect(plain).toContain('<th scope="row">rate</th> <td class="number">2.5 MS/s</td>');
  expect(render("| a |\n| - |\n| b |").html).toContain('<thead><tr><th scope="col">a</th></tr></thead>');
});

it("keeps HTML as text, and splits the text into sections", () => {
  const { html, sections } = render(
    "# T\nSee <b>it</b> & `<i>`.\n\n- one\n- two\n\n## U\n| a | b |\n| - | - |\n| c | d |",
  );
  expect(html).toContain("<p>See &lt;b&gt;it&lt;/b&gt; &amp; <code>&lt;i&gt;</code>.</p>");
  expect(sections.map(({ heading, text }) => [heading.text, text])).toEqual([
    ["T", "See <b>it</b> & <i>. one two"],
    ["U", "a b c d"],
  ]);
});

it("links to files that the text names as code, and to no other code", () => {
  const { html, sources } = render("`src/core/once.ts`, `core/once.ts`, `src/other/a.c`, [a](b.md), ![c](d.png)");
  expect(sources).toEqual(["src/core/once.ts"]);
  expect(html).toContain('<a class="source" href="in:src/core/once.ts"><code>src/core/once.ts</code></a>');
  expect(html).toContain('<a href="to:b.md">a</a>, <img src="to:d.png" alt="c" />');
});

it("begins a paper with the title of its front matter", () => {
  const { html, headings } = render('---\ntitle: "A: b"\ntags:\n  - c\n---\n\n# Summary\nText.\n');
  expect(headings.map(({ text }) => text)).toEqual(["A: b", "Summary"]);
  expect(html).not.toContain("tags");
});
