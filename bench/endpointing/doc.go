// Package endpointing measures how soon a turn is taken for over, and how often
// one is that is not: spoken sentences that are in no scene, with and without
// pauses, clean and in noise, through the voice detection and turn-taking of a
// session and several kinds of recogniser. It runs on virtual time, so thousands
// of turns take minutes, and the answer is taken to be ready, so that what is
// measured is the decision alone. Two runs of one build find the same.
//
// The sentences are testdata/said.txt. Every other one is for fitting weights;
// the figures are of the rest.
package endpointing
