// Package eval measures a judge against a labelled set. Every exchange goes the
// way it goes in production: the same window of turns, the ledger carried from
// verdict to verdict, checker.Judge to find and checker.Decide to decide. What
// came of it is a Report: figures with their gates (docs/evaluation.md), and the
// verdicts they were made from. Package render shows it, package scripted plays
// the model that misbehaves.
package eval
