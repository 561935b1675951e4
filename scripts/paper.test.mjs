import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync("docs/paper.md", "utf8")) ?? [];
const bibliography = readFileSync("docs/paper.bib", "utf8");

describe("the paper", () => {
  it("has the front matter that the Journal of Open Source Software asks for", () => {
    const { title, tags, authors, affiliations, date, bibliography: file } = parse(front);
    expect(title).toMatch(/^Threeray: /);
    expect(tags.length).toBeGreaterThanOrEqual(5);
    expect(file).toBe("paper.bib");
    expect(date).toMatch(/^\d{1,2} [A-Z][a-z]+ 20\d\d$/);
    const known = affiliations.map(({ index }) => index);
    expect(authors.length).toBeGreaterThan(0);
    for (const { name, affiliation } of authors)
      expect([typeof name, known]).toEqual(["string", expect.arrayContaining([affiliation])]);
  });

  it("has the sections of the journal, and at most two pages", () => {
    const sections = [...body.matchAll(/^# (.+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(
      expect.arrayContaining(["Summary", "Statement of need", "State of the field", "Design", "Tests", "References"]),
    );
    // A page of the journal holds about 500 words.
    expect(body.split(/\s+/).length).toBeLessThan(1000);
  });

  it("cites what is in its bibliography, and all of it", () => {
    const cited = new Set([...body.matchAll(/@([\w-]+)/g)].map(([, key]) => key));
    const keys = [...bibliography.matchAll(/^@\w+\{([\w-]+),$/gm)].map(([, key]) => key);
    expect([...cited].toSorted()).toEqual(keys.toSorted());
    for (const entry of bibliography.split(/^(?=@)/m).filter((text) => text.trim())) {
      for (const field of ["title", "author"]) expect(entry).toMatch(new RegExp(`^ {2}${field} +=`, "m"));
      expect(entry).toMatch(/^ {2}(year|url) +=/m);
      expect([...entry].filter((letter) => letter === "{")).toHaveLength([...entry].filter((l) => l === "}").length);
    }
  });

  it("makes no claim about speed whose numbers are not in docs/performance.md or docs/measurements.md", () => {
    const [, claims] = /^# Performance\n([\s\S]*?)^# /m.exec(body);
    const plain = (text) => text.replaceAll(/<!--.*?-->/g, "");
    const files = ["docs/performance.md", "docs/measurements.md"];
    const measured = plain(files.map((file) => readFileSync(file, "utf8")).join("\n")).replaceAll(/\s+/g, " ");
    const numbers = [...plain(claims).matchAll(/(?<![\w-])\d+(?:\.\d+)?(?: (?:ms|Gbit\/s|%|times))?/g)].map(
      ([number]) => number,
    );
    expect(numbers.length).toBeGreaterThan(12);
    const said = numbers.map((number) => number.replace(/^1\.\d+ times$/, (text) => text.slice(0, 4)));
    expect(said.filter((number) => !measured.includes(number))).toEqual([]);
    // No other section has such a claim.
    expect(body.replace(claims, "")).not.toMatch(/\d (ms|Gbit\/s|%|times)\b/);
  });
});
