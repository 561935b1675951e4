/** Most samples of a view that is read completely. */
const MOST_READ = 2 ** 21;

/** Returns true for a number of samples that is not read completely for each view: the view has an overview, or one segment per column. */
export const isLong = (samples: number) => samples > MOST_READ;
