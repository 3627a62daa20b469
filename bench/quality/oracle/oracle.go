// Package oracle is a speech recogniser that cannot be wrong: it is told what
// the caller says, and when, and gives back the words whose sound it was sent.
// What is measured with it is turn-taking, without a recogniser's errors.
package oracle

import (
	"context"
	"strings"
	"sync"
	"time"

	"parley/language"
	"parley/stt"
)

// Profile says how the recogniser behaves.
type Profile struct {
	// Name is the profile's in reports.
	Name string
	// Final is how long after End the final transcript comes.
	Final time.Duration
	// Interim is how far interim transcripts are behind the audio; 0 means there
	// are none.
	Interim time.Duration
	// Plain engines write lower case without punctuation; others write as the
	// fixture does, but no end mark before the end of the line.
	Plain bool
}

// Profiles are those of the engines Parley knows: whole utterances at a time as
// an OpenAI service does, or streaming; written or plain as PocketSphinx.
var Profiles = []Profile{
	{Name: "whole-punctuated", Final: 100 * time.Millisecond},
	{Name: "whole-plain", Final: 100 * time.Millisecond, Plain: true},
	{Name: "streaming-punctuated", Final: 50 * time.Millisecond, Interim: 200 * time.Millisecond},
	{Name: "streaming-plain", Final: 50 * time.Millisecond, Interim: 200 * time.Millisecond, Plain: true},
}

// Word is one word as it is written; End runs from the line's first sample to
// where the word has been said.
type Word struct {
	Text string
	End  time.Duration
}

// Engine implements stt.Engine for one caller. It is safe for concurrent use.
type Engine struct {
	profile Profile

	mu    sync.Mutex
	words []spoken
}

var _ stt.Engine = (*Engine)(nil)

// spoken is a word of the call.
type spoken struct {
	text string
	at   time.Time
	// last is set on the last word of its line.
	last bool
}

// New returns the recogniser of one caller.
func New(p Profile) *Engine { return &Engine{profile: p} }

// Name implements stt.Engine.
func (e *Engine) Name() string { return "oracle-" + e.profile.Name }

// Say tells that the caller sends a line whose first sample left at start. Lines
// come in order.
func (e *Engine) Say(start time.Time, words []Word) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, w := range words {
		e.words = append(e.words, spoken{w.Text, start.Add(w.End), i == len(words)-1})
	}
}

// Open implements stt.Engine. The stream's Close must be called.
func (e *Engine) Open(ctx context.Context, _ stt.Options) (stt.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newStream(e), nil
}

// transcript is what was said after from and up to to.
func (e *Engine) transcript(from, to time.Time) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var texts []string
	whole := false
	for _, w := range e.words {
		if w.at.After(from) && !w.at.After(to) {
			texts = append(texts, w.text)
			whole = w.last
		}
	}
	text := strings.Join(texts, " ")
	if !whole {
		text = strings.TrimRight(text, ".?!")
	}
	if e.profile.Plain {
		text = strings.Join(language.Plain(text), " ")
	}
	return text
}
