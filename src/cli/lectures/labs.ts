import type { Context } from "../../core/experiment.ts";
import type { CheckedLabs } from "../../core/lectures/check.ts";
import { asks } from "../../core/outputs.ts";
import { dawnHost } from "../dawn.ts";
import { tellRecovery } from "../terminal.ts";

/** Returns the labs of this process. The device is opened for the first output that needs one. */
export function terminalLabs(): CheckedLabs {
  let opened: ReturnType<typeof dawnHost> | undefined;
  const unused = new AbortController().signal;
  const context: Context = {
    host: { get: async () => (await (opened ??= dawnHost())).get(), close() {} },
    onRecovery: tellRecovery,
    begin: () => unused,
    end() {},
    alone: (work) => work(unused),
  };
  return {
    evaluate: (scenario, output, reference) => asks.output(context, scenario, output, reference),
    usual: (scenario) => asks.usual(context, scenario),
    outputs: (scenario) => asks.outputs(context, scenario),
  };
}
