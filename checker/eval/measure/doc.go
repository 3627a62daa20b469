// Package measure holds the arithmetic of an evaluation: how well the scores of
// a judge agree with labels. Every function is pure, and says when a measure is
// not defined for what it was given instead of returning a number.
package measure
