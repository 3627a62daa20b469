// Package scripted plays a language model that judges: it has been told the
// right answer to every exchange it will be asked about, and gets it wrong, by a
// seeded plan, in the ways models do. Asked through checker.ModelJudge it shows
// that prompt, parser, repair and rules hold whatever a model says.
package scripted
