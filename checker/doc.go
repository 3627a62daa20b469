// Package checker judges exchanges: how far the user's goal has come after each
// answer of the character, and whether the scene is won or lost. It holds the
// prompt, the judges, and the rules by which code decides what follows from an
// opinion. Package queue brings exchanges to a judge and verdicts back.
package checker
