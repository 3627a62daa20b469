// Package page draws reports of an evaluation as HTML: one file each, with its
// styles and drawings in it, no script and nothing from the network. It shows no
// speech but the labelled set's own.
package page
