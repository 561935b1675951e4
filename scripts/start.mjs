// npm start: builds the page, serves it on localhost and opens it in the browser if there is one.
import { build, preview } from "vite";
import { openPage } from "./open-page.mjs";

const flag = (name) => process.argv.includes(`--${name}`);
await build({ logLevel: "warn" });
const server = await preview({ preview: { open: false, host: "localhost" } });
server.printUrls();
if (!flag("no-open") && !process.env.CI) await openPage(server.resolvedUrls.local[0]);
