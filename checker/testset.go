package checker

import (
	"embed"
	"encoding/json"
	"fmt"
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

//go:embed testdata/injections/*.json
var injectionFiles embed.FS

// Injections are the lines of the labelled set by which users of a language, such as
// "en", try to talk a judge round; "{character}" stands for the character's name. A
// language that has none is an error.
func Injections(language string) ([]string, error) {
	data, err := injectionFiles.ReadFile("testdata/injections/" + language + ".json")
	if err != nil {
		return nil, fmt.Errorf("injections of language %s: %w", language, err)
	}
	var file struct {
		Injections []struct {
			Said string `json:"said"`
		} `json:"injections"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("injections of language %s: %w", language, err)
	}
	var said []string
	for _, in := range file.Injections {
		if in.Said != "" { // else it is in the user's name
			said = append(said, in.Said)
		}
	}
	return said, nil
}
