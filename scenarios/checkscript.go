package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley"
	"parley/language"
)

// checkScript reports what would make the understudy unable to play the scene:
// names that lead nowhere, missing lines, a goal out of reach.
func checkScript(r *report, s *Scenario) {
	u := s.Understudy
	if u == nil {
		return
	}
	const in = "understudy."
	for _, name := range slices.Sorted(maps.Keys(u.Concepts)) {
		r.lines(in+"concepts."+name+".any", u.Concepts[name].Any, 1)
	}
	if n := u.sentences(); n > MaxSentences {
		r.add("understudy", "has %d example sentences, counter-examples and chatter, at most %d", n, MaxSentences)
	}
	beats := checkBeats(r, u)
	checkAgreement(r, u, beats)
	checkWrongs(r, u, s.BadEndings, beats)
	r.lines(in+"chatter", u.Chatter, 0)
	r.asks(in+"opening_asks", u.OpeningAsks, beats)
	for i, m := range u.Remarks {
		field := fmt.Sprintf("%sremarks[%d]", in, i)
		r.concepts(field+".any", m.Any, u.Concepts)
		r.said(field+".say", m.Say, 1, beats)
	}
	r.said(in+"deflect", u.Deflect, 2, beats)
	r.said(in+"worn", u.Worn, 0, beats)
	r.said(in+"outside", u.Outside, 1, beats)
	r.said(in+"mend", u.Mend, 0, beats)
	r.said(in+"after_win", u.AfterWin, 2, beats)
	r.said(in+"after_loss", u.AfterLoss, 2, beats)
}

// MaxSentences is how many sentences a script gives its classifier at most. Fitting takes
// time with their number and that of their words: some 0.1 s on two processors for so
// many. The built-in scenes have 1,400 to 2,800.
const MaxSentences = 3000

// sentences counts those that a classifier is fitted to.
func (u *Understudy) sentences() int {
	n := len(u.Agree.Examples) + len(u.Agree.Counter) + len(u.Chatter)
	for _, b := range u.Beats {
		n += len(b.Examples) + len(b.Counter)
	}
	return n
}

// checkBeats also returns the ids of all beats.
func checkBeats(r *report, u *Understudy) map[string]bool {
	seen := map[string]bool{}
	if len(u.Beats) == 0 {
		r.add("understudy.beats", "must have at least one beat")
	}
	for i, b := range u.Beats {
		field := fmt.Sprintf("understudy.beats[%d]", i)
		r.needs(field+".needs", b.Needs, seen)
		r.unique(seen, field+".id", b.ID)
		if b.ID == AgreeID {
			r.add(field+".id", "must not be %q, which names understudy.agree", AgreeID)
		}
		r.concepts(field+".all", b.All, u.Concepts)
		r.within(field+".worth", b.Worth, 1, 3)
		r.lines(field+".say", b.Say, 1)
		for j, l := range b.Say {
			r.unslotted(fmt.Sprintf("%s.say[%d]", field, j), l)
		}
		r.unslotted(field+".doubt", b.Doubt)
		r.emoji(field+".emoji", b.Emoji)
	}
	for i, b := range u.Beats { // these may name later beats
		field := fmt.Sprintf("understudy.beats[%d]", i)
		r.said(field+".part", b.Part, 0, seen)
		r.said(field+".ask", b.Ask, 0, seen)
		r.lines(field+".examples", b.Examples, 0)
		r.lines(field+".counter", b.Counter, 0)
		r.asks(field+".asks", b.Asks, seen)
		r.answer(field+".answer", b.Answer, u.Concepts)
	}
	return seen
}

func checkAgreement(r *report, u *Understudy, beats map[string]bool) {
	const field = "understudy.agree"
	a := u.Agree
	r.concepts(field+".all", a.All, u.Concepts)
	r.needs(field+".needs", a.Needs, beats)
	if len(a.Needs) == 0 {
		r.add(field+".needs", "must name at least one beat")
	}
	r.said(field+".early", a.Early, 1, beats)
	r.said(field+".hold", a.Hold, 1, beats)
	r.said(field+".ask", a.Ask, 1, beats)
	r.lines(field+".examples", a.Examples, 0)
	r.lines(field+".counter", a.Counter, 0)
	r.unslotted(field+".say", a.Say)
	r.emoji(field+".emoji", a.Emoji)
	r.text(field+".say", a.Say)
	r.text(field+".quote", a.Quote)
	if !strings.Contains(a.Say, a.Quote) {
		r.add(field+".quote", "must be part of understudy.agree.say")
	}
	for i, g := range a.Grants {
		at := fmt.Sprintf("%s.grants[%d]", field, i)
		r.patterns(at+".of", g.Of, 1)
		r.patterns(at+".say", g.Say, 0)
		r.patterns(at+".less", g.Less, 0)
	}
	for name, line := range u.lines() {
		if a.Quote != "" && strings.Contains(strings.ToLower(line), strings.ToLower(a.Quote)) {
			r.add(name, "must not contain understudy.agree.quote")
		}
	}
}

