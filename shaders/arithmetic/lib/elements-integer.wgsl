// Elements of a signal, 16 bytes of them at a time: four integers, which wrap. Needs lib/elements-scalar.
alias Elements = vec4i;
