package failover_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/media"
	"parley/tts"
)

const leastWord = 3 * media.SampleRate / 18 // three letters at the fastest rate used

// Whatever happens to the first voice, nothing of the text is lost and the
// silence stays short.
func TestSpeakingFaults(t *testing.T) {
	text := numbers(14)
	ill := func(context.Context, int) error { return errRefused }
	for _, f := range troubles {
		for _, words := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				a, b := newSpeaker("a", f), newSpeaker("b")
				a.words, b.words = words, words
				got := listen(t.Context(), newSpeaking(t, failover.Options{Probe: ill}, a, b), text)
				t.Logf("%-28s words %-5v %4.1f s of audio, longest gap %v", f, words, media.Duration(len(got.pcm)).Seconds(), got.gap)
				if n := a.pending() + b.pending(); got.err != nil || n > 0 {
					t.Errorf("%s: error = %v, and %d requests go on", f, got.err, n)
				}
				if lost := got.missing(text, leastWord); len(lost) > 0 {
					t.Errorf("%s, words %v: lost %v", f, words, lost)
				}
				if got.gap > time.Second {
					t.Errorf("%s: silent for %v, want at most 1s", f, got.gap)
				}
				if words {
					checkWords(t, got.words, text)
				}
			})
		}
	}
}

// TestAudioNamesItsVoice holds that each piece says which engine spoke it.
func TestAudioNamesItsVoice(t *testing.T) {
	for f, want := range map[trouble]string{none: "a", key: "b", cut: "a b"} {
		synctest.Test(t, func(t *testing.T) {
			got := listen(t.Context(), newSpeaking(t, failover.Options{}, newSpeaker("a", f), newSpeaker("b")), numbers(14))
			if by := strings.Join(got.by, " "); by != want || got.err != nil {
				t.Errorf("%s: spoken by %q, %v, want %q", f, by, got.err, want)
			}
		})
	}
}

// checkWords wants words whose ends rise, up to the end of the text.
func checkWords(t *testing.T, words []media.Word, text string) {
	t.Helper()
	if len(words) == 0 || words[len(words)-1].TextEnd != len(text) {
		t.Errorf("words end with %v, want %d", words, len(text))
	}
	for i := 1; i < len(words); i++ {
		if words[i].TextEnd < words[i-1].TextEnd || words[i].End < words[i-1].End {
			t.Errorf("word %d is %v after %v", i, words[i], words[i-1])
		}
	}
}

// Of a voice that told its words only the one that was cut is said again; where
// words are told, their times are those of the audio.
func TestSpeakingGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := numbers(14)
		a, b := newSpeaker("a", cut), newSpeaker("b")
		a.words, b.words = true, true
		var w watcher
		got := listen(t.Context(), newSpeaking(t, failover.Options{}, a, b).ForCall(&w), text)
		whole, _ := a.say(text)
		if more := media.Duration(len(got.pcm) - len(whole)); more < 0 || more > 300*ms {
			t.Errorf("%v more audio than one voice makes, want that of one word at most", more)
		}
		for _, word := range got.words {
			at := media.Samples(word.End) - 1
			if want := number(text[word.TextEnd-3 : word.TextEnd]); at < len(got.pcm) && got.pcm[at] != want && word.End > 1100*ms {
				t.Errorf("word %d ends at %v, where %d is said", want, word.End, got.pcm[at])
			}
		}
		switches, usage := w.seen()
		if len(switches) != 1 || switches[0].To != "b" || !errors.Is(switches[0].Err, engine.ErrCut) {
			t.Errorf("switches = %+v", switches)
		}
		all, rest := usage["a"], usage["b"]
		if all.Audio != time.Second || all.Characters != len(text) || rest.Characters >= len(text) || rest.Retries != 1 {
			t.Errorf("usage = %+v", usage)
		}
	})
}

