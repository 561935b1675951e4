import { NoFigure } from "../../kit/no-result.tsx";
import { codeword } from "./store.ts";

/** What stands in the place of a figure of one codeword until it has been decoded. */
export const NoCodeword = () => (
  <NoFigure of={codeword} waiting="Decoding …" none="The codeword could not be decoded." />
);
