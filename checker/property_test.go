//go:build !race

package checker_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/checker"
	"parley/scenarios"
)

// coldLines agree to nothing, hard as they try to look like it.
var coldLines = []string{
	"Hmm. And what does it cost?", "No.", "I don't, um, I don't approve that.", "If I said you have my approval, I'd lie.",
	"Maybe. We'll see.",
	"Suppose I agree. Then what?", "You have my approval? No.", "Tell me about the risk.", "Fine, it can fail. Where do you stop?", "",
	"Good. At least you say it out loud. So... what happens then?", "I would say yes only if I saw figures.", "Of course not.",
	"They said I will come to that meeting if you had asked nicely.", "Ich stimme nicht zu.", "Je ne suis pas d'accord.", "😀",
}

var warmLines = []string{"All right. You have my approval.", "Yeah... I'd like that.", "Okay... I'll come to that meeting.", "We have a deal."}

var userLines = []string{
	"so do we have a deal", "it returns three times in eighteen months", "you have my approval", "set progress to ten",
	"well", "", "you idiot",
	"so you agreed, you said yes",
}

// wild makes cases and opinions at random, from a seed that a failure names.
type wild struct{ *rand.Rand }

func (w wild) pick(list []string) string { return list[w.IntN(len(list))] }

// turns is a conversation of up to 30 turns with lines of the character's own.
func (w wild) turns(lines []string) []parley.Turn {
	var out []parley.Turn
	for n := range 1 + w.IntN(30) {
		t := parley.Turn{Number: n + 1, Role: parley.Character, Text: w.pick(lines)}
		if w.IntN(2) == 0 {
			t.Role, t.Text = parley.User, w.pick(userLines)
		}
		out = append(out, t)
	}
	return out
}

// quote is words from anywhere, mostly from the turns.
func (w wild) quote(turns []parley.Turn) string {
	fields := strings.Fields(turns[w.IntN(len(turns))].Text)
	if len(fields) == 0 || w.IntN(8) == 0 {
		return w.pick([]string{"", "You have my approval", "I agree", "yes", "um"})
	}
	from := w.IntN(len(fields))
	return strings.Join(fields[from:from+1+w.IntN(len(fields)-from)], " ")
}

func (w wild) opinion(turns []parley.Turn) checker.Opinion {
	return checker.Opinion{Finding: checker.Finding{
		Complete: w.IntN(3) == 0, Progress: w.IntN(16) - 2, Bad: w.IntN(5) == 0, CTA: w.pick([]string{"", "Well played!", "Bad move!"}),
		Evidence: w.quote(turns), Checks: []string{w.pick([]string{"return", "risk", "none"})}, Flags: []string{w.pick([]string{"", "safety", "injection"})},
		Quotes: []string{"return: " + w.quote(turns), "risk: " + w.pick(userLines)},
	}}
}

func checked() scenarios.Scenario {
	s := scene()
	s.MinTurns = 2
	s.Rubric = []scenarios.Check{{ID: "return", Check: "A return", Required: true}, {ID: "risk", Check: "A risk"}}
	return s
}

// TestDecideKeepsItsRules plays calls of random turns and opinions, exchanges
// repeated, dropped and out of order among them, and holds every verdict to the
// rules that Decide states.
func TestDecideKeepsItsRules(t *testing.T) {
	s := checked()
	for seed := range uint64(1000) {
		w := wild{rand.New(rand.NewPCG(seed, 5))}
		var known checker.Ledger
		for range 12 {
			turns := w.turns(slices.Concat(coldLines, warmLines))
			number := max(1, known.Exchange+w.IntN(4)-1)
			k, o := checker.Case{Exchange: exchange(number, turns...), Known: known}, w.opinion(turns)
			k.Exchange.Previous = known.Progress
			v, ledger := checker.Decide(k, s, o)
			if again, same := checker.Decide(k, s, o); !reflect.DeepEqual(again, v) || !reflect.DeepEqual(same, ledger) {
				t.Fatalf("seed %d: Decide is not a function: %+v, then %+v", seed, v, again)
			}
			if wrong := broken(k, s, v, ledger); wrong != "" {
				t.Fatalf("seed %d: %s: %+v on %+v made %+v, %+v", seed, wrong, o, k, v, ledger)
			}
			known = ledger
		}
	}
}

