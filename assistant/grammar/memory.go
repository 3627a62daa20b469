package grammar

import (
	"slices"
	"strings"
	"sync"

	"parley"
)

// preferenceKeys give the words of a preference its category and key.
var preferenceKeys = []struct{ words, category, key string }{
	{"airline airlines carrier", "travel", "airline"}, {"seat seats aisle", "travel", "seat"},
	{"cabin class economy business", "travel", "cabin"}, {"non-stop direct stops stopover stopovers", "travel", "stops"},
	{"layover layovers connection connections", "travel", "layover"}, {"budget price", "travel", "budget"},
	{"airport", "travel", "airport"}, {"hotel hotels", "travel", "hotel"},
	{"name", "personal", "name"}, {"birthday", "personal", "birthday"},
}

func preference(key, value sentence) Call {
	category, name := "", ""
	for _, words := range [][]string{key.as(0, len(key.words)), value.as(0, len(value.words))} {
		for _, p := range preferenceKeys {
			if name == "" && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(strings.Fields(p.words), w) }) {
				category, name = p.category, p.key
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
func prefer(r *reader, m *match) []Call {
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
	amount := func(w word) bool { return strings.ContainsAny(w.as, "0123456789") || isNumber(w.as) }
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

var preferencePrograms = sync.OnceValue(func() (out []program) {
	for _, say := range preferences {
		out = append(out, newProgram(say))
	}
	return out
})

// factVerbs are in what can be remembered without "that".
var factVerbs = set(`
	is are was were am has have had like likes love loves hate hates prefer prefers need needs live lives work works want wants
	always never usually do does can`)

// likings make what is remembered a preference, behind "I".
var likings = set(`like love hate prefer always never usually dislike`)

// remember keeps <fact>, a preference as that.
func remember(r *reader, m *match) []Call {
	s := r.slot(m, "fact")
	from, _ := m.span("fact")
	linked := from == 0 || r.s.words[from-1].as == "that" || r.s.words[from-1].stop == ':'
	strong := r.s.first() == "remember" || strings.HasPrefix(r.s.first(), "memori")
	tells := slices.ContainsFunc(s.words, func(w word) bool { return factVerbs[w.as] })
	if r.paste != "" || len(s.words) < 2 || s.first() == "i" && len(s.words) == 2 ||
		questionWords[s.first()] || s.first() == "to" || s.first() == "that" ||
		!linked && (!strong || !tells) {
		return nil
	}
	for i := range preferencePrograms() {
		var calls []Call
		if preferencePrograms()[i].try(s.words, func(m *match) bool {
			calls = prefer(&reader{c: r.c, s: s}, m)
			return calls != nil
		}) {
			return calls
		}
	}
	kind := parley.Fact
	if s.first() == "i" && likings[s.words[1].as] {
		kind = parley.Preference
	}
	return []Call{call("memory.remember", "text", capital(parley.OneLine(s.said(0, len(s.words)))), "kind", string(kind))}
}

// knownWords are in what somebody may have told about themselves.
var knownWords = set(`
	favourite preferred name budget birthday airport address seat airline cabin number wife husband partner brother sister mother
	father mum dad daughter son dog cat boss code password size allergy allergies blood hotel preference preferences email phone`)

// recall tells what is known of <about>.
func recall(r *reader, m *match) []Call {
	about := r.text(m, "about")
	if known := r.slot(m, "known"); len(known.words) > 0 {
		if !slices.ContainsFunc(known.words, func(w word) bool { return knownWords[strings.TrimSuffix(w.as, "'s")] }) {
			return nil
		}
		if last := known.words[len(known.words)-1].as; last == "like" || last == "doing" || last == "up" {
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
func forget(r *reader, m *match) []Call {
	s := r.slot(m, "ref")
	first, ref := s.first(), s.said(0, len(s.words))
	from, _ := m.span("ref")
	told := r.s.words[from-1].as == "that" || r.s.words[from-1].as == "fact"
	switch {
	case len(s.words) > maxFact || s.paused() || !told && s.has(finite) || first == "your" || first == "that" || first == "it":
		return nil
	case first == "everything":
		ref = "everything"
	case first == "to", questionWords[first], len(s.words) == 1 && pronouns[first]:
		return nil
	case first == "i" && len(s.words) > 1 && (s.words[1].as == "said" || s.words[1].as == "asked"):
		return nil
	}
	if _, ok := r.tasksOf().counted(s); ok {
		return nil
	}
	return []Call{call("memory.forget", "ref", ref)}
}
