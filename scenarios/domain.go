package scenarios

import (
	"embed"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
)

//go:embed said/*.txt
var said embed.FS

// numbers are said, in turn, for the "#" of a wording, which stands for any.
var numbers = []string{"two", "three", "five", "ten", "twelve", "twenty", "forty"}

// titles have a full stop that ends no sentence.
var titles = []string{"Mr.", "Mrs.", "Ms.", "Dr."}

// pieceWords is how many words of a sentence stay together at most: what goes before and
// after a word is the scene's language, the whole sentence would be its answer.
const pieceWords = 3

// Domain returns pieces of the sentences of the kind that is said in the scene, for a
// recogniser to expect: of what the user reads before the call and may read in a hint, the
// topics the character knows, the lines it answers with and what people say to it. Each
// sentence adds its pieces once, wordings that win beside those that lose or only stray, so
// that the scene's vocabulary gains and no outcome does. No sentence of more than three
// words stands whole nor can be put together: the pieces are in alphabetical order, without
// marks. The winning line is not among them, nor what only the character's engine reads.
// Of an assistant, from whom nothing is to be won, the sentences stand whole.
// The slice is the caller's.
func (s Scenario) Domain() []string {
	var out []string
	seen := map[string]bool{}
	for text := range s.told() {
		text = strings.TrimSpace(text)
		switch {
		case text == "" || seen[text]:
			continue
		case s.Kind == KindAssistant:
			out = append(out, text)
		default:
			out = append(out, pieces(text)...)
		}
		seen[text] = true
	}
	slices.Sort(out)
	return out
}

// pieces are the words of text, up to pieceWords of a sentence in each and about as many in
// all of them.
func pieces(text string) (out []string) {
	var sentence []string
	end := func() {
		for n := (len(sentence) + pieceWords - 1) / pieceWords; n > 0; n-- {
			head := (len(sentence) + n - 1) / n
			out = append(out, strings.Join(sentence[:head], " "))
			sentence = sentence[head:]
		}
	}
	for token := range strings.FieldsSeq(text) {
		word := strings.TrimFunc(token, func(r rune) bool { return unicode.IsPunct(r) && r != '\'' && r != '’' })
		if slices.Contains(titles, token) {
			word = token
		}
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			sentence = append(sentence, word)
		}
		if after := token[strings.LastIndex(token, word)+len(word):]; strings.ContainsAny(after, ".!?:;") {
			end()
		}
	}
	end()
	return out
}

// told yields the sentences that Domain is made of, some of them more than once.
func (s Scenario) told() iter.Seq[string] {
	return func(yield func(string) bool) {
		// A scene that is not built in has no file, and no sentences of its users'.
		file, _ := said.ReadFile(path.Join("said", s.ID+".txt"))
		lists := [][]string{ParseCall(string(file)), slices.Collect(s.read()), {s.Opening}, s.Nudges, s.Excuses, s.Fillers}
		if s.Understudy != nil {
			lists = append(lists, s.Understudy.told())
		}
		for _, list := range lists {
			for _, text := range list {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// told are the script's lines without their slots, and the wordings it knows.
func (u *Understudy) told() (out []string) {
	for _, text := range u.lines() {
		out = append(out, strings.ReplaceAll(slotForm.ReplaceAllString(text, ""), "  ", " "))
	}
	for _, name := range slices.Sorted(maps.Keys(u.Concepts)) {
		for i, wording := range u.Concepts[name].Any {
			out = append(out, strings.ReplaceAll(wording, "#", numbers[i%len(numbers)]))
		}
	}
	return out
}

// Names returns the proper names of the scene, for a recogniser to know: the
// character's, and the capitalised words inside the sentences about the scene.
// Each comes once, the character's first. The slice is the caller's.
func (s Scenario) Names() []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if name := strings.TrimSpace(s.Botname); name != "" {
		add(name)
	}
	for text := range s.read() {
		for name := range proper(text) {
			add(name)
		}
	}
	for _, text := range s.Character {
		for name := range proper(text) {
			add(name)
		}
	}
	return out
}

// read yields what the user can read of the scene.
func (s Scenario) read() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, list := range [][]string{
			{s.Title, s.Description, s.Goal, s.Briefing.YourRole, s.Briefing.Situation},
			s.Briefing.YouKnow, s.Briefing.ScoredOn,
		} {
			for _, text := range list {
				if !yield(text) {
					return
				}
			}
		}
		for _, h := range s.Hints {
			if !yield(h.Text) {
				return
			}
		}
	}
}

// proper yields the words of text that are written with a capital although no
// sentence begins there. Abbreviations, all in capitals, are none, nor is "I".
func proper(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begins := true
		for token := range strings.FieldsSeq(text) {
			w := strings.TrimFunc(token, func(r rune) bool { return !unicode.IsLetter(r) })
			w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
			titled := slices.Contains(titles, token)
			if !begins && !titled && capitalised(w) && !yield(w) {
				return
			}
			begins = !titled && strings.ContainsAny(token, ".!?:\"“”")
		}
	}
}

// capitalised reports whether w is a capital followed by a small letter, which
// "I'm" is not.
func capitalised(w string) bool {
	letters := []rune(w)
	return len(letters) > 1 && unicode.IsUpper(letters[0]) && unicode.IsLower(letters[1])
}
