// npm start [-- --port N] [--no-open]: builds the page, serves it on localhost and opens it in the browser if there is one.
import { parseArgs } from "node:util";
import { build, preview } from "vite";
import { openPage } from "./open-page.mjs";

const { port, "no-open": noOpen } = options();
await build({ logLevel: "warn" });
const server = await preview({ preview: { open: false, host: "localhost", ...(port && { port: Number(port) }) } });
server.printUrls();
if (!noOpen && !process.env.CI) await openPage(server.resolvedUrls.local[0]);

function options() {
  try {
    return parseArgs({ options: { port: { type: "string" }, "no-open": { type: "boolean" } } }).values;
  } catch ({ message }) {
    console.error(`npm start: ${message}`);
    process.exit(2);
  }
}
