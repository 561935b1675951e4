/** Returns the rows of a table in CSV, without its comments. */
export const csvRows = (csv: string): string[][] =>
  csv
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split(","));
