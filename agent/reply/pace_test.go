package reply

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// voices are engines by their rates; 60 ms of speech a byte.
var voices = map[string]Rate{
	"fast":         {first: 0.005, firstByte: 0.0002, last: 0.005, lastByte: 0.001, speech: 0.06},
	"remote":       {first: 0.3, last: 0.3, lastByte: 0.01, speech: 0.06},
	"slow whole":   {first: 0.1, firstByte: 0.03, last: 0.1, lastByte: 0.03, speech: 0.06},
	"slow start":   {first: 0.4, firstByte: 0, last: 0.4, lastByte: 0.03, speech: 0.06},
	"barely":       {first: 0.05, firstByte: 0.048, last: 0.05, lastByte: 0.048, speech: 0.06},
	"too slow":     {first: 0.1, firstByte: 0.09, last: 0.1, lastByte: 0.09, speech: 0.06},
	"slow to 0.8s": {first: 0.8, firstByte: 0.001, last: 0.8, lastByte: 0.02, speech: 0.06},
}

func TestRateLengths(t *testing.T) {
	for _, tt := range []struct {
		voice string
		first bool
		ahead float64
		want  lengths
	}{
		{"", true, 0, lengths{clause: 12, most: 240}},
		{"", false, 0, lengths{clause: 80, most: 240}},
		{"fast", true, 0, lengths{clause: 12, most: 240, reach: 80}},
		{"fast", false, 1, lengths{clause: 80, most: 240}},
		{"remote", true, 0, lengths{least: 6, clause: 12, most: 240}},
		{"slow whole", true, 0, lengths{least: 15, clause: 15, most: 24}},
		{"slow whole", false, 1, lengths{least: 15, clause: 15, most: 26}},
		{"slow whole", false, 4, lengths{least: 15, clause: 58, most: 117}},
		{"slow start", true, 0, lengths{least: 16, clause: 16, most: 240}},
		{"barely", true, 0, lengths{least: 22, clause: 22, most: 24}},
		{"too slow", false, 0, lengths{least: 120, clause: 120, most: 120}},
		{"slow to 0.8s", true, 0, lengths{least: 23, clause: 23, most: 240}},
	} {
		if got := voices[tt.voice].lengths(tt.first, tt.ahead); got != tt.want {
			t.Errorf("%s, first %v with %.0f s ahead: %+v, want %+v", tt.voice, tt.first, tt.ahead, got, tt.want)
		}
	}
}

// TestSegmenterKeepsAhead cuts text for each voice and holds that the next
// segment begins to come before the one before is heard to its end.
func TestSegmenterKeepsAhead(t *testing.T) {
	text := strings.Repeat("No. I see, well, that is one way to put it. And then, as far as I can tell, nobody who was there "+
		"that day has ever asked for it again. Fine! ", 6)
	for name, r := range voices {
		if name == "too slow" {
			continue
		}
		s := Segmenter{Rate: r}
		all := append(s.Write(text), s.Flush())
		if got, want := strings.Join(strings.Fields(strings.Join(all, " ")), " "), strings.TrimSpace(text); got != want {
			t.Errorf("%s: %q is left of %q", name, got, want)
		}
		var ends, begins float64 // when what was synthesised is heard to its end, and when the next is begun
		for i, seg := range all {
			n := float64(len(seg))
			first := begins + r.first + n*r.firstByte
			if i > 0 && first > ends && seg != "" {
				t.Errorf("%s: segment %d of %d bytes comes %.2f s too late", name, i, len(seg), first-ends)
			}
			ends = max(ends, first) + n*r.speech
			begins += r.last + n*r.lastByte
		}
		if s.cut < 6 {
			t.Errorf("%s: %d segments only", name, s.cut)
		}
	}
}

func TestSegmenterPacesFirstSegment(t *testing.T) {
	text := "Well, to be honest, I am not sure. Ask me again tomorrow when I know. "
	for voice, want := range map[string]string{
		"":             "Well, to be honest,",
		"fast":         "Well, to be honest, I am not sure. Ask me again tomorrow when I know.",
		"slow whole":   "Well, to be honest,",
		"slow to 0.8s": "Well, to be honest, I am not sure.",
	} {
		s := Segmenter{Rate: voices[voice]}
		if got := s.Write(text); len(got) == 0 || got[0] != want {
			t.Errorf("%q begins with %q, want %q", voice, got, want)
		}
	}
}

func TestPaceLearns(t *testing.T) {
	var p Pace
	speak := func(engine string, n int, base, perByte, factor float64) {
		audio := float64(n) * 0.06
		first := time.Duration((base + float64(n)*perByte) * 1e9)
		p.Note(engine, n, first, first+time.Duration(audio*factor*1e9), time.Duration(audio*1e9))
	}
	for i := range 2 {
		speak("a", 20+i, 0.2, 0.001, 0.3)
	}
	if got := p.Rate("a"); got != (Rate{}) {
		t.Errorf("after two segments the rate is %+v, want none yet", got)
	}
	for i := range 40 {
		speak("a", 12+i*7%90, 0.2, 0.001, 0.3)
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.02*want+1e-6 }
	r := p.Rate("a")
	if !near(r.first, 0.2) || !near(r.firstByte, 0.001) || !near(r.last, 0.2) || !near(r.lastByte, 0.019) || !near(r.speech, 0.06) {
		t.Errorf("rate = %+v", r)
	}
	for i := range 100 { // it slows down
		speak("a", 12+i*7%90, 0.6, 0.001, 0.3)
	}
	if r := p.Rate("a"); !near(r.first, 0.6) {
		t.Errorf("it now takes 0.6 s, and is thought to take %.2f s", r.first)
	}
	for range 10 {
		speak("alike", 30, 0.3, 0, 0)
	}
	if r := p.Rate("alike"); r.first != 0 || !near(r.firstByte, 0.01) {
		t.Errorf("of segments all alike, rate = %+v", r)
	}
	for i := range 2 * maxPaced {
		speak(fmt.Sprint(i), 10, 1, 1, 1)
	}
	p.Note("b", 0, 1, 1, 1)
	if got := len(p.engines); got != maxPaced {
		t.Errorf("%d engines are remembered, want %d", got, maxPaced)
	}
}
