package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/tts"
)

const (
	formatPCM = "pcm"
	formatWAV = "wav"

	// The API's limits of speed.
	minSpeed = 0.25
	maxSpeed = 4
)

// request is the body of POST audio/speech.
type request struct {
	Model        string  `json:"model"`
	Input        string  `json:"input"`
	Voice        string  `json:"voice"`
	Format       string  `json:"response_format"`
	Speed        float64 `json:"speed,omitempty"`
	Instructions string  `json:"instructions,omitempty"`
}

// ask has text spoken. A voice or a format that the service refuses is
// remembered, and the request repeated with another: the contract has unknown
// names ignored, and only the service knows its names.
func (e *Engine) ask(ctx context.Context, text string, v tts.Voice) (*http.Response, error) {
	for {
		r := request{
			Model: e.model, Input: text, Voice: e.voice(v), Format: e.formatNow(),
			Speed: speed(v), Instructions: e.instructions(v),
		}
		body, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("write request: %w", err)
		}
		resp, err := e.service.Post(ctx, "audio/speech", "application/json", bytes.NewReader(body))
		if err == nil || !e.learn(err, r, v) {
			return resp, err
		}
	}
}

// learn notes what the service refused and reports whether another request may
// do better.
func (e *Engine) learn(err error, r request, v tts.Voice) bool {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) || !errors.Is(err, engine.ErrRequest) && refusal.Status != http.StatusNotFound {
		return false
	}
	about := func(word string) bool { return refusal.Param == word || refusal.Mentions(word) }
	switch {
	case e.format == "" && r.Format == formatPCM && (about("response_format") || about("pcm")):
		e.wav.Store(true)
		return true
	case v.Name != "" && r.Voice == v.Name && about("voice"):
		e.refuse(v.Name)
		return e.voice(v) != r.Voice
	}
	return false
}

func (e *Engine) formatNow() string {
	switch {
	case e.format != "":
		return e.format
	case e.wav.Load():
		return formatWAV
	}
	return formatPCM
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
	if manner := strings.Fields(strings.ReplaceAll(readable(v.Manner), "-", " ")); len(manner) > 0 {
		who = append(who, "in a "+strings.Join(manner, ", ")+" voice")
	}
	if len(who) == 0 {
		return ""
	}
	return "Speak " + strings.Join(who, ", ") + "."
}
