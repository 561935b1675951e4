/** Period of the PN sequence. */
export const PN11_PERIOD = 2 ** 11 - 1;

/** One period of s[n] = s[n−9] ⊕ s[n−11], starting 1000000001 0: values 0 or 1. */
export const pn11: Uint8Array = new Uint8Array(PN11_PERIOD);
pn11[0] = pn11[9] = 1;
for (let n = 11; n < PN11_PERIOD; n++) pn11[n] = pn11[n - 9] ^ pn11[n - 11];
