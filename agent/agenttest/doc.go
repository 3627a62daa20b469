// Package agenttest plays whole conversations on virtual time: a scripted user,
// engines with set delays, a stage that notes what came when. It is meant for
// testing/synctest bubbles, where hours of talk take milliseconds.
package agenttest
