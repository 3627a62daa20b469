// Package endpoint estimates whether a turn is over, from everything that tells:
// the words, the marks a recogniser writes and how far they can be trusted, its
// own language model, the melody of the voice, and what was asked. The estimate
// is a sum of evidence in log-odds, so each cue's share can be read off; the
// weights are fitted by bench/endpointing/fit to sentences that are not those it
// is measured on.
//
// It is pure: no clock, no goroutine, no I/O. The lists of words are English;
// for other languages marks, melody and a recogniser's language model speak.
package endpoint
