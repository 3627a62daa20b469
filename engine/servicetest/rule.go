package servicetest

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Rule is what a service refuses.
type Rule struct {
	When   Condition
	Status int
	// Body is what it answers then; %s stands for what the condition found.
	Body string
}

// Condition finds in a request what is wrong with it; "" is nothing.
type Condition func(asked) string

// asked is a request to a model.
type asked struct {
	fields   map[string]json.RawMessage
	Messages []message
	Tools    []struct {
		Function struct {
			Name       string
			Parameters json.RawMessage
		}
	}
	Format struct {
		Type   string
		Schema struct{ Schema json.RawMessage } `json:"json_schema"`
	} `json:"response_format"`
	Options struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	Stop   []string
	Stream bool
	Limit  int `json:"max_tokens"`
	Newer  int `json:"max_completion_tokens"`
}

type message map[string]json.RawMessage

// text is a field without JSON's quotes.
func (m message) text(field string) string {
	var s string
	_ = json.Unmarshal(m[field], &s) // a list of parts is nothing that is played
	return s
}

func (m message) calls() (all []message) {
	_ = json.Unmarshal(m["tool_calls"], &all) // none is none
	return all
}

func (a asked) last() message {
	if len(a.Messages) == 0 {
		return nil
	}
	return a.Messages[len(a.Messages)-1]
}

// refuses answers with the first rule that a breaks.
func refuses(w http.ResponseWriter, rules []Rule, a asked) bool {
	for _, r := range rules {
		if found := r.When(a); found != "" {
			answer(w, r.Status, strings.ReplaceAll(r.Body, "%s", found))
			return true
		}
	}
	return false
}

// sends finds a field of the request.
func sends(field string) Condition {
	return func(a asked) string {
		if _, there := a.fields[field]; there {
			return field
		}
		return ""
	}
}

// sendsOther finds a field that is none of known.
func sendsOther(known ...string) Condition {
	return func(a asked) string {
		for _, field := range slices.Sorted(maps.Keys(a.fields)) {
			if !slices.Contains(known, field) {
				return field
			}
		}
		return ""
	}
}

// differs finds a field of another value than the only one taken.
func differs(field, only string) Condition {
	return func(a asked) string {
		if value, there := a.fields[field]; there && string(value) != only {
			return field
		}
		return ""
	}
}

// format finds a response_format of this type.
func format(kind string) Condition {
	return func(a asked) string {
		if a.Format.Type == kind {
			return kind
		}
		return ""
	}
}

// both holds if two conditions do; it finds what the second does.
func both(a, b Condition) Condition {
	return func(q asked) string {
		if a(q) == "" {
			return ""
		}
		return b(q)
	}
}

// without holds where nothing says word.
func without(word string) Condition {
	return func(a asked) string {
		for _, m := range a.Messages {
			if strings.Contains(strings.ToLower(m.text("content")), word) {
				return ""
			}
		}
		return word
	}
}

// messageSends finds a field of a message.
func messageSends(field string) Condition {
	return func(a asked) string {
		for _, m := range a.Messages {
			if _, there := m[field]; there {
				return field
			}
		}
		return ""
	}
}

// callAlone finds a message of the assistant's that calls without field beside the calls.
func callAlone(field string) Condition {
	return func(a asked) string {
		for _, m := range a.Messages {
			if _, there := m[field]; !there && len(m.calls()) > 0 {
				return field
			}
		}
		return ""
	}
}

// callBare finds a call without field in it.
func callBare(field string) Condition {
	return anyCall(func(c message) bool { return c[field] == nil }, field)
}

// idUnlike finds a call's id, or that of a tool's reply, of another form.
func idUnlike(form string) Condition {
	right := regexp.MustCompile(form)
	calls := func(c message) bool { return !right.MatchString(c.text("id")) }
	return func(a asked) string {
		for _, m := range a.Messages {
			if id := m.text("tool_call_id"); m.text("role") == "tool" && !right.MatchString(id) {
				return "(" + id + ")"
			}
		}
		return anyCall(calls, "(of a call)")(a)
	}
}

func anyCall(wrong func(message) bool, found string) Condition {
	return func(a asked) string {
		for _, m := range a.Messages {
			if slices.ContainsFunc(m.calls(), wrong) {
				return found
			}
		}
		return ""
	}
}

// unordered finds roles that do not alternate, the user's first, after what the system
// says. What tools say belongs to the assistant's turn.
func unordered(a asked) string {
	want := "user"
	for i, m := range a.Messages {
		role := m.text("role")
		switch {
		case role == "tool", i == 0 && role == "system":
			continue
		case role != want:
			return role
		case role == "user":
			want = "assistant"
		case len(m.calls()) == 0:
			want = "user"
		}
	}
	return ""
}

// lastIs finds that a speaker's message is the last.
func lastIs(role string) Condition {
	return func(a asked) string {
		if a.last().text("role") == role {
			return role
		}
		return ""
	}
}

// systemLater finds a system's message that is not the first.
func systemLater(a asked) string {
	for i, m := range a.Messages {
		if i > 0 && m.text("role") == "system" {
			return "system"
		}
	}
	return ""
}
