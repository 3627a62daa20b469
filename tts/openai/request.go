package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	api "github.com/sashabaranov/go-openai"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/tts"
)

// The API's limits of speed.
const (
	minSpeed = 0.25
	maxSpeed = 4
)

// formats are asked for in this order, each where the one before is refused: what is soonest
// heard first.
var formats = []api.SpeechResponseFormat{"pcm", "wav", "mp3", "opus"}

// ask has text spoken. A voice or a format that the service refuses is
// remembered, and the request repeated with another: the contract has unknown
// names ignored, only the service knows its names, and many know some of OpenAI's.
func (e *Engine) ask(ctx context.Context, text string, v tts.Voice) (api.RawResponse, error) {
	for {
		r := api.CreateSpeechRequest{
			Model: api.SpeechModel(e.model), Input: text, Voice: api.SpeechVoice(e.voice(v)),
			ResponseFormat: e.formatNow(), Speed: speed(v), Instructions: e.instructions(v),
		}
		answer, err := e.api.CreateSpeech(ctx, r)
		if err == nil || !e.learn(err, r, v) {
			return answer, err
		}
	}
}

// learn notes what the service refused and reports whether another request may
// do better.
func (e *Engine) learn(err error, r api.CreateSpeechRequest, v tts.Voice) bool {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) || !errors.Is(err, engine.ErrRequest) && refusal.Status != http.StatusNotFound {
		return false
	}
	about := func(word string) bool { return refusal.Param == word || refusal.Mentions(word) }
	switch {
	case e.format == "" && (about("response_format") || about(string(r.ResponseFormat))):
		n := slices.Index(formats, r.ResponseFormat)
		if n+1 == len(formats) {
			return false
		}
		e.formats.CompareAndSwap(int32(n), int32(n+1))
		return true
	case v.Name != "" && string(r.Voice) == v.Name && about("voice"),
		refusal.Param == "voice" || refusal.Mentions("oice") && refusal.Mentions(string(r.Voice)):
		e.refuse(string(r.Voice))
		next := e.voice(v)
		return next != string(r.Voice) && !e.isRefused(next)
	}
	return false
}

func (e *Engine) formatNow() api.SpeechResponseFormat {
	if e.format != "" {
		return api.SpeechResponseFormat(e.format)
	}
	return formats[e.formats.Load()]
}

// speed is v's rate within the API's limits, 0 for the usual one.
func speed(v tts.Voice) float64 {
	if v.Rate <= 0 || v.Rate == 1 {
		return 0
	}
	return min(max(v.Rate, minSpeed), maxSpeed)
}

// instructions tell a model that takes them how to speak: OpenAI's gpt models.
// Others refuse the field.
func (e *Engine) instructions(v tts.Voice) string {
	if !strings.HasPrefix(e.model, "gpt-") {
		return ""
	}
	var who []string
	if v.Age > 0 {
		who = append(who, fmt.Sprintf("as a person of %d years", v.Age))
	}
	if manner := strings.Fields(strings.ReplaceAll(openaihttp.Line(v.Manner), "-", " ")); len(manner) > 0 {
		who = append(who, "in a "+strings.Join(manner, ", ")+" voice")
	}
	if len(who) == 0 {
		return ""
	}
	return "Speak " + strings.Join(who, ", ") + "."
}

// maxInput is the most bytes of text in one request. The API's limit is 4,096
// characters.
const maxInput = 4000

// parts cuts text that is too long for one request at the last sentence end
// that fits, else at the last space, else between runes.
func parts(text string) []string {
	var out []string
	for len(text) > maxInput {
		n := cut(text[:maxInput])
		out = append(out, text[:n])
		text = strings.TrimLeft(text[n:], " ")
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// cut is where to cut text; the rune at its end may be broken.
func cut(text string) int {
	for _, end := range []string{". ", "? ", "! ", "; ", ", ", " "} {
		if n := strings.LastIndex(text, end); n > 0 {
			return n + len(end)
		}
	}
	n := len(text)
	for n > 1 && !utf8.RuneStart(text[n-1]) {
		n--
	}
	return n - 1
}
