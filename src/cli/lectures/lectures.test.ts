import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, describe, expect, it, vi } from "vitest";
import { checksumOf, studentCopy } from "../../core/lectures/identity.ts";
import type { Lecture } from "../../core/lectures/lecture.ts";
import { SCORM_VERSIONS } from "../../core/lectures/scorm.ts";
import { exampleLecture, resultOf } from "../../core/lectures/testing.ts";
import { studentVariant } from "../../core/lectures/variant.ts";
import { runCommand } from "../commands.ts";
import { refusal } from "../testing.ts";
import { worksheet } from "./worksheet.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-lectures-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text = "") => {
  const path = join(folder, name);
  if (text) writeFileSync(path, text);
  return path;
};

/** Runs a command line, and returns what it writes to standard output, and its exit code. */
async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  let stdout = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  const quiet = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    return { code: await runCommand(args), stdout };
  } finally {
    spy.mockRestore();
    quiet.mockRestore();
  }
}

/** A lecture on filters, whose outputs need no device: an order by a student's cut-off, and a task. */
const FILTERS: Lecture = {
  version: 1,
  id: "my-filters",
  title: "Filters & <masks>",
  summary: "A lecture that is computed without a device.",
  teaches: [],
  needs: [],
  minutes: 5,
  steps: [
    {
      title: "Gain",
      text: "A Butterworth filter. Look at $|H|$ & **think**.",
      explains: "The cut-off is at −3 dB.",
      scenario: "filters?tones=0.1&signal=tones&design=x".replace(
        "&design=x",
        `&design=${spec({ type: "butterworth", order: 4, cutoff: 0.5 })}`,
      ),
      vary: { tones: { from: 0.1, to: 0.9, step: 0.1 } },
      questions: [
        {
          kind: "number",
          prompt: "Which gain has it at 0.5?",
          output: "gainDb.0.5",
          unit: "dB",
          tolerance: { absolute: 0.2 },
        },
        { kind: "text", prompt: "Why?" },
      ],
    },
  ],
  tasks: [
    {
      title: "Keep the mask",
      prompt: "Keep the mask with at most 20 multiplications.",
      scenario: `filters?design=${mask("butterworth")}`,
      free: ["design"],
      checks: [
        { output: "lowestDb.0:6000", test: ">=", value: -0.5 },
        { output: "highestDb.7500:24000", test: "<=", value: -60 },
        { output: "multiplications", test: "<=", value: 20, salt: "abcdefghijklmnop" },
      ],
      solution: `filters?design=${mask("elliptic")}`,
    },
  ],
};

function spec(design: object): string {
  return encodeURIComponent(JSON.stringify(design));
}
function mask(type: string): string {
  return spec({ type, pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 });
}

const LECTURE = file("my-filters.json", JSON.stringify(FILTERS));

/** A result: an answer with the verdict that the page claimed, and a submitted type of filter. */
function result(
  student: string,
  answer: number,
  verdict: "right" | "wrong",
  type: string,
  claimed: "open" | "not met",
) {
  return resultOf(studentCopy(FILTERS), student, {
    answers: [{ step: 0, question: 0, tries: [answer], seconds: 30, verdict }],
    submissions: [{ task: 0, scenario: `filters?design=${mask(type)}`, tries: 1, seconds: 30, verdict: claimed }],
  });
}

