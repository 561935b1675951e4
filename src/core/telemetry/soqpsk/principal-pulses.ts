/** Samples of a principal pulse before its bit's own. */
export const PULSE_REACH = 5;

/**
 * The two principal pulses of SOQPSK-TG on the packet grid, at samples −5 … 5 from a bit's own. With the bits ã(k) = ±a(k) in the frame that turns
 * by j per bit (signs + + − −), the signal is s(n) = Σ j^k·[ã(k)·p0(n − 2k) + ã(k−1)·ã(k)·ã(k+1)·p1(n − 2k)] plus 0.15 % of its power. The pulses are
 * the means of the signal times each product over random bits; the test recomputes them. Receivers of SOQPSK-TG use two principal pulses of
 * its pulse amplitude representation, for example F. Arabian and M. Rice's approximate MLSE equalizer.
 */
export const PRINCIPAL_PULSES: readonly (readonly number[])[] = [
  [
    -0.0029255, -0.0050595, 0.074114, 0.3307937, 0.6655084, 0.8399562, 0.7203539, 0.3986865, 0.1107827, -0.0000291,
    -0.0044103,
  ],
  [
    -0.0004101, -0.0074146, -0.0262699, -0.0128473, 0.0802218, 0.1570117, 0.1023481, -0.0000614, -0.0286777, -0.0106248,
    -0.000889,
  ],
];
