package debrief

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"parley"
	"parley/engine"
	"parley/llm"
)

// Bounds of what is asked of a model and of what it may answer.
const (
	// CoachBudget is how long the sentences may take; the rest is there without them.
	CoachBudget = 15 * time.Second
	// maxCoachBytes and maxCoachTokens bound the answer; a right one is about 700 bytes.
	maxCoachBytes  = 8 << 10
	maxCoachTokens = 500
	// maxTalkRunes bounds the turns in the prompt, the newest; see checker/prompt.go.
	maxTalkRunes = 8000
	// maxSentence is the runes of a sentence: two lines of the page.
	maxSentence = 200
	// maxBy is the runes of an engine's name.
	maxBy = 100
)

// CoachVersion is that of what a model is asked and of what is taken of its answer:
// sentences of another are not shown again.
const CoachVersion = 1

// ErrCoach means that a model's answer held no sentence that can be shown.
var ErrCoach = errors.New("the model gave no sentence that stands in the call")

//go:embed coach.txt
var coachInstructions string

// Coach has a model write the three sentences of d anew, in the language of the scene.
// A sentence is taken only if its quote stands in the turn it names and if each number
// in it is one of d's or stands in that turn; the rules' sentence stays in the place of one
// that is not. With a nil model, a d without numbers, or an error the rules' are
// returned. Errors are the engine's, engine.ErrSlow past CoachBudget, and ErrCoach. It
// blocks until the model has answered or ctx ends.
func Coach(ctx context.Context, d Debrief, model llm.Engine) (Coaching, error) {
	out := Coaching{By: Rules}
	if d.Coaching != nil {
		out = *d.Coaching
	}
	if model == nil || d.State != Whole {
		return out, nil
	}
	within, cancel := context.WithTimeoutCause(ctx, CoachBudget, engine.ErrSlow)
	defer cancel()
	reply, err := llm.Ask(within, model, coachPrompt(d), maxCoachBytes)
	if err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			err = engine.ErrSlow
		}
		return out, fmt.Errorf("coach %s: %w", d.Call, err)
	}
	return d.coaching(model.Name(), readSentences(reply))
}

// coaching is d's with those sentences of an engine that stand in the place of the rules';
// ErrCoach means that none does.
func (d Debrief) coaching(by string, given sentences) (Coaching, error) {
	out, may, written := *d.Coaching, numbersIn(d.figures(), d.Scene.Language), 0
	for _, place := range []struct {
		of   **Advice
		from *parley.CoachSentence
	}{{&out.Keep, given.Keep}, {&out.Start, given.Start}, {&out.Stop, given.Stop}} {
		if a, ok := d.standing(place.from, may); ok {
			a.By = by
			*place.of = &a
			written++
		}
	}
	if written == 0 {
		return out, fmt.Errorf("coach %s: %w", d.Call, ErrCoach)
	}
	out.By = by
	return out, nil
}

// Kept is what a model wrote of c as it is kept with the call.
func (c Coaching) Kept() parley.Coached {
	kept := func(a *Advice) *parley.CoachSentence {
		if a == nil || a.By != c.By {
			return nil
		}
		return &parley.CoachSentence{Text: a.Text, Quote: a.Quote, Turn: a.Turn}
	}
	return parley.Coached{Version: CoachVersion, By: c.By, Keep: kept(c.Keep), Start: kept(c.Start), Stop: kept(c.Stop)}
}

// Recall is the coaching of d, which is by rules, with what is kept of a model's in its
// place, checked as a model's answer is: turns may have been corrected since, and anybody
// may have written an archive. ok is false if nothing of it stands.
func (d Debrief) Recall(kept *parley.Coached) (c Coaching, ok bool) {
	if kept == nil || kept.Version != CoachVersion || d.Coaching == nil {
		return c, false
	}
	by := cutRunes(parley.OneLine(kept.By), maxBy)
	if by == "" || by == Rules {
		return c, false
	}
	c, err := d.coaching(by, sentences{kept.Keep, kept.Start, kept.Stop})
	return c, err == nil
}

// sentences is a model's answer.
type sentences struct {
	Keep  *parley.CoachSentence `json:"keep"`
	Start *parley.CoachSentence `json:"start"`
	Stop  *parley.CoachSentence `json:"stop"`
}

var coachSchema = func() json.RawMessage {
	one := `{"type":"object","properties":{"quote":{"type":"string"},"turn":{"type":"integer"},"text":{"type":"string"}},` +
		`"required":["quote","turn","text"],"additionalProperties":false}`
	return json.RawMessage(`{"type":"object","properties":{"keep":` + one + `,"start":` + one + `,"stop":` + one +
		`},"required":["keep","start","stop"],"additionalProperties":false}`)
}()