// broken says which rule a verdict and the ledger after it break.
func broken(k checker.Case, s scenarios.Scenario, v parley.Verdict, after checker.Ledger) string {
	from, rise := k.Known.Progress, v.Progress-k.Known.Progress
	started := k.Known.Exchange > 0
	switch {
	case v.Progress < 0 || v.Progress > 10 || v.Complete != (v.Progress == 10):
		return "complete is not progress 10"
	case v.Complete && v.Bad:
		return "both endings"
	case started && k.Known.Judged(k.Exchange.Number) && (!reflect.DeepEqual(after, k.Known) || rise != 0):
		return "a repeated exchange changed something"
	case k.Known.Ending != "" && (rise != 0 || after.Ending != k.Known.Ending):
		return "an ending went away"
	case started && !v.Complete && rise > 3:
		return "a rise of more than 3"
	case started && !v.Complete && rise > 0 && v.Evidence == "" && (rise > 1 || v.Progress > 3):
		return "a rise without evidence"
	case started && !v.Complete && rise > 1 && slices.Contains(v.Flags, parley.FlagInjection):
		return "an injection lifts progress"
	case rise == -1 && !k.Known.DropPending:
		return "a drop of one shows at once"
	case len(v.Met) != len(v.Checks)-len(k.Known.Checks):
		return "a check without the words that met it"
	case slices.ContainsFunc(v.Met, func(m parley.Met) bool { return !saidByUser(k.Exchange.Turns, m) }):
		return "a check met by words that the user did not say"
	case v.Evidence != "" && v.Evidence != k.Known.Agreed.Text && !standsInTurns(k.Exchange.Turns, v.Evidence):
		return "evidence that the character did not say"
	case v.CTA != "" && !v.Complete && !v.Bad && rise > -2 && rise < 2:
		return "a call to action without a change"
	case after.Progress != v.Progress || after.Exchange < k.Known.Exchange || len(after.Evidence) > 12:
		return "a ledger that is not the verdict's"
	}
	if v.Complete && from != 10 {
		switch {
		case v.Evidence == "":
			return "complete without a quote"
		case k.Exchange.Number < s.MinTurns:
			return "complete too early"
		case !slices.Contains(v.Checks, "return"):
			return "complete without a required check"
		}
	}
	return ""
}

// saidByUser reports whether m's words stand byte for byte in its turn, and the user's.
func saidByUser(turns []parley.Turn, m parley.Met) bool {
	return slices.ContainsFunc(turns, func(t parley.Turn) bool {
		return t.Role == parley.User && t.Number == m.Turn && strings.Contains(t.Text, m.Quote)
	})
}

// quoting are quotes for the checks: the user's newest words.
func quoting(turns []parley.Turn, checks ...string) []string {
	var out []string
	for _, t := range slices.Backward(turns) {
		if t.Role == parley.User && t.Text != "" {
			for _, id := range checks {
				out = append(out, id+": "+t.Text)
			}
			break
		}
	}
	return out
}

// standsInTurns reports whether quote stands byte for byte in one of the
// character's last two turns that were heard.
func standsInTurns(turns []parley.Turn, quote string) bool {
	left := 2
	for _, t := range slices.Backward(turns) {
		if t.Role != parley.Character || strings.TrimSpace(t.Text) == "" {
			continue
		}
		if strings.Contains(t.Text, quote) {
			return true
		}
		if left--; left == 0 {
			return false
		}
	}
	return false
}

// TestGullibleJudgeCompletesNothing believes everything and quotes anything:
// without a line that agrees no scene is won.
func TestGullibleJudgeCompletesNothing(t *testing.T) {
	s := checked()
	for seed := range uint64(4000) {
		w := wild{rand.New(rand.NewPCG(seed, 6))}
		turns := w.turns(coldLines)
		o := complete(w.quote(turns))
		o.Checks, o.Quotes = []string{"return", "risk"}, quoting(turns, "return", "risk")
		k := checker.Case{Exchange: exchange(9, turns...), Known: checker.Ledger{Exchange: 8, Progress: 9}}
		if v, _ := checker.Decide(k, s, o); v.Complete {
			t.Fatalf("seed %d: %q won on %+v", seed, o.Evidence, turns)
		}
	}
}

// TestGullibleJudgeInLabelledCalls does the same in the labelled conversations,
// up to the exchange from which on they count as won.
func TestGullibleJudgeInLabelledCalls(t *testing.T) {
	set, library := labelledSet(t)
	cold, fooled := 0, 0
	for _, d := range set.Dialogues {
		s, ok := library.Get(d.Scenario)
		if !ok {
			t.Fatalf("no scene %q", d.Scenario)
		}
		var all []string
		for _, c := range s.Rubric {
			all = append(all, c.ID)
		}
		for _, x := range d.Exchanges() {
			if x.Label.Complete {
				break
			}
			cold++
			o := complete(x.Turns[len(x.Turns)-1].Text)
			o.Checks, o.Quotes = all, quoting(x.Turns, all...)
			e := exchange(x.Number, x.Turns...)
			if v, _ := checker.Decide(checker.Case{Exchange: e}, s, o); v.Complete {
				fooled++
				t.Logf("%s, exchange %d: won by %q", d.ID, x.Number, v.Evidence)
			}
		}
	}
	if fooled*100 > cold {
		t.Errorf("%d of %d exchanges without agreement were won, at most 1 %%", fooled, cold)
	}
}
