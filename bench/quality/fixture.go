package quality

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed testdata/*.json
var testdata embed.FS

// The marks of a pause in a fixture's text. A hard one stands where the words
// so far already make a clause, so that nothing but the voice tells that more
// will come.
const (
	pauseMark     = "|"
	hardPauseMark = "||"
)

// Fixture is something a caller says.
type Fixture struct {
	ID string `json:"id"`
	// Text is how it is written, with punctuation; "|" or "||" stand between
	// two words where the speaker pauses.
	Text string `json:"text"`
	// Say is what the synthesiser is given where it would say Text wrongly.
	Say string `json:"say,omitempty"`
	// Place says what the pauses come after or within, such as "because".
	Place string `json:"place,omitempty"`
}

// Fixtures are all that callers say.
type Fixtures struct {
	// Pauses have pauses in mid-sentence.
	Pauses []Fixture
	// Complete are whole turns, to be answered soon.
	Complete []Fixture
	// Backchannels and Interruptions are said over the character.
	Backchannels, Interruptions []Fixture
}

// The least there must be of each kind for rates of a few percent to mean
// something.
const (
	minPauses, minComplete            = 60, 40
	minBackchannels, minInterruptions = 15, 20
)

// LoadFixtures reads and checks the fixtures built in.
func LoadFixtures() (Fixtures, error) {
	var f Fixtures
	for name, into := range map[string]*[]Fixture{
		"pauses": &f.Pauses, "complete": &f.Complete,
		"backchannels": &f.Backchannels, "interruptions": &f.Interruptions,
	} {
		content, err := testdata.ReadFile("testdata/" + name + ".json")
		if err != nil {
			return f, fmt.Errorf("read fixtures: %w", err)
		}
		if err := json.Unmarshal(content, into); err != nil {
			return f, fmt.Errorf("read fixtures %s: %w", name, err)
		}
	}
	return f, f.check()
}

// check finds what would make a measurement meaningless.
func (f Fixtures) check() error {
	var faults []error
	seen := map[string]bool{}
	for _, k := range []struct {
		name     string
		fixtures []Fixture
		least    int
		pauses   bool
	}{
		{"pauses", f.Pauses, minPauses, true},
		{"complete", f.Complete, minComplete, false},
		{"backchannels", f.Backchannels, minBackchannels, false},
		{"interruptions", f.Interruptions, minInterruptions, false},
	} {
		if len(k.fixtures) < k.least {
			faults = append(faults, fmt.Errorf("%s: %d fixtures, at least %d", k.name, len(k.fixtures), k.least))
		}
		for _, x := range k.fixtures {
			id := k.name + "/" + x.ID
			if x.ID == "" || seen[id] {
				faults = append(faults, fmt.Errorf("%s: id is empty or not unique", id))
			}
			seen[id] = true
			if err := x.check(k.pauses); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", id, err))
			}
		}
	}
	return errors.Join(faults...)
}

func (x Fixture) check(pauses bool) error {
	fields := strings.Fields(x.Text)
	marks := 0
	for i, f := range fields {
		switch {
		case f != pauseMark && f != hardPauseMark:
			if strings.Contains(f, pauseMark) {
				return fmt.Errorf("%q: a pause mark stands between spaces", f)
			}
			continue
		case i == 0 || i == len(fields)-1 || isMark(fields[i-1]):
			return errors.New("a pause stands between two words")
		case strings.ContainsAny(fields[i-1], ".?!"):
			return errors.New("a pause after the end of a sentence is not in mid-sentence")
		}
		marks++
	}
	switch {
	case len(fields) == 0 || !strings.ContainsAny(fields[len(fields)-1], ".?"):
		return errors.New("the text has no end mark")
	case pauses != (marks > 0):
		return fmt.Errorf("%d pauses", marks)
	case pauses && x.Place == "":
		return errors.New("no place")
	case pauses && x.Say != "":
		return errors.New("say and pauses do not go together")
	}
	return nil
}

func isMark(field string) bool { return field == pauseMark || field == hardPauseMark }

// words are x's as written, marks left out; pauses are the indexes of the words
// that pauses come before, and hard says of each whether it is a hard one.
func (x Fixture) words() (words []string, pauses []int, hard []bool) {
	for _, f := range strings.Fields(x.Text) {
		if !isMark(f) {
			words = append(words, f)
			continue
		}
		pauses = append(pauses, len(words))
		hard = append(hard, f == hardPauseMark)
	}
	return slices.Clip(words), pauses, hard
}
