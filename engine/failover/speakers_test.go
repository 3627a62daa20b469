package failover_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/media"
	"parley/tts"
)

// speaker is a tts.Engine. Text is numbers of three digits: a number is spoken
// as samples of its value, as long as its letters take, in chunks of 40 ms.
type speaker struct {
	name string
	script
	first time.Duration
	// rate is the characters a second.
	rate      float64
	words     bool
	languages []string
	// breaks is how much of the audio a broken request emits.
	breaks time.Duration
}

var _ tts.Engine = (*speaker)(nil)

func newSpeaker(name string, list ...trouble) *speaker {
	return &speaker{name: name, first: 150 * ms, rate: 15, breaks: time.Second, script: script{list: list}}
}

func (e *speaker) Name() string { return e.name }

func (e *speaker) Languages() []string { return e.languages }

// number is what a sample of a word is; the word "ok" of probes is 1.
func number(word string) int16 {
	if n, err := strconv.Atoi(word); err == nil {
		return int16(n)
	}
	return 1
}

func (e *speaker) say(text string) (pcm []int16, words []media.Word) {
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], ' '); i >= 0 {
			end = at + i
		}
		length := int(float64(end-at+1) / e.rate * media.SampleRate)
		value := number(text[at:end])
		for range length {
			pcm = append(pcm, value)
		}
		words = append(words, media.Word{TextEnd: end, End: media.Duration(len(pcm))})
		at = end + 1
	}
	return pcm, words
}

func (e *speaker) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	now := e.next(ctx)
	if err := now.before(); err != nil {
		return err
	}
	if now == hang {
		<-ctx.Done()
		return ctx.Err()
	}
	if err := wait(ctx, e.first); err != nil {
		return err
	}
	pcm, words := e.say(text)
	if !e.words {
		words = nil
	}
	stop := len(pcm)
	if now == cut || now == stall {
		stop = min(stop, media.Samples(e.breaks))
	}
	for at := 0; at < stop; at += 640 {
		if err := emit(tts.Chunk{PCM: pcm[at:min(at+640, stop)], Words: words}); err != nil {
			return err
		}
		words = nil
		if err := wait(ctx, 10*ms); err != nil {
			return err
		}
	}
	if now == stall {
		<-ctx.Done()
		return ctx.Err()
	}
	if now == cut {
		return fmt.Errorf("read: %w", engine.ErrCut)
	}
	return nil
}

// listener hears what is emitted.
type listener struct {
	pcm   []int16
	words []media.Word
	by    []string // whose voice it was, one after the other
	err   error
	// first, gap and total are times: gap is the longest without audio to play.
	first, gap, total time.Duration
}

func listen(ctx context.Context, e tts.Engine, text string) *listener {
	var l listener
	begun := time.Now()
	runsOut := begun
	l.err = e.Speak(ctx, text, tts.Voice{}, func(c tts.Chunk) error {
		now := time.Now()
		if len(l.pcm) == 0 {
			l.first = now.Sub(begun)
		}
		l.gap = max(l.gap, now.Sub(runsOut))
		if runsOut.Before(now) {
			runsOut = now
		}
		runsOut = runsOut.Add(media.Duration(len(c.PCM)))
		if n := len(l.by); len(c.PCM) > 0 && (n == 0 || l.by[n-1] != c.Engine) {
			l.by = append(l.by, c.Engine)
		}
		l.pcm = append(l.pcm, c.PCM...)
		l.words = append(l.words, c.Words...)
		return nil
	})
	l.total = time.Since(begun)
	return &l
}

// missing are the words of text that were nowhere said from start to end;
// least is the length in samples of the fastest engine's word.
func (l *listener) missing(text string, least int) (words []string) {
	var longest [1000]int
	run, last := 0, int16(-1)
	for _, v := range l.pcm {
		if v != last {
			run, last = 0, v
		}
		run++
		longest[v] = max(longest[v], run)
	}
	for _, word := range strings.Fields(text) {
		if longest[number(word)] < least {
			words = append(words, word)
		}
	}
	return words
}

// numbers is a text of n words of three digits.
func numbers(n int) string {
	var words []string
	for i := range n {
		words = append(words, fmt.Sprint(100+i))
	}
	return strings.Join(words, " ")
}

func newSpeaking(t testing.TB, o failover.Options, engines ...*speaker) *failover.Speaking {
	t.Helper()
	providers := make([]tts.Engine, len(engines))
	for i, e := range engines {
		providers[i] = e
	}
	l := failover.NewSpeaking(quietly(o), providers...)
	t.Cleanup(l.Close)
	return l
}
