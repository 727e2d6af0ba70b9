// Compiled with the headers that other targets take from this one.
