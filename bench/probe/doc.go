// Package probe is a caller that measures: it says recorded clips when it is
// told to, notes when each frame of them was sent and how loud every frame it
// gets back is, and reads times off that. Unlike package caller it has no
// manners; when to speak is for whoever measures to decide.
package probe
