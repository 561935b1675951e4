// Elements of a signal, 16 bytes of them at a time: four real numbers. Needs lib/elements-scalar.
alias Elements = vec4f;
