// Package labelled holds the conversations that judges are measured against:
// dialogues labelled exchange by exchange, lines that try to talk a judge round,
// and ordinary lines that only sound like such. The labels hold by construction:
// the lines were written to be where they say, nobody rated them afterwards.
//
// The built-in set is JSON in checker/testdata, whose README says how to add to
// it. Load reads a folder of the same form from anywhere, Validate says what is
// wrong with it.
package labelled
