package grammar

import (
	"slices"
	"strings"
	"sync"

	"parley"
	"parley/language"
)

func preference(key, value sentence) Call {
	category, name := "", ""
	for _, words := range [][]string{key.as(0, len(key.words)), value.as(0, len(value.words))} {
		for _, w := range words {
			if name == "" {
				category, name, _ = strings.Cut(preferred[w], " ")
			}
		}
	}
	text := value.said(0, len(value.words))
	if name == "" && len(key.words) > 0 {
		name = parley.OneLine(strings.Join(key.as(0, len(key.words)), " "))
	} else if name == "" {
		text = "I prefer " + text
	}
	return call("memory.remember", "text", parley.OneLine(text), "kind", string(parley.Preference), "category", category, "key", name)
}

// prefer remembers what somebody says they prefer.
func prefer(r *reader, m *language.Match) []Call {
	value := r.slot(m, "value")
	if fly := r.slot(m, "fly"); len(fly.words) > 0 {
		value = fly
		c := preference(sentence{}, value)
		if c.Args["key"] == nil {
			c.Args["category"], c.Args["key"], c.Args["text"] = "travel", "airline", parley.OneLine(value.said(0, len(value.words)))
		}
		return r.kept(value, c)
	}
	c := preference(r.slot(m, "key"), value)
	amount := func(w language.Word) bool { return strings.ContainsAny(w.Text, "0123456789") || isNumber(w.Text) }
	if c.Args["key"] == "name" && (len(value.words) > 3 || noObject[value.first()] || value.has(joins)) {
		return nil
	}
	r.unsure = r.unsure || c.Args["key"] == nil
	if c.Args["key"] == "budget" && !slices.ContainsFunc(value.words, amount) {
		return nil
	}
	return r.kept(value, c)
}

// kept is a call for a preference whose value can be one.
func (r *reader) kept(value sentence, c Call) []Call {
	if len(value.words) == 0 || r.paste != "" || value.paused() || value.first() == "not" ||
		value.first() == "to" && len(value.words) < 3 ||
		!telltale(value) {
		return nil
	}
	return []Call{c}
}

var preferencePrograms = sync.OnceValue(func() []program { return programs("memory.prefer") })

// remember keeps <fact>, a preference as that.
func remember(r *reader, m *language.Match) []Call {
	s := r.slot(m, "fact")
	from, _ := m.Span("fact")
	linked := from == 0 || r.s.words[from-1].Text == "that" || r.s.words[from-1].Mark == ':'
	strong := r.s.first() == "remember" || strings.HasPrefix(r.s.first(), "memori")
	tells := slices.ContainsFunc(s.words, func(w language.Word) bool { return factVerbs[w.Text] })
	if r.paste != "" || len(s.words) < 2 || s.first() == "i" && len(s.words) == 2 ||
		questionWords[s.first()] || s.first() == "to" || s.first() == "that" ||
		!linked && (!strong || !tells) {
		return nil
	}
	for i := range preferencePrograms() {
		var calls []Call
		if preferencePrograms()[i].try(s.words, func(m *language.Match) bool {
			calls = prefer(&reader{c: r.c, s: s}, m)
			return calls != nil
		}) {
			return calls
		}
	}
	kind := parley.Fact
	if s.first() == "i" && likings[s.words[1].Text] {
		kind = parley.Preference
	}
	return []Call{call("memory.remember", "text", capital(parley.OneLine(s.said(0, len(s.words)))), "kind", string(kind))}
}

// recall tells what is known of <about>.
func recall(r *reader, m *language.Match) []Call {
	about := r.text(m, "about")
	if known := r.slot(m, "known"); len(known.words) > 0 {
		if !slices.ContainsFunc(known.words, func(w language.Word) bool { return knownWords[w.Text] }) {
			return nil
		}
		if last := known.words[len(known.words)-1].Text; last == "like" || last == "doing" || last == "up" {
			return nil
		}
		about = known.said(0, len(known.words))
	}
	switch strings.ToLower(about) {
	case "", "me", "myself", "my preferences", "us":
		about = ""
	default:
		r.unsure = r.unsure || len(r.slot(m, "known").words) == 0 && !strings.HasPrefix(strings.ToLower(about), "my ")
	}
	return []Call{call("memory.recall", "about", parley.OneLine(about))}
}

// maxFact is how many words may name what is to be forgotten.
const maxFact = 12

// forget takes what is known of <ref> away.
func forget(r *reader, m *language.Match) []Call {
	s := r.slot(m, "ref")
	first, ref := s.first(), s.said(0, len(s.words))
	from, _ := m.Span("ref")
	told := r.s.words[from-1].Text == "that" || r.s.words[from-1].Text == "fact"
	switch {
	case len(s.words) > maxFact || s.paused() || !told && s.has(finite) || first == "your" || first == "that" || first == "it":
		return nil
	case first == "everything":
		ref = "everything"
	case first == "to", questionWords[first], len(s.words) == 1 && pronouns[first]:
		return nil
	case first == "i" && len(s.words) > 1 && (s.words[1].Text == "said" || s.words[1].Text == "asked"):
		return nil
	}
	if _, ok := r.tasksOf().counted(s); ok {
		return nil
	}
	return []Call{call("memory.forget", "ref", ref)}
}
