package sherpa

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/engine/models/folder"
)

// errKind means that there is no such kind of model.
var errKind = errors.New("this is no kind of speech model")

// files is a model as it lies in a folder, checked.
type files struct {
	kind   Kind
	paths  map[string]string // by role
	tokens string
	// bpe is the vocabulary that phrases are cut into tokens with, or empty.
	bpe string
	// letters are those of the tokens, each once.
	letters string
	// capitals is set when all the letters among the tokens are, points when there
	// is punctuation among them.
	capitals, points bool
}

// find checks the model of that kind in f.
func find(f folder.Folder, kind Kind) (files, error) {
	parts, known := networks[kind]
	if !known {
		return files{}, fmt.Errorf("%s: %w: %q; a model of your own lies in a folder named after its kind, one of %q",
			f.Dir, errKind, kind, slices.Sorted(maps.Keys(networks)))
	}
	out := files{kind: kind, paths: make(map[string]string), bpe: f.Find("bpe.vocab")}
	for _, n := range parts {
		path := f.Find(n.pattern)
		if path == "" {
			return files{}, f.Missing(n.pattern)
		}
		m, err := folder.ReadModel(path)
		if err != nil {
			return files{}, err
		}
		if err := m.Require(n.needs...); err != nil {
			return files{}, err
		}
		out.paths[n.role] = path
	}
	return out, out.readTokens(f)
}

func (l *files) readTokens(f folder.Folder) error {
	l.tokens = f.Find("tokens.txt", "*-tokens.txt", "*tokens.txt")
	if l.tokens == "" {
		return f.Missing("tokens.txt")
	}
	tokens, err := folder.ReadTokens(l.tokens)
	if err != nil {
		return err
	}
	blank := func(t string) bool { return t == "<blk>" || t == "<blank>" || t == "<eps>" }
	if l.kind == NeMoTransducer && // sherpa-onnx would end the process
		!slices.ContainsFunc(tokens, blank) {
		return fmt.Errorf("%s: %w: no token for the blank", l.tokens, folder.ErrForm)
	}
	l.points = l.kind.punctuates()
	small, capital := false, false
	for _, t := range tokens {
		if strings.HasPrefix(t, "<") {
			continue
		}
		small = small || strings.ContainsAny(t, "abcdefghijklmnopqrstuvwxyz")
		capital = capital || strings.ContainsAny(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		l.points = l.points || strings.ContainsAny(t, ".,?。，？")
		for _, r := range t {
			if !strings.ContainsRune(l.letters, r) {
				l.letters += string(r)
			}
		}
	}
	l.capitals = capital && !small && !l.kind.punctuates()
	return nil
}
