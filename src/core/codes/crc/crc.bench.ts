import { LENGTH, randomBitsCase } from "../../random/bits.bench.ts";
import { crcCheck } from "./crc.ts";

export const cases = [randomBitsCase("24A", crcCheck(LENGTH, "24A"))];
