package skill

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"parley/assistant/trip"
	"parley/language"
)

// thing is what a mention may mean.
type thing struct {
	id   string
	kind RefKind
	bag  bag
	// weight is less of what is old or done, up to 1.
	weight float64
	// about are the ids of what it tells of.
	about []string
}

// Weights of things.
const (
	// halfLife is the age at which half of what newness adds to a thing is gone.
	halfLife  = 14 * 24 * time.Hour
	oldest    = 0.7 // of a thing that is as old as can be
	done      = 0.8 // of a task that is no longer open
	linked    = 0.2 // added for a memory that speaks of the same and of this thing
	alike     = 0.1 // how near two are that cannot be told apart
	fewest    = 0.5 // the share of a mention's words that a thing has to have
	minLetter = 2   // of a word that is a mention alone
)

// things are all that is known.
func (in RecallInput) things() []thing {
	var out []thing
	for _, t := range in.Tasks {
		w := in.fresh(t.UpdatedAt)
		if !t.Status.Open() {
			w *= done
		}
		out = append(out, thing{t.ID, RefTask, bagOf(t.Title, t.Notes), w, nil})
	}
	for _, m := range in.Memories {
		out = append(out, thing{m.ID, RefKind(m.Kind), bagOf(m.Category, m.Key, m.Text), in.fresh(m.UpdatedAt), m.Refs})
	}
	for _, id := range slices.Sorted(maps.Keys(in.Trips)) {
		t := in.Trips[id]
		b := bagOf("trip flight journey", t.To, t.Reason)
		for _, a := range trip.Airports(t.To) {
			maps.Copy(b, bagOf(a.City))
		}
		out = append(out, thing{id, RefTrip, b, 1, nil})
	}
	return out
}

// fresh is the weight of what was last touched at a time.
func (in RecallInput) fresh(touched time.Time) float64 {
	age := max(0, in.Now.Sub(touched))
	return oldest + (1-oldest)*math.Exp2(-float64(age)/float64(halfLife))
}

// mention is a part of a text that may mean a thing.
type mention struct {
	text  string
	terms []string
}

// mentions are the runs of words of a text that tell what it is about, as far as some
// thing has them. What may be a verb is none: the first word of a clause or of one
// after "to" that another follows, and what stands before a word as "the".
func mentions(text string, known bag) []mention {
	var out []mention
	var run [][]int // with the pointer before it, if there is one
	led, verb := false, true
	end := func(verbs bool) {
		words := run
		switch {
		case led:
			words = words[1:]
		case verbs:
			words = nil
		case verb && len(words) > 1:
			words, run = words[1:], run[1:]
		}
		if m, ok := mentionOf(text, run, words, known); ok {
			out = append(out, m)
		}
		run, led = nil, false
	}
	is, parted := lists().Is, false
	for _, w := range language.Read(text).Words {
		if w.Half || w.Symbol {
			parted = parted || w.Mark != 0 || w.Line
			continue
		}
		if parted {
			end(false)
			verb = true
		}
		at := []int{w.From, w.To}
		switch {
		case is("pointers", w.Text):
			end(true)
			run, led = [][]int{at}, true
		case is("idle", w.Text):
			end(false)
			verb = is("leads", w.Text) || verb && is("keeps", w.Text)
		default:
			if len(run) == 0 && w.From > 0 && !parted && strings.ContainsFunc(text[w.From:w.To], unicode.IsUpper) {
				verb = false // a name
			}
			run = append(run, at)
		}
		parted = w.Mark != 0 || w.Line
	}
	end(false)
	return out
}

// mentionOf is the mention from the first of words that some thing has to the last;
// run is the same with the pointer before.
func mentionOf(text string, run, words [][]int, known bag) (mention, bool) {
	var m mention
	first, last := -1, 0
	for i, at := range words {
		for _, t := range terms(text[at[0]:at[1]]) {
			if known[t] && len(t) >= minLetter {
				m.terms = append(m.terms, t)
				last = i
				if first < 0 {
					first = i
				}
			}
		}
	}
	if first < 0 {
		return m, false
	}
	from := words[first][0]
	if first == 0 {
		from = run[0][0]
	}
	m.text = text[from:words[last][1]]
	return m, true
}

// rules goes by words, by newness and by what memories say of each other.
func (in RecallInput) rules() Recall {
	out := in.nothing(Rules)
	things := in.things()
	known := bag{}
	for _, t := range things {
		maps.Copy(known, t.bag)
	}
	for _, m := range mentions(in.Text, known) {
		if slices.ContainsFunc(out.Refs, func(r Ref) bool { return strings.EqualFold(r.Mention, m.text) }) {
			continue
		}
		for _, kind := range []RefKind{RefTask, RefFact, RefPreference, RefEpisode, RefTrip} {
			switch ids, sure := meant(m, kind, things); {
			case len(ids) == 1 && len(out.Refs) < maxItems:
				out.Refs = append(out.Refs, Ref{m.text, kind, ids[0], sure})
			case len(ids) > 1 && len(out.Ambiguous) < maxItems:
				out.Ambiguous = append(out.Ambiguous, Ambiguous{m.text, ids})
			}
		}
	}
	return out
}

// meant are the ids of the things of a kind that a mention means: one, or several
// that cannot be told apart. sure is 0-1.
func meant(m mention, kind RefKind, things []thing) (ids []string, sure float64) {
	scores := map[string]float64{}
	for _, t := range things {
		share := t.bag.share(m.terms)
		if share < fewest {
			continue
		}
		for _, id := range t.about {
			scores[id] += linked
		}
		if t.kind == kind {
			scores[t.id] += share * t.weight
			ids = append(ids, t.id)
		}
	}
	for _, id := range ids {
		sure = max(sure, scores[id])
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return sure-scores[id] > alike })
	return ids, min(sure, 1)
}
