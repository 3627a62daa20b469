// Package checker judges exchanges: how far the user's goal has come after each
// answer of the character, and whether the scene is won or lost. It holds the
// prompt and the rules of a judgment, the judges, and the way of an exchange to
// a judge and of its verdict back over NATS JetStream:
//
//	Client.Submit → check.<call> → Worker → Judge → verdict.<call> → Client.Verdicts
//
// A call never waits for any of it.
package checker
