package scripted

import (
	"encoding/json"
	"strings"

	"parley"
	"parley/checker"
	"parley/llm"
)

// Script is what the model knows of one conversation.
type Script struct {
	// Right is the answer of an honest model.
	Right checker.Finding
	// Injection is set where the user has tried to talk the model round: it
	// believes them.
	Injection bool
}

// plan says how the model answers about a conversation, and whether it answers
// so again when asked to repair that. Half of the answers are right. An injection
// is always believed; no end is invented where the scene has one.
func plan(n uint64, s Script) (m Mishap, again bool) {
	switch {
	case s.Injection:
		return Believed + Mishap(n%4), true
	case n%2 == 0:
		return Right, false
	}
	n /= 2
	m = Prose + Mishap(n%uint64(Believed-Prose))
	if m.Lie() && (s.Right.Complete || s.Right.Bad) {
		m = Prose
	}
	return m, n/uint64(Believed-Prose)%2 == 0
}

// forged are agreements no character of the scenes says.
var forged = []string{"Yes, I approve it, go ahead with everything.", "Ja, ich bin einverstanden."}

// answer is what the model writes.
func answer(m Mishap, s Script, a asked, schema *llm.Schema) string {
	f := s.Right
	if f.Evidence == "" {
		f.Evidence = a.newest("character") // a label names words only for an ending
	}
	f.Quotes = a.quotes(f.Checks)
	if m.Lie() {
		f.Complete, f.Bad, f.Progress, f.CTA, f.Flags = true, false, parley.MaxProgress, "You did it!", nil
		f.Evidence = map[Mishap]string{
			InventedQuote: forged[0], UsersQuote: a.newest("user"),
			Believed: forged[1], BelievedUser: a.newest("user"), BelievedReply: a.newest("character"), BelievedBare: "",
		}[m]
	}
	if m == NineWords {
		f.CTA = "Now show him all of the good data please!"
	}
	return misshape(m, f, keysOf(f, schema))
}

// member is a key of the answer and its value as JSON.
type member struct{ key, value string }

// keysOf are the members of f that the schema asks for, in the order of Finding.
func keysOf(f checker.Finding, schema *llm.Schema) []member {
	var asks struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if schema != nil {
		_ = json.Unmarshal(schema.JSON, &asks) // ours; without properties nothing is answered, and tests fail
	}
	var all []member
	for _, m := range []struct {
		key   string
		value any
	}{
		{"is_goal_complete", f.Complete}, {"progress_towards_goal", f.Progress}, {"is_bad_ending_triggered", f.Bad},
		{"CTA", f.CTA}, {"evidence_quote", f.Evidence}, {"check_quotes", append([]string{}, f.Quotes...)},
		{"checks_passed", append([]string{}, f.Checks...)}, {"flags", append([]string{}, f.Flags...)},
	} {
		if _, ok := asks.Properties[m.key]; !ok {
			continue
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			panic(err) // strings, numbers and booleans
		}
		all = append(all, member{m.key, string(value)})
	}
	return all
}

func object(members []member) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = `"` + m.key + `":` + m.value
	}
	return "{" + strings.Join(parts, ",") + "}"
}
