import { expose } from "comlink";
import { readSource } from "./reader.ts";

expose(readSource);
