// Runs before each test file. The configuration of vitest has put the seed into THREERAY_SEED.
import { configureGlobal } from "fast-check";

configureGlobal({ seed: Number(process.env.THREERAY_SEED) });
