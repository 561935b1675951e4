// How an exchange puts sixteen values per invocation into `exchange` and takes them. Needs one of lib/exchange,
// lib/exchange-reals and lib/exchange-halves. The places that `bank` gives combine by exclusive or.

// Writes value k to place `to` + s·k.
fn putSixteen(to: u32, s: u32, x: Sixteen) {
  exchange[to] = x[0];
  exchange[to ^ bank(s)] = x[1];
  exchange[to ^ bank(2u * s)] = x[2];
  exchange[to ^ bank(3u * s)] = x[3];
  exchange[to ^ bank(4u * s)] = x[4];
  exchange[to ^ bank(5u * s)] = x[5];
  exchange[to ^ bank(6u * s)] = x[6];
  exchange[to ^ bank(7u * s)] = x[7];
  exchange[to ^ bank(8u * s)] = x[8];
  exchange[to ^ bank(9u * s)] = x[9];
  exchange[to ^ bank(10u * s)] = x[10];
  exchange[to ^ bank(11u * s)] = x[11];
  exchange[to ^ bank(12u * s)] = x[12];
  exchange[to ^ bank(13u * s)] = x[13];
  exchange[to ^ bank(14u * s)] = x[14];
  exchange[to ^ bank(15u * s)] = x[15];
}

// Returns the values at places `at` + N/16·k.
fn takeSixteen(at: u32) -> Sixteen {
  let lanes = fftLanes();
  return Sixteen(
    exchange[at], exchange[at ^ bank(lanes)], exchange[at ^ bank(2u * lanes)], exchange[at ^ bank(3u * lanes)],
    exchange[at ^ bank(4u * lanes)], exchange[at ^ bank(5u * lanes)], exchange[at ^ bank(6u * lanes)],
    exchange[at ^ bank(7u * lanes)], exchange[at ^ bank(8u * lanes)], exchange[at ^ bank(9u * lanes)],
    exchange[at ^ bank(10u * lanes)], exchange[at ^ bank(11u * lanes)], exchange[at ^ bank(12u * lanes)],
    exchange[at ^ bank(13u * lanes)], exchange[at ^ bank(14u * lanes)], exchange[at ^ bank(15u * lanes)],
  );
}
