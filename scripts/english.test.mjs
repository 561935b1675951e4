import { describe, expect, it } from "vitest";
import { judge, sentences, textsOf } from "./english.mjs";

const found = (path, text, allowed = []) => judge(path, text, allowed).map(({ line, phrase }) => [line, phrase]);

describe("english", () => {
  it("reads strings, templates, JSX and comments of a program, and no code", () => {
    const text =
      'const desk = 1; // a desk\nconst a = <p>\n  two\n  desk\n</p>;\n/** A\n * desk. */ f(`a ${desk} b`, "desk");';
    expect(found("a.tsx", text)).toEqual([
      [1, "desk"],
      [2, "desk"],
      [6, "desk"],
      [7, "desk"],
    ]);
    expect(textsOf("a.tsx", text).map(({ text }) => text.trim())).toContain("a  …  b");
  });

  it("joins the lines of a comment, so that a phrase may wrap", () => {
    expect(found("a.wgsl", "// Reads 8 bytes\n// a sample.\nlet so_many = 1;")).toEqual([[1, "bytes a sample"]]);
    expect(found("a.ts", "// So\n// many.\n\n// So\nf();\n// many.")).toEqual([[1, "So many"]]);
  });

  it("reads comments of style sheets and Python", () => {
    expect(found("a.css", ".desk {\n} /* A\n desk */")).toEqual([[2, "desk"]]);
    expect(found("a.py", '"""A desk."""\ndesk = 1  # desk')).toEqual([
      [1, "desk"],
      [2, "desk"],
    ]);
  });

  it("does not join comments after code", () => {
    expect(found("a.wgsl", "override A: u32; // in bytes\noverride B: u32; // a sample")).toEqual([]);
    expect(found("a.ts", "f(); // in bytes\n// a sample\ng();")).toEqual([]);
  });

  it("ignores code in Markdown", () => {
    expect(found("a.md", "The `desk`.\n\n```\ndesk\n```\n\nA\ndesk.")).toEqual([[7, "desk"]]);
  });

  it("accepts an allowed sentence, only in its file", () => {
    const allowed = [{ file: "a.md", text: "behind a desk", why: "furniture" }];
    expect(found("a.md", "He sits behind a desk.", allowed)).toEqual([]);
    expect(found("b.md", "He sits behind a desk.", allowed)).toEqual([[1, "desk"]]);
  });

  it("suggests a replacement", () => {
    expect(found("lectures/a.json", '{\n  "so many": ["Two \\"bits a symbol."]\n}')).toEqual([[2, "bits a symbol"]]);
    expect(judge("a.md", "Two bits a symbol.", [])).toMatchObject([{ instead: "“per” for rates: bits per symbol" }]);
  });

  it("counts the words of sentences, with numbers and abbreviations", () => {
    expect(sentences("One two. At 1.5 dB, e.g. here, it ends! Three").map(({ words }) => words)).toEqual([2, 7, 1]);
  });
});
