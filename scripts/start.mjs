// npm start: builds the lab, serves it on localhost and opens it in the browser if there is one.
import { build, preview } from "vite";

const flag = (name) => process.argv.includes(`--${name}`);
await build({ logLevel: "warn" });
const server = await preview({ preview: { open: !flag("no-open") && !process.env.CI, host: "localhost" } });
server.printUrls();
