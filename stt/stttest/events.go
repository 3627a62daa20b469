package stttest

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parley/media"
	"parley/stt"
)

// utterance reads the events of utterance id up to its final, holding each to
// the contract; length is that of its audio.
func (k *kit) utterance(t testing.TB, s stt.Stream, id uint64, length time.Duration) (interims int, final stt.Event) {
	t.Helper()
	for {
		e := k.next(t, s)
		if e.Utterance != id {
			t.Fatalf("event of utterance %d (final: %t), want the events of %d up to its final", e.Utterance, e.Final, id)
		}
		checkEvent(t, e, length)
		if e.Final {
			return interims, e
		}
		interims++
	}
}

func checkEvent(t testing.TB, e stt.Event, length time.Duration) {
	t.Helper()
	if !utf8.ValidString(e.Text) {
		t.Errorf("text %q is not UTF-8", e.Text)
	}
	if e.Confidence < 0 || e.Confidence > 1 {
		t.Errorf("confidence %v, want 0-1", e.Confidence)
	}
	if !e.Final {
		if e.Err != nil || e.Took != 0 {
			t.Errorf("an interim has Err %v and Took %v", e.Err, e.Took)
		}
		return
	}
	if e.Took < 0 {
		t.Errorf("the final took %v", e.Took)
	}
	if e.Err != nil && e.Text != "" {
		t.Errorf("a final with Err %v has %d bytes of text, want none", e.Err, len(e.Text))
	}
	var last stt.Word
	for _, w := range e.Words {
		if w.Start < last.Start || w.End < w.Start || w.Start < 0 || w.End > length+media.PTime {
			t.Errorf("word from %v to %v after one from %v, in audio of %v", w.Start, w.End, last.Start, length)
		}
		if w.Confidence < 0 || w.Confidence > 1 {
			t.Errorf("confidence %v of a word, want 0-1", w.Confidence)
		}
		last = w
	}
}

// hear is the text heard in a recording.
func (k *kit) hear(t testing.TB, s stt.Stream, id uint64, r Recording) string {
	t.Helper()
	say(s, id, r.PCM)
	_, e := k.utterance(t, s, id, media.Duration(len(r.PCM)))
	if e.Err != nil {
		t.Errorf("recording %d could not be recognised: %v", id, e.Err)
	}
	return e.Text
}

// plain is text as words to compare: lower case, without punctuation.
func plain(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '\'' && !('a' <= r && r <= 'z') && !('0' <= r && r <= '9') && r < utf8.RuneSelf
	})
}

// WordErrors is the least number of words to insert, delete or replace to turn
// got into want, and the number of words of want. Case and ASCII punctuation
// do not count.
func WordErrors(want, got string) (wrong, words int) {
	w, g := plain(want), plain(got)
	row := make([]int, len(g)+1)
	for j := range row {
		row[j] = j
	}
	for i := range w {
		diagonal := row[0]
		row[0] = i + 1
		for j := range g {
			cost := diagonal
			if w[i] != g[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(g)], len(w)
}
