import { createOutput, finishTogether, type Output } from "./output.ts";
import { print } from "./terminal.ts";

/** A file's name, or "-" for standard output, with its content. */
export type Written = readonly [path: string, content: string | Uint8Array];

/**
 * Writes files that belong together: all of them or none, and then what goes to standard output.
 *
 * @param begun Outputs that are written already. They get their names with the others.
 * @throws Error that names the file which cannot be written.
 */
export function writeTogether(written: readonly Written[], begun: readonly Output[] = []): void {
  const outputs = [...begun];
  try {
    for (const [path, content] of written) {
      if (path === "-") continue;
      const output = createOutput(path);
      outputs.push(output);
      output.write(content);
    }
    finishTogether(outputs);
  } finally {
    for (const output of outputs) output.discard();
  }
  for (const [path, content] of written) if (path === "-") print(content);
}
