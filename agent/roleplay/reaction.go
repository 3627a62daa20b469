package roleplay

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/agent/reply"
	"parley/llm"
)

var tools = []llm.Tool{{
	Name:        reply.ReactionTool,
	Optional:    true,
	Description: "Show one emoji that fits your face right now. It is seen beside your words, not heard.",
	Parameters: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["emoji","label"],` +
		`"properties":{"emoji":{"type":"string","description":"one emoji"},` +
		`"label":{"type":"string","description":"the same in two to five words, such as: raises an eyebrow"}}}`),
}}

const (
	// maxEmojiBytes admits the longest emoji sequences in use, such as
	// families joined of four people.
	maxEmojiBytes = 32
	maxLabelRunes = 60
)

// reaction reads the arguments of an emoji_reaction call. The model wrote
// them, so they may be anything.
func reaction(arguments string) (parley.Reaction, error) {
	var r parley.Reaction
	if err := json.Unmarshal([]byte(arguments), &r); err != nil {
		return r, fmt.Errorf("read %s: %w", reply.ReactionTool, err)
	}
	r.Emoji = strings.TrimSpace(r.Emoji)
	if r.Emoji == "" || len(r.Emoji) > maxEmojiBytes || strings.ContainsFunc(r.Emoji, isWordRune) {
		return r, fmt.Errorf("read %s: not one emoji", reply.ReactionTool)
	}
	r.Label = parley.OneLine(r.Label)
	if utf8.RuneCountInString(r.Label) > maxLabelRunes {
		r.Label = string([]rune(r.Label)[:maxLabelRunes])
	}
	return r, nil
}

// isWordRune finds text where an emoji should be. Digits, # and * begin the
// keycap emoji and pass.
func isWordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsSpace(c) || c < ' ' }
