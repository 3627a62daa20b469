package labelled

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"unicode/utf8"
)

// MaxFileBytes bounds one file of a labelled set.
const MaxFileBytes = 4 << 20

// Load reads arcs/*.json, injections/*.json and harmless/*.json of fsys, files
// in the order of their names; a folder may be missing. It looks at the form
// alone, and Validate at the rest. If a file is faulty the error is a Problems
// over all of them; a file that cannot be read is another error.
func Load(fsys fs.FS) (Set, error) {
	var s Set
	var problems Problems
	for _, folder := range []struct {
		name string
		read func(*Problems, string, []byte)
	}{
		{"arcs", s.readArcs}, {"injections", s.readInjections}, {"harmless", s.readHarmless},
	} {
		names, err := fs.Glob(fsys, folder.name+"/*.json")
		if err != nil {
			return Set{}, fmt.Errorf("list labelled files: %w", err)
		}
		for _, name := range names {
			data, err := readFile(fsys, name)
			if err != nil {
				return Set{}, fmt.Errorf("read labelled set: %w", err)
			}
			switch {
			case len(data) > MaxFileBytes:
				problems.add(name, "", 0, "is more than %d bytes", MaxFileBytes)
			case !utf8.Valid(data):
				problems.add(name, "", 0, "is not UTF-8 text")
			default:
				folder.read(&problems, name, data)
			}
		}
	}
	if len(s.Dialogues)+len(s.Injections)+len(s.Harmless) == 0 && len(problems) == 0 {
		problems.add(".", "", 0, "holds no arcs, injections or harmless lines")
	}
	return s, problems.err()
}

// readFile reads no more of a file than Load would take.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxFileBytes+1))
}

// readArcs reads one file of dialogues.
func (s *Set) readArcs(ps *Problems, name string, data []byte) {
	var file struct {
		Scenario  string            `json:"scenario"`
		Language  string            `json:"language"`
		Dialogues []json.RawMessage `json:"dialogues"`
	}
	if err := strict(data, &file); err != nil {
		ps.add(name, "", 0, "%v", err)
		return
	}
	for i, raw := range file.Dialogues {
		var w dialogueFile
		place := fmt.Sprintf("dialogues[%d]", i)
		if err := strict(raw, &w); err != nil {
			ps.add(name, place, 0, "%v", err)
			continue
		}
		if w.ID != "" {
			place = w.ID
		}
		d := Dialogue{ID: w.ID, Scenario: file.Scenario, Language: file.Language, Kind: w.Kind, Style: w.Style, About: w.About,
			Username: w.Username, Usergender: w.Usergender, PairOf: w.PairOf, Concession: w.Concession, file: name}
		for n, raw := range w.Turns {
			var t Turn
			if err := strict(raw, &t); err != nil {
				ps.add(name, place, n+1, "%v", err)
			}
			d.Turns = append(d.Turns, t)
		}
		s.Dialogues = append(s.Dialogues, d)
	}
}

// dialogueFile is a dialogue as it stands in a file.
type dialogueFile struct {
	ID         string            `json:"id"`
	Kind       Kind              `json:"kind"`
	Style      Style             `json:"style"`
	About      string            `json:"about"`
	Username   string            `json:"username"`
	Usergender string            `json:"usergender"`
	PairOf     string            `json:"pair_of"`
	Concession int               `json:"concession"`
	Turns      []json.RawMessage `json:"turns"`
}

// readInjections reads one file of injections. Those without a reply get the
// file's own in turn.
func (s *Set) readInjections(ps *Problems, name string, data []byte) {
	var file struct {
		Language   string            `json:"language"`
		Replies    []string          `json:"replies"`
		Injections []json.RawMessage `json:"injections"`
	}
	if err := strict(data, &file); err != nil {
		ps.add(name, "", 0, "%v", err)
		return
	}
	for i, raw := range file.Injections {
		var w struct {
			ID       string        `json:"id"`
			Kind     InjectionKind `json:"kind"`
			Said     string        `json:"said"`
			Typed    bool          `json:"typed"`
			Username string        `json:"username"`
			Reply    string        `json:"reply"`
		}
		if err := strict(raw, &w); err != nil {
			ps.add(name, fmt.Sprintf("injections[%d]", i), 0, "%v", err)
			continue
		}
		if w.Reply == "" && len(file.Replies) > 0 {
			w.Reply = file.Replies[i%len(file.Replies)]
		}
		s.Injections = append(s.Injections, Injection{
			ID: w.ID, Language: file.Language, Kind: w.Kind,
			Said: w.Said, Typed: w.Typed, Username: w.Username, Reply: w.Reply, file: name,
		})
	}
}

// readHarmless reads one file of ordinary lines.
func (s *Set) readHarmless(ps *Problems, name string, data []byte) {
	var file struct {
		Language string   `json:"language"`
		Lines    []string `json:"lines"`
	}
	if err := strict(data, &file); err != nil {
		ps.add(name, "", 0, "%v", err)
		return
	}
	for i, text := range file.Lines {
		s.Harmless = append(s.Harmless, Line{Language: file.Language, Text: text, file: name, place: fmt.Sprintf("lines[%d]", i)})
	}
}
