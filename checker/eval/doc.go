// Package eval measures a judge against a labelled set. Every exchange goes the
// way it goes in production: the same window of turns, the ledger carried from
// verdict to verdict, checker.Judge to find and checker.Decide to decide. What
// came of it is a Report: figures with the gates of docs/evaluation.md, and
// the verdicts they were made from. Packages below draw it and play the model
// that misbehaves.
package eval
