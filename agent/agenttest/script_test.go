package agenttest

import (
	"strings"
	"testing"
	"time"

	"parley"
	"parley/media"
)

func TestScriptsRefuseWhatTheyDoNotKnow(t *testing.T) {
	for _, line := range []string{
		"given", "given nothing at all", "given patience soon", "given song: la la", "given turns many",
		"given stt final soon", "given stt sings", "given llm fails badly", "given tts fails never", "given user sleeps",
		"1.0 cat: meow", "1.0 user dances", "1.0 user waits long", "1.0 llm first", "1.0 verdict good",
		"x1.0 user coughs", "1.0- user coughs", "2.0-1.0 user coughs", "1,5 user coughs",
		"1.0 expect happy", "1.0 becomes", "laughs 2",
	} {
		if err := new(script).parse(line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// seen is a call in which the character speaks for a second, ducked from 0.5 s
// on, and the user says hello.
func seen() *Seen {
	return &Seen{
		Shown: []Shown{
			{0, parley.State("thinking")}, {0, parley.State("speaking")}, {time.Second, parley.State("listening")},
			{2 * time.Second, parley.Caption{Role: parley.User, Text: "hello"}},
			{3 * time.Second, Away(true)}, {3 * time.Second, Overlap("resumed")},
		},
		Spans: []Span{
			{0, 500 * time.Millisecond, Full, 0}, {500 * time.Millisecond, time.Second, Ducked, 0},
			{time.Second, 4 * time.Second, Silent, -1},
		},
		Turns: []parley.Turn{
			{Number: 1, Role: parley.Character, Text: "Good", Interrupted: true},
			{Number: 2, Role: parley.User, Text: "hello", Typed: true, Backchannel: true},
		},
	}
}

// TestChecksTell holds that a check passes on what was seen and says so when it
// was not: half a frame off is seen, three frames off is not.
func TestChecksTell(t *testing.T) {
	for line, passes := range map[string]bool{
		"0.51 becomes ducked": true, "0.56 becomes ducked": false, "0.3-0.6 becomes ducked": true, "0.6-0.9 becomes ducked": false,
		"0.2 expect full": true, "0.2 expect heard": true, "0.2 expect silent": false, "0.52 expect full": true,
		"0.0-0.49 expect full": true, "0.0-0.6 expect full": false, "0.0-1.0 expect heard": true, "1.0-4.0 expect silent": true,
		"0.5 expect speaking": true, "1.06 expect speaking": false, "1.0 becomes listening": true, "2.9-3.1 becomes away": true,
		"2.0 expect back": true, "2.5 expect caption user: hello": true,
		"1.5 expect caption user: hello": false, "2.5 expect caption Ada: hello": false,
		"states thinking speaking listening": true, "states thinking": false,
		"overlaps resumed": true, "overlaps": false, "asked 0": true, "asked 1": false,
	} {
		var s script
		if err := s.parse(line); err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if wrong := s.checks[0].see(seen()); (wrong == "") != passes {
			t.Errorf("%q says %q, passes should be %v", line, wrong, passes)
		}
	}
}

func TestTurnsAreWrittenAsInScripts(t *testing.T) {
	var s script
	for _, line := range []string{"Ada: Good—", "backchannel typed user: hello"} {
		if err := s.parse(line); err != nil {
			t.Fatal(err)
		}
	}
	if wrong := s.checks[0].see(seen()); wrong != "" {
		t.Error(wrong)
	}
	s.turns = s.turns[:1]
	if wrong := s.checks[0].see(seen()); !strings.Contains(wrong, "hello") {
		t.Errorf("a turn too many says %q", wrong)
	}
}

// TestStageKnowsSegmentsByTheirPitch holds for the pitches in use, ducked too.
func TestStageKnowsSegmentsByTheirPitch(t *testing.T) {
	for number := range 2 * pitches {
		pcm := tone(media.PTime, number)
		if got := pitch(pcm); got != number%pitches {
			t.Errorf("pitch of %d = %d", number, got)
		}
		if got := loudness(pcm); got != Full {
			t.Errorf("tone of %d is %s", number, got)
		}
		for i := range pcm {
			pcm[i] /= 4 // -12 dB
		}
		if got := pitch(pcm); got != number%pitches || loudness(pcm) != Ducked {
			t.Errorf("pitch of %d ducked = %d, %s", number, got, loudness(pcm))
		}
	}
	if got := pitch(make([]int16, media.FrameSamples)); got != -1 {
		t.Errorf("pitch of silence = %d", got)
	}
	both := tone(media.PTime, 1)
	for i, v := range tone(media.PTime, 2) {
		both[i] += v
	}
	if got := loudness(both); got != Double {
		t.Errorf("two voices sound %s", got)
	}
}