// readSentences reads the object in an answer, whatever stands around it; what is none
// has no sentences.
func readSentences(reply string) (s sentences) {
	from, to := strings.Index(reply, "{"), strings.LastIndex(reply, "}")
	if len(reply) > maxCoachBytes || from < 0 || to < from || json.Unmarshal([]byte(reply[from:to+1]), &s) != nil {
		return sentences{}
	}
	return s
}

// standing is a model's sentence as advice, if it stands.
func (d Debrief) standing(s *parley.CoachSentence, may map[string]bool) (Advice, bool) {
	if s == nil {
		return Advice{}, false
	}
	text, quote := parley.OneLine(s.Text), strings.TrimSpace(s.Quote)
	if said, _ := words(quote); text == "" || len(said) == 0 || utf8.RuneCountInString(text) > maxSentence {
		return Advice{}, false
	}
	for _, l := range d.Transcript {
		if l.Turn != s.Turn || !strings.Contains(l.Text, quote) {
			continue
		}
		said := numbersIn(l.Text, d.Scene.Language)
		for n := range numbersIn(text, d.Scene.Language) {
			if !may[n] && !said[n] {
				return Advice{}, false
			}
		}
		return Advice{Sentence: Sentence{Text: text}, Quote: quote, Turn: l.Turn, T: l.T}, true
	}
	return Advice{}, false
}

// figures is text with all numbers that a sentence may have beside those of its turn:
// nothing that was said is in it.
func (d Debrief) figures() string {
	all := []any{d.Progress, d.Exchanges, d.Hints, math.Round(d.Seconds)}
	if d.Ending != nil {
		all = append(all, d.Ending.N, d.Ending.Of)
	}
	for _, m := range d.Moments {
		all = append(all, m.Change, m.Why.Text)
	}
	for _, c := range d.Checks {
		all = append(all, c.Text)
	}
	if c := d.Coaching; c != nil {
		for _, a := range []*Advice{c.Keep, c.Start, c.Stop} {
			if a != nil {
				all = append(all, a.Text)
			}
		}
	}
	return fmt.Sprintln(all...)
}

// coachFacts is what a model is told of a call.
type coachFacts struct {
	Character string         `json:"character,omitempty"`
	Outcome   parley.Outcome `json:"outcome"`
	Progress  int            `json:"progress"`
	Exchanges int            `json:"exchanges"`
	Ending    *Ending        `json:"bad_ending,omitempty"`
	Checks    []coachCheck   `json:"checks,omitempty"`
	Moments   []Moment       `json:"moments,omitempty"`
	Rules     *Coaching      `json:"written_by_rules,omitempty"`
}

type coachCheck struct {
	Text     string `json:"text"`
	Met      bool   `json:"met"`
	Required bool   `json:"required,omitempty"`
	Turn     int    `json:"turn,omitempty"`
}

// coachLine is a turn as the model sees it.
type coachLine struct {
	Turn int         `json:"turn"`
	Who  parley.Role `json:"who"`
	Text string      `json:"text"`
}

// coachPrompt asks for the sentences. What people said stands only in JSON strings inside a fence that is new with every prompt.
func coachPrompt(d Debrief) llm.Request {
	facts := coachFacts{
		Character: d.Scene.Character, Outcome: d.Outcome, Progress: d.Progress, Exchanges: d.Exchanges, Ending: d.Ending,
		Moments: d.Moments, Rules: d.Coaching,
	}
	for _, c := range d.Checks {
		facts.Checks = append(facts.Checks, coachCheck{c.Text, c.Met, c.Required, c.Turn})
	}
	from, room := len(d.Transcript), maxTalkRunes
	for from > 0 && room > 0 {
		from--
		room -= utf8.RuneCountInString(d.Transcript[from].Text)
	}
	var lines []coachLine
	for _, l := range d.Transcript[from:] {
		lines = append(lines, coachLine{l.Turn, l.Who, cutRunes(l.Text, maxTalkRunes)})
	}
	language := d.Scene.Language
	if language == "" {
		language = "the language of the conversation"
	}
	mark := llm.NewFence()
	var data strings.Builder
	mark.Put(&data, "facts", facts)
	mark.Put(&data, "conversation", lines)
	return llm.Request{
		Messages: []llm.Message{
			{Speaker: llm.System, Text: fmt.Sprintf(coachInstructions, mark, language, maxSentence)},
			{Speaker: llm.User, Text: data.String()},
		},
		MaxTokens: maxCoachTokens,
		Schema:    &llm.Schema{Name: "coaching", JSON: coachSchema},
	}
}

// cutRunes is the first limit runes of s.
func cutRunes(s string, limit int) string {
	for i := range s {
		if limit == 0 {
			return s[:i]
		}
		limit--
	}
	return s
}
