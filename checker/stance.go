package checker

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"parley"
	"parley/language"
	"parley/language/likeness"
	"parley/llm/understudy"
	"parley/scenarios"
)

// stance is how a turn of the character stands to the agreement that a judge
// quotes from it.
type stance int

const (
	// denies: the quote is asked, supposed, reported or mocked, or taken back.
	denies stance = iota
	// doubts: it waits for something else, is somebody else's, grants something
	// less or is beside a question on the matter.
	doubts
	// open: nothing in the turn speaks against it, and no known words for it.
	open
	// says: it says yes, or grants something, in words that may be about less.
	says
	// grants: it agrees in words of assent.
	grants
)

// stance of the turn to words[from:to] of it. quote is what agrees in the scene's
// script.
func (a answer) stance(from, to int, quote string) stance {
	if a.mocks() || a.refuses() || a.asksBack() {
		return denies
	}
	yes, held := a.lastYes(quote)
	no := a.plain.lastNo()
	if no >= 0 && no >= yes || yes < 0 && a.plain.closes(nil) || blank(a.words) {
		return denies
	}
	first, last := a.words[from].Sentence, a.words[to-1].Sentence
	if yes >= 0 && (a.in(yes) < first || a.in(yes) > last) && !a.agreesIn(first, last) {
		yes = -1 // it is not what the judge means
	}
	switch {
	case a.lessens(yes), a.comments(first, last), yes >= 0 && a.undoes(yes, last):
		return doubts
	case yes >= 0 && a.affirms(quote):
		return grants
	case yes >= 0:
		return says
	}
	least, negated := denies, false
	for n := first; n <= last; n++ {
		if !a.asks[n] && !a.hypothetical(n) && !a.quoted(n) {
			least = doubts
		}
		negated = negated || a.passes(n) || denied(a.plain.sentence(n))
	}
	if least == denies || negated || held || a.doubted(first, last) || a.others(first, last) {
		return least
	}
	return open
}

// saysYes reports whether a sentence that is meant begins with a yes.
func (a answer) saysYes() bool {
	for n := range a.asks {
		words := a.sentence(n)
		if at := skipLeads(words); at < len(words) && yeses[words[at].Text] && a.means(n) && !a.quoted(n) {
			return true
		}
	}
	return false
}

// asksBack reports whether the turn ends asking whether what it said is what the
// user wants: "did I get that right?".
func (s speech) asksBack() bool {
	for n := range s.asks {
		if s.asks[n] && echoings.stands(s.sentence(n)) && n == len(s.asks)-1 {
			return true
		}
	}
	return false
}

// blank reports whether words say nothing: "well, um".
func blank(words []language.Word) bool {
	return !slices.ContainsFunc(words, func(w language.Word) bool { return !fillers[w.Text] && !leads[w.Text] })
}

// denied reports whether words deny more than a trifle.
func denied(words []language.Word) bool { return negations.stands(serious(words)) }

// serious are the words without those that deny a trifle.
func serious(words []language.Word) []language.Word {
	words = slices.Clone(words)
	for from, to := range trifles.in(words) {
		if to-from < 2 || !negations[words[from].Text] || goesOn(words, from+1) { // else "no, leave it"
			hide(words[from:to])
		}
	}
	return words
}

// lastNo is where the last words begin that take back or refuse, -1 without any.
func (s speech) lastNo() int {
	last := -1
	for n := range s.asks {
		last = max(last, s.noIn(n))
	}
	return last
}

// noIn is where they begin in the n-th sentence.
func (s speech) noIn(n int) int {
	last, words := -1, s.sentence(n)
	if s.asks[n] {
		words = stated(words)
	}
	words = serious(words)
	if s.hypothetical(n) {
		return last
	}
	for _, list := range []phrases{retractions, closings} {
		for from := range list.in(words) {
			last = max(last, words[from].From)
		}
	}
	return last
}

// doubted reports whether the turn leaves the matter open: as a whole, or in the
// sentences first to last.
func (a answer) doubted(first, last int) bool {
	s := a.plain
	for n := range s.asks {
		words := s.sentence(n)
		if len(words) == 0 {
			continue
		}
		if s.asks[n] {
			if s.presses(words) {
				return true
			}
			continue
		}
		lists := []phrases{hypotheticals, conditions, demands, hedges}
		if first <= n && n <= last {
			lists = append(lists, echoings, lessers)
			if reporteds.stands(a.sentence(n)) { // also where what they would do is granted
				return true
			}
		}
		for _, list := range lists {
			if list.stands(words) {
				return true
			}
		}
		if s.hypothetical(n) || s.quoted(n) {
			return true
		}
	}
	return false
}

// lesser reports whether the turn grants a point, or less than a goal, from
// its n-th sentence on.
func (s speech) lesser(n int) bool {
	for ; n < len(s.asks); n++ {
		if !s.asks[n] && lessers.stands(s.sentence(n)) {
			return true
		}
	}
	return false
}

// presses reports whether a question is on the matter, not on the arrangement.
func (s speech) presses(words []language.Word) bool {
	return matters.stands(words[:min(len(words), 3)]) &&
		!arranges.stands(words)
}

