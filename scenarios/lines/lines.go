// Package lines is the measuring set of the scenes: what people of several styles
// say for each beat, well or badly meant, and whole persons who play a scene in
// their own words. It was written from the scenes' outlines alone, before their
// word lists and examples, so that it tells whether meaning is heard or wording.
//
// The set has two halves by different authors' persons: Tune may be looked at
// while word lists, examples and thresholds are chosen, Held is only ever
// measured (README.md).
package lines

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed tune/*.json held/*.json
var files embed.FS

// Half is one of the two halves of the set.
type Half string

// The halves.
const (
	Tune Half = "tune"
	Held Half = "held"
)

// The styles of speakers.
const (
	Short          = "short"
	Rambling       = "rambling"
	Formal         = "formal"
	SecondLanguage = "second-language"
	Emotional      = "emotional"
	// Skilled and Average are persons' styles alone; RamblerLost is one who never
	// comes to the point.
	Skilled     = "skilled"
	Average     = "average"
	RamblerLost = "rambler-lost"
)

// Agree is the key of Set.Beats for the asking that wins.
const Agree = "agree"

// Line is one turn of a user's.
type Line struct {
	Style string `json:"style"`
	Text  string `json:"text"`
}

// Near is a turn that has a step's words or matter and does not make it.
type Near struct {
	// Beat is the step it comes near, or Agree.
	Beat string `json:"beat"`
	// Kind says why it is none: opposite, denied, matter (another one), asked,
	// reported, supposed, half, past, other (somebody else's) or aloud (read off the
	// page).
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Person plays a whole scene in their own words, whatever is answered.
type Person struct {
	Name  string   `json:"name"`
	Style string   `json:"style"`
	Lines []string `json:"lines"`
}

// Set is one half for one scene. It is shared: read it, do not write.
type Set struct {
	Scenario string `json:"scenario"`
	Language string `json:"language"`
	// Beats are lines that make a beat, by its id; Agree's ask for the goal.
	Beats map[string][]Line `json:"beats"`
	// Good are well-meant lines that no strike may meet, Rude lines that one should,
	// Off lines that make no beat.
	Good []Line `json:"good"`
	Rude []Line `json:"rude"`
	Off  []Line `json:"off"`
	// Near are lines that come near a step and make none.
	Near []Near `json:"near"`
	// Persons each play the scene from its opening.
	Persons []Person `json:"persons"`
}

// Load returns a half for the scene, or false where none is built in.
func Load(half Half, scenario string) (Set, bool) {
	data, err := files.ReadFile(string(half) + "/" + scenario + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return Set{}, false
	}
	var s Set
	if err = errors.Join(err, json.Unmarshal(data, &s)); err != nil {
		panic(fmt.Sprintf("scenarios/lines: %s/%s: %v", half, scenario, err)) // built in; TestSets reads them all
	}
	return s, true
}

// Of are the lines of a style, all of them for "".
func Of(all []Line, style string) []string {
	var out []string
	for _, l := range all {
		if style == "" || l.Style == style {
			out = append(out, l.Text)
		}
	}
	return out
}
