import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { vi } from "vitest";
import { runCommand } from "./commands.ts";

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Watch = (child: ChildProcess, stderr: string) => void;

/** Runs the launcher as a terminal does; `watch` sees what comes on standard error. */
export function cli(args: string[], watch?: Watch): Promise<Outcome> {
  return outcomeOf(spawn(process.execPath, ["scripts/cli.mjs", ...args]), watch);
}

/** Runs a line of bash in which `threeray` is the launcher. */
export function bash(line: string): Promise<Outcome> {
  const launcher = `threeray() { '${process.execPath}' scripts/cli.mjs "$@"; }`;
  return outcomeOf(spawn("bash", ["-c", `${launcher}\n${line}`]));
}

function outcomeOf(child: ChildProcessWithoutNullStreams, watch?: Watch): Promise<Outcome> {
  return new Promise((resolve) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    child.stderr.on("data", (text: Buffer) => {
      stderr += text.toString();
      watch?.(child, stderr);
    });
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a refused command line in this process, and returns its message and exit code. */
export async function refusal(args: string[]): Promise<{ code: number; stderr: string }> {
  let stderr = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  try {
    const code = await runCommand(args);
    return { code, stderr };
  } finally {
    spy.mockRestore();
  }
}
