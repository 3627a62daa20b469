package checker

import (
	"embed"
	"io/fs"
)

//go:embed testdata/arcs/*.json testdata/injections/*.json testdata/harmless/*.json
var testdata embed.FS

// LabelledSet is the folder of labelled conversations that judges are measured
// against. Package labelled reads it.
func LabelledSet() fs.FS {
	sub, err := fs.Sub(testdata, "testdata")
	if err != nil {
		panic(err) // the name is a valid path
	}
	return sub
}