describe("lecture", () => {
  it("lists the lectures of the labs", async () => {
    const { code, stdout } = await run("lecture", "list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^turbo\/max-log +4 /m);
  });

  it("finds no problem in the lectures of the labs", async () => {
    expect(await run("lecture", "check")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d\d lectures are right\.\n$/),
    });
  });

  it("finds no problem in the example of docs/lectures.md", async () => {
    const [, example] = /```json\n([^]*?)```/.exec(readFileSync("docs/lectures.md", "utf8"))!;
    const { code, stdout } = await run("lecture", "check", file("example.json", example), "--answers");
    expect(code).toBe(0);
    // 20 log10(1 + 10^(−10/20))
    expect(stdout).toContain("Step 1, question 1: 2.3866");
  });

  it("checks a file, and computes the right answers and the solutions", async () => {
    const { code, stdout } = await run("lecture", "check", LECTURE, "--answers");
    expect(code).toBe(0);
    expect(stdout).toMatch(/Step 1, question 1: -3\.0102\d* .*\n1 lecture is right\.\n$/);
  });

  it.each([
    ["an unknown output", { output: "gain" }, 'Step 1: there is no output "gain"; this scenario has order, taps'],
    [
      "an output of another kind",
      { output: "stability" },
      'the output "stability" is a name; expected a number or a rate',
    ],
    ["a curve", { output: "magnitude" }, 'the output "magnitude" is a curve'],
  ])("says what is wrong with %s", async (_, change, message) => {
    const [step] = FILTERS.steps;
    const wrong = { ...FILTERS, steps: [{ ...step, questions: [{ ...step.questions[0], ...change }] }] };
    const { code, stderr } = await refusal([
      "lecture",
      "check",
      file("wrong.json", JSON.stringify(wrong)),
      "--json",
      file("found.json"),
    ]);
    expect([code, stderr]).toEqual([1, ""]);
    expect(readFileSync(file("found.json"), "utf8")).toContain(JSON.stringify(message).slice(1, -1));
  });

  it.each([
    [["lecture"], 'the first word must be one of list, check, scorm, print, got ""'],
    [["lecture", "scorm", "max-log"], "--out FILE is missing"],
    [
      ["lecture", "print", "windows", "--out", "f.pdf"],
      "windows is in several labs; name one of filters/windows, turbo/windows",
    ],
    [["lecture", "print", "alchemy", "--out", "f.pdf"], "there is no lecture alchemy"],
    [
      ["lecture", "print", "turbo/window", "--out", "f.pdf"],
      "there is no lecture turbo/window; did you mean turbo/windows?",
    ],
    [["lecture", "check", "none.json"], /^none.json: cannot be opened \(no such file\)/],
    [["lecture", "list", "max-log"], 'lecture list: takes no name, got "max-log"'],
    [["lecture", "list", "--answers"], "lecture list: --answers belongs to check; leave it out"],
    [["lecture", "check", "--out", "f.pdf"], "lecture check: --out belongs to scorm and print; leave it out"],
    [
      ["lecture", "scorm", "max-log", "--out", "f.zip", "--json", "-"],
      "--json belongs to list and check; leave it out",
    ],
    [["lecture", "print", "max-log", "--out", "f.doc"], "--out must end in .pdf or .html"],
    [["lecture", "scorm", "max-log", "--out", "f.zip", "--version", "3"], '--version must be 1.2 or 2004, got "3"'],
    [["lecture", "scorm", "max-log", "--out", "f.zip", "--page", folder], "has no index.html; run npm run build first"],
    [["lecture", "check", file("no.json", "<html>")], "the file holds no JSON"],
    [["grade"], "name at least one result, got none"],
  ])("refuses %o", async (args, message) => {
    const { code, stderr } = await refusal(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("says that the npm package holds no page", async () => {
    const [, program] = process.argv;
    process.argv[1] = join(folder, "dist-cli/main.js");
    const { code, stderr } = await refusal(["lecture", "scorm", "turbo/windows", "--out", "f.zip"]);
    process.argv[1] = program;
    expect(code).toBe(2);
    expect(stderr).toContain("has no index.html; run npm run build in a clone of the repository, and name its folder");
  });

  it.each(SCORM_VERSIONS)("makes the same package of SCORM %s each time, without hidden checks", async (version) => {
    const page = join(folder, "page");
    mkdirSync(join(page, "assets"), { recursive: true });
    writeFileSync(join(page, "index.html"), "<html><head><title>T</title></head><body></body></html>");
    for (const name of ["assets/page a.js", "assets/page.js.map", "assets/problems-codes-C5_x.js", "service-worker.js"])
      writeFileSync(join(page, name), "x");
    const zips = ["a.zip", "b.zip"].map((name) => file(name));
    for (const zip of zips) {
      expect((await run("lecture", "scorm", LECTURE, "--page", page, "--version", version, "--out", zip)).code).toBe(0);
    }
    expect(readFileSync(zips[0])).toEqual(readFileSync(zips[1]));
    const files = Object.fromEntries(
      Object.entries(unzipSync(readFileSync(zips[0]))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
    expect(Object.keys(files).toSorted()).toEqual([
      "assets/page a.js",
      "imsmanifest.xml",
      "index.html",
      "lecture.html",
      "lecture.json",
    ]);
    expect(JSON.parse(files["lecture.json"])).toEqual(studentCopy(FILTERS));
    expect(files["lecture.json"]).not.toContain("abcdefghijklmnop");
    expect(files["lecture.html"]).toContain(`<meta name="threeray-scorm" content="${version}"></head>`);
    const manifest = files["imsmanifest.xml"];
    expect(manifest).toContain(version === "1.2" ? 'adlcp:scormtype="sco"' : 'adlcp:scormType="sco"');
    expect(manifest).toContain("<title>Filters &#38; &#60;masks&#62;</title>");
    // The resource names each file of the package except the manifest.
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, name]) => decodeURI(name));
    expect(listed).toEqual(
      Object.keys(files)
        .filter((name) => name !== "imsmanifest.xml")
        .toSorted(),
    );
  });

  it("prints worksheets with room for answers, and solutions on demand", () => {
    const plain = worksheet(exampleLecture());
    expect(plain).toContain("<h2>1 One</h2>");
    expect(plain).not.toContain("<strong>is</strong> so");
    const solved = worksheet(exampleLecture(), [{ place: "Step 1, question 1", prompt: "", right: 100.04 }]);
    expect(solved).toContain('<p class="solution">100 bits</p>');
    expect(solved).toContain("It <strong>is</strong> so.");
    // A scenario that solves the task.
    expect(solved).toContain('<p class="solution"><code>mimo?antennas=2&#38;detectors=mmse</code></p>');
    expect(plain).not.toContain("detectors=mmse");
  });

  it("writes no HTML of an author", () => {
    const hostile = exampleLecture();
    const html = worksheet({
      ...hostile,
      title: "<script>alert(1)</script>",
      steps: [{ ...hostile.steps[0], title: '"><img src=x>', text: "a<b & `<i>`" }],
    });
    expect(html).not.toMatch(/<script|<img|<i>/);
    expect(html).toContain("a&#60;b &#38; <code>&#60;i&#62;</code>");
  });
});

describe("grade", () => {
  it("grades thirty files, and finds those that claim too much", async () => {
    const paths = Array.from({ length: 30 }, (_, i) => {
      const name = `student ${i}`;
      const made =
        i % 3 === 0
          ? result(name, -3.1, "right", "elliptic", "open")
          : i % 3 === 1
            ? result(name, -6, "wrong", "butterworth", "open")
            : result(name, -6, "right", "elliptic", "open");
      return file(`result-${i}.json`, JSON.stringify(made));
    });
    const { code, stdout } = await run("grade", ...paths, "--lecture", LECTURE, "--csv", "-");
    expect(code).toBe(1);
    const lines = stdout.trim().split("\r\n");
    expect(lines[0]).toBe(
      "file,student,lecture,score,right,wrong,missing,given,predicted,met,unmet,tasks,seconds,problems",
    );
    const cells = lines.slice(1).map((line) => line.split(",").slice(1));
    expect(cells).toHaveLength(30);
    for (const [i, [student, , score, right, , , , , met, , , , problems]] of cells.entries()) {
      expect(student).toBe(`student ${i}`);
      // Butterworth keeps the mask, and the hidden check refuses its 80 multiplications: the page did not know.
      expect([score, right, met]).toEqual(
        [
          ["1", "1", "1"],
          ["0", "0", "0"],
          ["0.5", "0", "1"],
        ][i % 3],
      );
      expect(problems).toBe(i % 3 < 2 ? "" : '"Step 1');
    }
    expect(stdout.match(/the file says right, and the answer is wrong/g)).toHaveLength(10);
  });

  it.runIf(process.env.THREERAY_SLOW)("computes the right answers of all lectures (THREERAY_SLOW)", async () => {
    expect((await run("lecture", "check", "--answers")).code).toBe(0);
  });

  it("uses each student's own variant", async () => {
    const tones = (name: string) => studentVariant(FILTERS, { step: 0 }, name).values.tones;
    expect(tones("Ada")).not.toBe(tones("Emmy"));
  });

  it("says which files it cannot grade", async () => {
    const other = { ...result("Ada", -3, "right", "elliptic", "open") };
    const unknown = { ...other, lecture: { ...other.lecture, id: "another" } };
    const path = file("unknown.json", JSON.stringify({ ...unknown, checksum: checksumOf(unknown) }));
    const { code, stdout } = await run("grade", path, file("broken.json", "{"), "none.json", "--csv", "-");
    expect(code).toBe(1);
    expect(stdout).toMatch(/\r\nnone\.json,+cannot be opened \(no such file\); check the name\r\n/);
    expect(stdout).toContain("no lecture has the id");
    expect(stdout).toContain("the file holds no JSON");
  });
});
