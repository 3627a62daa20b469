package scripted

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"strings"

	"parley/llm"
)

// line is a turn as the checker's prompt shows it.
type line struct {
	Who  string `json:"who"`
	Text string `json:"text"`
}

// asked is what a request is about.
type asked struct {
	lines []line
	user  string // the user's name, which may be an injection itself
	// again is set when an earlier answer is shown with what was wrong with it.
	again bool
}

// read finds the conversation and the user's name among the JSON lines of the
// data, whatever stands around them.
func read(r llm.Request) asked {
	var a asked
	for _, m := range r.Messages {
		switch m.Speaker {
		case llm.Assistant:
			a.again = true
		case llm.User:
			if a.lines == nil {
				a.data(m.Text)
			}
		default: // the instructions
		}
	}
	return a
}

func (a *asked) data(text string) {
	for raw := range strings.Lines(text) {
		var facts struct {
			User string `json:"user"`
		}
		var lines []line
		switch raw = strings.TrimSpace(raw); {
		case strings.HasPrefix(raw, "[") && json.Unmarshal([]byte(raw), &lines) == nil && len(lines) > 0 && lines[0].Who != "":
			a.lines = lines
		case strings.HasPrefix(raw, "{") && json.Unmarshal([]byte(raw), &facts) == nil && facts.User != "":
			a.user = facts.User
		}
	}
}

// key is the same for two requests about one conversation. What the checker
// knew before is no part of it: that depends on the answers given.
type key [sha256.Size]byte

func (a asked) key() key {
	h := sha256.New()
	h.Write([]byte(a.user))
	for _, l := range a.lines {
		h.Write([]byte{0})
		h.Write([]byte(l.Who))
		h.Write([]byte{0})
		h.Write([]byte(l.Text))
	}
	return key(h.Sum(nil))
}

// draw is a number of that conversation and seed.
func (k key) draw(seed uint64) uint64 {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(k[:], seed))
	return binary.LittleEndian.Uint64(sum[:])
}

// newest is the newest line of one side, "" if there is none.
func (a asked) newest(who string) string {
	for i := len(a.lines) - 1; i >= 0; i-- {
		if a.lines[i].Who == who {
			return a.lines[i].Text
		}
	}
	return ""
}

// maxQuote bounds the words of a quote, in bytes: an answer has a longest length.
const maxQuote = 200

// quotes are what the user said last for each of checks, as a judge quotes it.
func (a asked) quotes(checks []string) []string {
	said := a.newest("user")
	for len(said) > maxQuote {
		said = said[:max(0, strings.LastIndexByte(said, ' '))]
	}
	var out []string
	for _, id := range checks {
		out = append(out, id+": "+said)
	}
	return out
}
