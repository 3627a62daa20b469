// Package agenttest plays whole conversations on virtual time: a scripted user,
// engines with set delays and faults, a stage that notes what came when and how
// loud the character was. It is meant for testing/synctest bubbles, where an
// hour of talk takes seconds. Play plays conversations written as timelines;
// Start and the methods of Call are for those that need Go.
package agenttest
