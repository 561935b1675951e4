// Scatters points of an invocation in the storage of lib/exchange, and their parts for lib/exchange-halves. Both need it
// and name its type Scattered.

// Writes x[k] to place `to` + s·k; the places of `exchange` that `bank` gives combine by exclusive or.
fn scatter(to: u32, s: u32, x: Scattered) {
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
