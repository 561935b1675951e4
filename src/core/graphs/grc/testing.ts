import { spawnSync } from "node:child_process";

/** The Python that has GNU Radio 3.10, or undefined. The tests that need it are then skipped. */
export const GNU_RADIO: string | undefined = ["/usr/bin/python3"].find((python) => {
  const { status, stdout } = spawnSync(python, ["-c", "from gnuradio import gr; print(gr.version())"], {
    encoding: "utf8",
  });
  return status === 0 && stdout.startsWith("3.10");
});