// A voice that has no other behind it is asked once more for the rest.
func TestSpeakingAloneGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := numbers(14)
		a := newSpeaker("a", cut, none)
		a.words = true
		got := listen(t.Context(), newSpeaking(t, failover.Options{}, a), text)
		if lost := got.missing(text, leastWord); got.err != nil || len(lost) > 0 {
			t.Errorf("error = %v, lost %v", got.err, lost)
		}
		checkWords(t, got.words, text)
		got = listen(t.Context(), newSpeaking(t, failover.Options{}, newSpeaker("a", cut)), text)
		if !errors.Is(got.err, engine.ErrCut) {
			t.Errorf("cut twice: %v, want %v", got.err, engine.ErrCut)
		}
	})
}

// Random voices that break anywhere, with words or without, lose nothing.
func TestSpeakingRandom(t *testing.T) {
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			var engines []*speaker
			for _, name := range []string{"a", "b", "c"} {
				e := newSpeaker(name)
				for range 4 {
					e.list = append(e.list, troubles[random.IntN(len(troubles))])
				}
				e.rate = 13.5 + 4*random.Float64()
				e.words = random.IntN(2) == 0
				e.breaks = time.Duration(random.IntN(4000)) * ms
				engines = append(engines, e)
			}
			l := newSpeaking(t, failover.Options{}, engines...)
			for range 6 {
				text := numbers(1 + random.IntN(20))
				got := listen(t.Context(), l, text)
				if got.err != nil {
					if !kind(got.err) {
						t.Errorf("seed %d: error = %v, none of package engine's", seed, got.err)
					}
					continue
				}
				if lost := got.missing(text, leastWord); len(lost) > 0 {
					t.Errorf("seed %d: lost %v of %q", seed, lost, text)
				}
				time.Sleep(time.Duration(random.IntN(5)) * time.Second)
			}
		})
	}
}

func TestSpeakingStopsWithItsCaller(t *testing.T) {
	errFull := errors.New("full")
	synctest.Test(t, func(t *testing.T) {
		l := newSpeaking(t, failover.Options{}, newSpeaker("a"))
		err := l.Speak(t.Context(), numbers(9), tts.Voice{}, func(tts.Chunk) error { return errFull })
		if !errors.Is(err, errFull) {
			t.Errorf("Speak = %v, want %v", err, errFull)
		}
		for _, f := range []trouble{none, hang, stall} {
			for after := time.Duration(0); after < 2*time.Second; after += 90 * ms {
				l := newSpeaking(t, failover.Options{}, newSpeaker("a", f), newSpeaker("b", f))
				ctx, cancel := context.WithTimeout(t.Context(), after)
				got := listen(ctx, l, numbers(40))
				cancel()
				if got.total > after+50*ms {
					t.Errorf("%s, ended after %v: returned after %v with %v", f, after, got.total, got.err)
				}
			}
		}
	})
}

// What nobody can say is no fault; a slow playout is not either.
func TestSpeakingPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSpeaking(t, failover.Options{}, newSpeaker("a"), newSpeaker("b"))
		if got := listen(t.Context(), l, "… — !"); got.err != nil || len(got.pcm) > 0 {
			t.Errorf("nothing to say: %v, %d samples", got.err, len(got.pcm))
		}
		err := l.Speak(t.Context(), numbers(3), tts.Voice{}, func(tts.Chunk) error {
			time.Sleep(5 * time.Second)
			return nil
		})
		if s := l.Stats(); err != nil || len(s[0].Failures) > 0 || s[1].Requests > 0 {
			t.Errorf("a slow playout: %v, %+v", err, s)
		}
	})
}

// With every voice down the error comes within the budget, however they fail.
func TestSpeakingAllDown(t *testing.T) {
	for _, f := range []trouble{refused, key, busy, service, hang, junk, broken} {
		synctest.Test(t, func(t *testing.T) {
			l := newSpeaking(t, failover.Options{}, newSpeaker("a", f), newSpeaker("b", hang))
			for range 3 {
				if got := listen(t.Context(), l, numbers(5)); !kind(got.err) || got.total > 1600*ms {
					t.Errorf("%s: %v after %v, want a fault within 1.6s", f, got.err, got.total)
				}
			}
			if got := listen(t.Context(), l, numbers(5)); got.total > 0 {
				t.Errorf("%s: with both circuits open the error took %v", f, got.total)
			}
		})
	}
}