// patterns reports lines that are no source of a language.Pattern, or that name a list: a
// scene has none.
func (r *report) patterns(field string, lines []string, least int) {
	r.lines(field, lines, least)
	for i, line := range lines {
		at := fmt.Sprintf("%s[%d]", field, i)
		_, err := (*language.Lists)(nil).Patterns([]string{line})
		switch {
		case strings.TrimSpace(line) == "": // told above
		case err != nil:
			r.add(at, "cannot be read: %v", err)
		case strings.Contains(line, "<"):
			r.add(at, "must name its words, not a list of them")
		}
	}
}

func checkWrongs(r *report, u *Understudy, endings []BadEnding, beats map[string]bool) {
	seen, ends := map[string]bool{}, map[string]bool{}
	for _, e := range endings {
		ends[e.ID] = true
	}
	for i, w := range u.Wrongs {
		field := fmt.Sprintf("understudy.wrongs[%d]", i)
		r.unique(seen, field+".id", w.ID)
		if w.ID != InsultID || len(w.Any) > 0 {
			r.concepts(field+".any", w.Any, u.Concepts)
		}
		r.within(field+".limit", w.Limit, 2, 5)
		r.within(field+".drop", w.Drop, 0, 5)
		r.said(field+".warn", w.Warn, 1, beats)
		r.lines(field+".counter", w.Counter, 0)
		if w.Limit > 2 && len(w.Warn) < w.Limit-1 {
			r.add(field+".warn", "must have a line for each warning before the limit (%d)", w.Limit-1)
		}
		r.emoji(field+".emoji", w.Emoji)
		e := slices.IndexFunc(endings, func(e BadEnding) bool { return e.ID == w.Ending })
		switch {
		case e < 0:
			r.add(field+".ending", "%q is no id in bad_endings%s", w.Ending, meant(w.Ending, maps.Keys(ends)))
		case strings.TrimSpace(endings[e].Line) == "":
			r.add(fmt.Sprintf("bad_endings[%d].line", e), "must not be empty: %s says it", field)
		}
	}
	if !seen[InsultID] {
		r.add("understudy.wrongs", "must have one with id %q", InsultID)
	}
}

// asks reports an id, if there is one, of neither a beat nor the agreement.
func (r *report) asks(field, id string, beats map[string]bool) {
	if id != "" && id != AgreeID && !beats[id] {
		r.add(field, "%q is no beat, nor %q%s", id, AgreeID, meant(id, maps.Keys(beats)))
	}
}

// maxAnswerWords is far more than a question may ask to be answered with.
const maxAnswerWords = 20

func (r *report) answer(field string, a *Answer, known map[string]Concept) {
	if a == nil {
		return
	}
	if len(a.Any) > 0 {
		r.concepts(field+".any", a.Any, known)
	} else if !a.FirstPerson && !a.Yes && a.Words == 0 {
		r.add(field, "must say what suffices: any, first_person, yes or words")
	}
	r.within(field+".words", a.Words, 0, maxAnswerWords)
}

// concepts reports a list of concept names that is empty or leads nowhere.
func (r *report) concepts(field string, names []string, known map[string]Concept) {
	if len(names) == 0 {
		r.add(field, "must name at least one concept")
	}
	for i, n := range names {
		if _, ok := known[n]; !ok {
			r.add(fmt.Sprintf("%s[%d]", field, i), "%q is no name in understudy.concepts%s", n, meant(n, maps.Keys(known)))
		}
	}
}

// needs reports names of beats that do not come earlier in the script.
func (r *report) needs(field string, names []string, earlier map[string]bool) {
	for i, n := range names {
		if !earlier[n] {
			r.add(fmt.Sprintf("%s[%d]", field, i), "%q is no earlier beat%s", n, meant(n, maps.Keys(earlier)))
		}
	}
}

func (r *report) emoji(field string, e *parley.Reaction) {
	if e != nil {
		r.text(field+".emoji", e.Emoji)
		r.text(field+".label", e.Label)
	}
}