// quoted reports whether the n-th sentence is read from something.
func (s speech) quoted(n int) bool {
	return slices.ContainsFunc(s.sentence(n), func(w language.Word) bool { return w.Quoted })
}

// mocks reports whether the turn says words of agreement that mean the contrary.
func (s speech) mocks() bool {
	for n := range s.asks {
		words := sentence(s.read.Words, n)
		if mockeries.stands(words) || mockeries.stands(s.sentence(n)) || s.gushes(n, words) {
			return true
		}
	}
	return false
}

// gushes reports whether a sentence begins with a yes behind an "oh" and has more
// to say than it needs: "oh, sure, and ...".
func (s speech) gushes(n int, words []language.Word) bool {
	if len(words) < minGush || !ohs[words[0].Text] || words[0].Trails || s.asks[n] {
		return false
	}
	said := s.sentence(n)
	for len(said) > 0 && ohs[said[0].Text] {
		said = said[1:]
	}
	return len(said) > 0 && (yeses[said[0].Text] || leads[said[0].Text]) && !assents.stands(said)
}

// minGush is from how many words on.
const minGush = 5

// unsaid reports whether a later turn of the character takes back what was said
// in turns[at].
func unsaid(turns []parley.Turn, at int, parts []part) bool {
	for _, t := range turns[at+1:] {
		if t.Role != parley.Character {
			continue
		}
		later := listen(t.Text).to(parts)
		if yes, _ := later.lastYes(""); later.plain.lastNo() > yes || yes < 0 && later.plain.closes(nil) {
			return true
		}
	}
	return false
}

// replyFiles are how characters answer who asks them for the goal: those who agree, each
// in their own way, and those who only sound so. A file is for one scene as it is in
// scenarios/, known by its id and its goal.
//
//go:embed replies/*.json
var replyFiles embed.FS

// repliesOf is one such file.
type repliesOf struct {
	Scenario   string  `json:"scenario"`
	Language   string  `json:"language"`
	Goal       string  `json:"goal"`
	Agreements []reply `json:"agreements"`
	Misses     []reply `json:"misses"`
}

// reply is what the user said last and what the character answered.
type reply struct {
	User      string `json:"user"`
	Character string `json:"character"`
}

// learntReplies are those of all scenes, learnt together.
type learntReplies struct {
	*likeness.Model
	goals map[string]string // by scene
}

// The bars of an answer's likeness, where the scene has examples: from agreed on the
// character has agreed whatever the rules say, and up to unlike it has not. They were
// chosen with the sums of testdata/unseen and unseen2 in sight.
const (
	agreed = 0.2
	unlike = -0.2
)

// replies reads and learns the examples once.
var replies = sync.OnceValue(func() learntReplies {
	out := learntReplies{goals: map[string]string{}}
	var examples [][]likeness.Feature
	var kinds []float64
	err := fs.WalkDir(replyFiles, "replies", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := replyFiles.ReadFile(path)
		if err != nil {
			return err
		}
		var of repliesOf
		if err := json.Unmarshal(data, &of); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		out.goals[of.Scenario] = of.Goal
		for i, r := range slices.Concat(of.Agreements, of.Misses) {
			kind := 1.0
			if i >= len(of.Agreements) {
				kind = -1
			}
			examples, kinds = append(examples, r.features(of.Language)), append(kinds, kind)
		}
		return nil
	})
	if err != nil {
		panic("checker: " + err.Error()) // they are embedded, and the tests read all
	}
	out.Model = likeness.Learn(examples, kinds)
	return out
})

// shortWord is up to how many bytes a word is its own and never the user's matter.
const shortWord = 3

// features are those of the answer; the user's words in it are one.
func (r reply) features(tag string) []likeness.Feature {
	g, said := language.GrammarOf(tag), map[string]bool{}
	for _, w := range g.Hear(r.User).Words {
		if len(w.Text) > shortWord {
			said[w.Text] = true
		}
	}
	return likeness.Of(g.Hear(r.Character), func(word string) bool { return said[word] }).Whole()
}

// sounds is how much the answer is like those that agree to the scene's goal; known is
// false for a scene without examples, of which it tells nothing.
func (r reply) sounds(s scenarios.Scenario) (likeness float64, known bool) {
	if u := s.Understudy; u != nil && strings.HasSuffix(strings.TrimSpace(r.Character), u.Agree.Say) {
		return 0, false // the script's own yes
	}
	learnt := replies()
	if goal, ok := learnt.goals[s.ID]; !ok || goal != s.Goal || strings.TrimSpace(r.Character) == "" {
		return 0, false
	}
	return learnt.Score(r.features(s.Language)), true
}

// weighed is the stance as the examples have it.
func (r reply) weighed(s scenarios.Scenario, by stance) stance {
	switch sounds, known := r.sounds(s); {
	case !known:
		return by
	case sounds > agreed && understudy.Read(s, r.User).Nears:
		return grants
	case sounds < unlike:
		return min(by, doubts)
	default:
		return by
	}
}
