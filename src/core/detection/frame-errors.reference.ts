/** Returns the number of places where two lists of bits differ. */
export function countErrors(decided: ArrayLike<number>, sent: ArrayLike<number>): number {
  let errors = 0;
  for (let k = 0; k < sent.length; k++) if (decided[k] !== sent[k]) errors++;
  return errors;
}
