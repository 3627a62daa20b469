package ttstest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/media"
	"parley/tts"
)

// letter is the audio of one byte of text, of the level that tells which.
const (
	letter = 2 * media.FrameSamples
	level  = 100
)

// fake speaks letter by letter. Each of its defects breaks one promise of the
// contract.
type fake struct{ defect string }

var _ tts.Engine = fake{}

func (f fake) Name() string {
	if f.defect == "no name" {
		return ""
	}
	return "fake"
}

func (f fake) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if f.defect == "speaks punctuation" || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) }) {
		return f.speak(ctx, text, v, emit)
	}
	return ctx.Err()
}

func (f fake) speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if f.defect == "refuses" || f.defect == "refuses late" {
		err := fmt.Errorf("fake: %w: http://127.0.0.1 refused sk-secret", engine.ErrKey)
		if f.defect == "refuses late" {
			return f.then(err, emit(tts.Chunk{PCM: make([]int16, letter)}))
		}
		return err
	}
	if f.defect == "refuses voices" && v.Name != "" {
		return engine.ErrRequest
	}
	if f.defect == "leaks a goroutine" {
		go func() { select {} }()
	}
	if f.defect == "holds the text's audio" {
		defer func(held []int16) { _ = append(held, 1) }(make([]int16, 1600*len(text)))
	}
	pcm := make([]int16, letter)
	for i, b := range []byte(text) {
		if ignores := f.defect == "ignores its context" && i < 300; !ignores && ctx.Err() != nil {
			if f.defect == "late to end" {
				<-time.After(4 * enginetest.Promptly)
			}
			return ctx.Err()
		}
		if f.defect != "reuses its buffer" {
			pcm = make([]int16, letter)
		}
		for j := range pcm {
			pcm[j] = int16(b) * level
		}
		if err := f.pass(i, pcm, len(text), emit); err != nil {
			return err
		}
	}
	return nil
}

func (fake) then(err, first error) error {
	if first != nil {
		return first
	}
	return err
}

func (f fake) pass(i int, pcm []int16, length int, emit func(tts.Chunk) error) error {
	c := tts.Chunk{PCM: pcm}
	if i == 0 && f.defect != "no word times" {
		c.Words = []media.Word{{TextEnd: length / 2, End: 0}, {TextEnd: length, End: 0}}
		switch f.defect {
		case "words past the text":
			c.Words[1].TextEnd++
		case "words out of order":
			slices.Reverse(c.Words)
		}
	}
	switch {
	case f.defect == "mumbles":
		c.PCM = slices.Repeat([]int16{level * 'x'}, letter)
	case f.defect == "silence first" && i == 0:
		c.PCM = make([]int16, media.SampleRate)
	case f.defect == "empty chunks" && i == 3:
		c.PCM = nil
	case f.defect == "goes on after emit's error":
		err := emit(c)
		if err != nil {
			err = emit(c)
		}
		return err
	case f.defect == "emits elsewhere":
		failed := make(chan error)
		go func() { failed <- emit(c) }()
		return <-failed
	case f.defect == "hides emit's error":
		if emit(c) != nil {
			return context.Canceled
		}
		return nil
	}
	return emit(c)
}

func hear(_ testing.TB, pcm []int16) string {
	var b strings.Builder
	for i := 0; i+letter <= len(pcm); i += letter {
		b.WriteByte(byte(pcm[i] / level))
	}
	return b.String()
}
