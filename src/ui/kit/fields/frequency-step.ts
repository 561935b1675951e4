/** A step of about a two-thousandth of the rate: a power of ten. */
export const frequencyStep = (rate: number) => 10 ** Math.floor(Math.log10(rate / 2000));
