package playout_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

func TestHeardByWords(t *testing.T) {
	const text = "No. Give me one reason."
	words := []media.Word{
		{TextEnd: 3, End: 100 * time.Millisecond},
		{TextEnd: 8, End: 200 * time.Millisecond},
		{TextEnd: 11, End: 300 * time.Millisecond},
		{TextEnd: 15, End: 400 * time.Millisecond},
		{TextEnd: 22, End: 510 * time.Millisecond}, // 10 ms past the audio
	}
	for _, test := range []struct {
		cut  time.Duration
		want string
	}{
		{90 * time.Millisecond, ""},
		{110 * time.Millisecond, "No."},
		{210 * time.Millisecond, "No. Give"},
		{390 * time.Millisecond, "No. Give me"},
		{410 * time.Millisecond, "No. Give me one"},
		{470 * time.Millisecond, "No. Give me one"},
		{600 * time.Millisecond, text},
	} {
		inStage(t, func(s *stage) {
			s.Begin(playout.Segment{Turn: 1, Text: text})
			if err := s.Write(s.t.Context(), 1, mediatest.Tone(500*time.Millisecond, 440, 8000), words); err != nil {
				t.Fatal(err)
			}
			s.Finish(1)
			time.Sleep(test.cut)
			synctest.Wait()
			if got := s.Clear(1).Text; got != test.want {
				t.Errorf("cut at %v: heard %q, want %q", test.cut, got, test.want)
			}
		})
	}
}

func TestHeardDistrustsTheEngine(t *testing.T) {
	for _, test := range []struct {
		name  string
		words []media.Word
		want  string
	}{
		{"offset beyond the text", []media.Word{{TextEnd: 99}}, "naïve"},
		{"offset inside a rune", []media.Word{{TextEnd: 3}, {TextEnd: 6, End: time.Hour}}, "na"},
		{"negative offset", []media.Word{{TextEnd: -4}, {TextEnd: 6, End: time.Hour}}, ""},
		{"audio ends before the last word", []media.Word{{TextEnd: 2}, {TextEnd: 6, End: time.Second}}, "na"},
	} {
		inStage(t, func(s *stage) {
			s.Begin(playout.Segment{Turn: 1, Text: "naïve"})
			if err := s.Write(s.t.Context(), 1, mediatest.Tone(100*time.Millisecond, 440, 8000), test.words); err != nil {
				t.Fatal(err)
			}
			s.Finish(1)
			time.Sleep(time.Second)
			synctest.Wait()
			if got := s.Heard(1).Text; got != test.want {
				t.Errorf("%s: heard %q, want %q", test.name, got, test.want)
			}
		})
	}
}

// TestHeardNeverClaimsMore cuts turns of random segments at every frame and
// holds the ledger to what it promises.
func TestHeardNeverClaimsMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		texts := make([]string, 1+rng.IntN(4))
		lengths := make([]time.Duration, len(texts))
		for i := range texts {
			n := 1 + rng.IntN(8)
			texts[i] = strings.Repeat("wörd ", n) + "end."
			lengths[i] = time.Duration(rng.IntN(60)) * 10 * time.Millisecond
		}
		full := strings.Join(texts, " ")
		inStage(t, func(s *stage) {
			for i, text := range texts {
				s.say(1, i, text, lengths[i])
			}
			s.Finish(1)
			var last playout.Heard
			for !last.Complete {
				time.Sleep(media.PTime)
				synctest.Wait()
				h := s.Heard(1)
				if h.Played < last.Played || len(h.Text) < len(last.Text) {
					t.Fatalf("heard went back from %+v to %+v", last, h)
				}
				checkHeard(t, h, texts, lengths)
				last = h
			}
			spoken := strings.Join(spokenOf(texts, lengths), " ")
			if last.Text != spoken {
				t.Errorf("complete turn heard %q, want %q of %q", last.Text, spoken, full)
			}
		})
	}
}

// checkHeard fails if h claims a word of a segment none of whose audio was
// sent, a whole segment before its end, or half a word.
func checkHeard(t *testing.T, h playout.Heard, texts []string, lengths []time.Duration) {
	t.Helper()
	left := h.Played
	limit := 0 // bytes that may be claimed: all of the segments over, part of one
	var spoken []string
	for i, text := range texts {
		if lengths[i] == 0 {
			continue
		}
		spoken = append(spoken, text)
		if left >= lengths[i] {
			limit += len(text) + 1
			left -= lengths[i]
			continue
		}
		limit += int(float64(len(text)) * float64(left) / float64(lengths[i]))
		break
	}
	all := strings.Join(spoken, " ")
	if !strings.HasPrefix(all, h.Text) || len(h.Text) > limit {
		t.Fatalf("after %v heard %q (%d bytes), want at most %d bytes of %q", h.Played, h.Text, len(h.Text), limit, all)
	}
	if rest := all[len(h.Text):]; rest != "" && h.Text != "" && rest[0] != ' ' {
		t.Fatalf("heard %q ends inside a word of %q", h.Text, all)
	}
}

// TestHeardOfASlowEngine feeds one segment in pieces, as an engine does whose
// length is not known before it ends.
func TestHeardOfASlowEngine(t *testing.T) {
	const text = "this is said rather fast and nobody knows how long it takes"
	for _, piece := range []int{20, 70, 130, 400} {
		inStage(t, func(s *stage) {
			length := time.Duration(piece) * time.Millisecond
			s.Begin(playout.Segment{Turn: 1, Text: text})
			var last playout.Heard
			for range 3000 / piece {
				s.write(1, length)
				for range 3 {
					time.Sleep(length / 3)
					synctest.Wait()
					h := s.Heard(1)
					if !strings.HasPrefix(text, h.Text) || len(h.Text) < len(last.Text) || strings.HasSuffix(h.Text, "takes") {
						t.Fatalf("open segment: heard %q after %q, want more of %q, but its last word", h.Text, last.Text, text)
					}
					last = h
				}
			}
			if last.Text == "" {
				t.Error("nothing heard of three seconds")
			}
			s.Finish(1)
			time.Sleep(time.Second)
			if got := s.Heard(1); got.Text != text || !got.Complete {
				t.Errorf("Heard = %+v, want all", got)
			}
		})
	}
}

func spokenOf(texts []string, lengths []time.Duration) (spoken []string) {
	for i, text := range texts {
		if lengths[i] > 0 {
			spoken = append(spoken, text)
		}
	}
	return spoken
}

func TestHeardForgetsOldTurns(t *testing.T) {
	inStage(t, func(s *stage) {
		for turn := uint64(1); turn <= 20; turn++ {
			s.say(turn, 0, "word", media.PTime)
			s.Finish(turn)
			time.Sleep(media.PTime)
		}
		time.Sleep(time.Second)
		if got := s.Heard(20).Text; got != "word" {
			t.Errorf("latest turn heard %q, want all", got)
		}
		if got := s.Heard(4); got != (playout.Heard{Turn: 4}) {
			t.Errorf("17th last turn = %+v, want forgotten", got)
		}
		if got := s.Clear(4); got != (playout.Heard{Turn: 4}) {
			t.Errorf("Clear of a forgotten turn = %+v, want nothing", got)
		}
	})
}
