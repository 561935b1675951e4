import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RightAnswer } from "../../core/lectures/check.ts";
import type { Lecture } from "../../core/lectures/lecture.ts";
import { UsageError } from "../options.ts";
import { writeText, writeWhole } from "../output.ts";
import { print } from "../terminal.ts";
import { worksheet } from "./worksheet.ts";

const TIMEOUT_MS = 120_000;

/** Writes a worksheet as HTML, or as PDF by a headless Chromium. */
export async function printWorksheet(
  lecture: Lecture,
  answers: readonly RightAnswer[] | undefined,
  out: string,
): Promise<number> {
  const html = worksheet(lecture, answers);
  if (/\.html?$/i.test(out)) writeText(out, html);
  else if (/\.pdf$/i.test(out)) await writeWhole(out, [pdfOf(html)]);
  else throw new UsageError(`lecture print: --out must end in .pdf or .html, got "${out}"`);
  print(`${out}: ${lecture.title}, ${answers ? "with" : "without"} solutions.\n`);
  return 0;
}

/** @throws Error that says what to do if there is no browser, or if it fails. */
function pdfOf(html: string): Uint8Array {
  // The launcher names the browser that it has found.
  const browser = process.env.CHROMIUM;
  if (!browser || !existsSync(browser)) {
    throw new Error(
      "lecture print: a PDF needs Chrome or Chromium, and none was found. Install it, set CHROMIUM to its path, or write HTML with --out f.html and print that.",
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "threeray-print-"));
  try {
    const [source, target] = [join(folder, "worksheet.html"), join(folder, "worksheet.pdf")];
    writeFileSync(source, html);
    const switches = [
      "--headless",
      "--disable-gpu",
      "--no-pdf-header-footer",
      `--user-data-dir=${join(folder, "profile")}`,
    ];
    // Chromium's sandbox does not start for root, as in a container. The worksheet loads and runs nothing.
    if (process.getuid?.() === 0) switches.push("--no-sandbox");
    const run = spawnSync(browser, [...switches, `--print-to-pdf=${target}`, pathToFileURL(source).href], {
      timeout: TIMEOUT_MS,
      encoding: "utf8",
    });
    if (!existsSync(target)) {
      throw new Error(
        `lecture print: ${browser} wrote no PDF. ${(run.error?.message ?? run.stderr).trim().slice(0, 500)}`,
      );
    }
    return new Uint8Array(readFileSync(target));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
