import { type ChildProcess, spawn } from "node:child_process";

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the launcher as a terminal does; `watch` sees what comes on standard error. */
export function cli(args: string[], watch?: (child: ChildProcess, stderr: string) => void): Promise<Outcome> {
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...args]);
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
