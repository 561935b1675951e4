import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { childrenOf, start, until } from "../devices/testing.ts";

it.each([(url: string) => ["--redis", url], (url: string) => [`--redis=${url}`]])(
  "the launcher moves the credentials of a URL from its command line to the environment",
  async (option) => {
    // A server that never answers keeps the command waiting.
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await until(() => silent.listening);
    const { port } = silent.address() as { port: number };
    const url = `redis://ann:s3cret@127.0.0.1:${port}`;
    const { child, ended } = start("scripts/cli.mjs", ["sweep", "status", "some-id", ...option(url)]);
    const title = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8");
    await until(() => childrenOf(child.pid!).some((pid) => title(pid).includes("some-id")));
    const [command] = childrenOf(child.pid!);
    expect(title(command)).toContain(`redis://127.0.0.1:${port}`);
    for (const pid of [child.pid!, command]) expect(title(pid)).not.toContain("s3cret");
    child.kill("SIGTERM");
    const { stderr } = await ended;
    silent.close();
    expect(stderr).not.toContain("s3cret");
  },
);
