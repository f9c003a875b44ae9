"""A game's engine as a WebAssembly module, for browsers and Node."""
