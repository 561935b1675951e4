/** A scenario to start from: the link of the lab that shows it. */
export interface Preset {
  title: string;
  /** One sentence: what to look at. */
  about: string;
  link: string;
}

const link = (fields: string) => `#adaptive?v=1&${fields}`;

/** Scenarios in the order in which a course treats equalizers. */
export const PRESETS: readonly Preset[] = [
  {
    title: "Nyquist pulses",
    about: "One ray: the eye is open. Move the sampling phase, and it closes.",
    link: link("frontEnd=pulse&channel=rays&rays=0,0,0&equalizers=mmse&forwardTaps=7&training=0&symbols=1024&at=20"),
  },
  {
    title: "Interference and zeros",
    about: "Echoes close the eye. Their zeros are inside and outside the circle.",
    link: link("channel=proakis-a&equalizers=mmse&training=0&symbols=2048&at=20"),
  },
  {
    title: "Zero forcing and MMSE",
    about: "A null in the band: zero forcing amplifies its noise.",
    link: link("channel=proakis-b&equalizers=mmse,zf&training=0&symbols=2048&at=16"),
  },
  {
    title: "LMS in the error bowl",
    about: "Two taps: LMS walks down a bowl, CMA down another surface.",
    link: link(
      "modulation=bpsk&channel=taps&response=1%3B0.6&equalizers=mmse,lms,cma&forwardTaps=2&delay=0&mu=0.02&start=0&training=500&symbols=2048&at=17",
    ),
  },
  {
    title: "Eigenvalue spread",
    about: "Haykin’s channels: LMS slows down as the eigenvalues spread, and RLS does not.",
    link: link(
      "modulation=bpsk&channel=haykin:3.5&normalize=off&equalizers=lms,rls&forwardTaps=11&mu=0.025&forgetting=1&rlsStart=250&training=1500&symbols=2048&at=27",
    ),
  },
  {
    title: "RLS on a turning channel",
    about: "An echo turns. A large λ cannot follow it, a small one averages little noise.",
    link: link(
      "channel=taps&response=1%3B0.5&turns=0%3B0.001&equalizers=lms,rls&forwardTaps=11&delay=5&mu=0.05&forgetting=0.95&symbols=2048&at=17",
    ),
  },
  {
    title: "RLS in float32",
    about: "Without a Hermitian P, rounding errors grow until RLS diverges.",
    link: link(
      "channel=proakis-b&equalizers=rls&forwardTaps=11&forgetting=0.98&rlsUpdate=one-sided&training=2048&symbols=2048&at=17",
    ),
  },
  {
    title: "Blind equalizers",
    about: "CMA and MMA learn without training, from magnitudes alone.",
    link: link("channel=proakis-a&equalizers=cma,mma&forwardTaps=21&mu=0.002&start=10&training=0&symbols=4096&at=22"),
  },
  {
    title: "Decision feedback and its bursts",
    about: "Wrong decisions are fed back, and cause others. The genie shows by how many.",
    link: link(
      "modulation=bpsk&channel=proakis-c&equalizers=mmse,dfe,dfe-genie,mlse&forwardTaps=24&training=0&symbols=2048&at=10",
    ),
  },
  {
    title: "Most likely sequence",
    about: "Viterbi keeps one path per state. The M-algorithm keeps four in all.",
    link: link(
      "modulation=bpsk&channel=proakis-c&equalizers=dfe,mlse,m-algorithm&forwardTaps=24&training=0&symbols=2048&keep=4&at=10",
    ),
  },
  {
    title: "Single carrier and OFDM",
    about: "The same blocks with one tap per frequency. Loading gives strong carriers more bits.",
    link: link("channel=exponential:2&equalizers=fde,ofdm,ofdm-loaded&training=0&symbols=2048&at=14"),
  },
  {
    title: "Coded blocks",
    about: "With a code the order turns round: OFDM loses fewer packets than a single carrier.",
    link: link(
      "channel=exponential:2&ebn0=4:1:10&equalizers=fde,ofdm&training=0&code=convolutional:133,171&information=250&at=8",
    ),
  },
  {
    title: "Turbo equalization",
    about: "MAP and the decoder exchange what they learn. The first outer iteration alone is far behind.",
    link: link(
      "modulation=bpsk&channel=proakis-c&ebn0=2:1:8&equalizers=mmse,map&training=0&code=convolutional:5,7&outer=4&packets=64&at=6",
    ),
  },
];
