// Package report is what comes of measuring: figures with their targets and how
// sure they are, compared with those of another day, shown as text in columns,
// kept as JSON and drawn as SVG. Its columns are those of every table that a
// command prints. It is pure; what is measured and how it does not know.
package report
