// Package render shows reports of an evaluation: as text for a terminal, and as
// HTML, one file each with its styles and drawings in it, no script and nothing
// from the network. It shows no speech but the labelled set's own.
package render
