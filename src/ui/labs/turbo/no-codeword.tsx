import { NoFigure } from "../../kit/no-result.tsx";
import { codeword } from "./store.ts";

/** A note in place of a figure of one codeword until the first one is decoded. */
export const NoCodeword = () => (
  <NoFigure of={codeword} waiting="Decoding …" none="The codeword could not be decoded." />
);
