// Package report is what comes of measuring: figures with their targets, as a
// table to read, as JSON to keep, and compared with those of another day. It is
// pure; what is measured and how it does not know.
package report
