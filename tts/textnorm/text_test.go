package textnorm

import (
	"slices"
	"strings"
	"testing"
)

// TestEnd holds the way back from each word said to the text as written.
func TestEnd(t *testing.T) {
	text := "“Café” costs $9.99 😀 at www.a.com/b, Dr. Q3's…  "
	got := New("en", nil).Normalise(text)
	var spans []string
	last := 0
	for i := range got.Said {
		if i > 0 && got.Said[i] == ' ' {
			if end := got.End(i); end > last {
				spans = append(spans, text[last:end])
				last = end
			}
		}
	}
	spans = append(spans, text[last:got.End(len(got.Said))])
	want := []string{"“Café”", " costs", " $9.99", " 😀 at", " www.a.com/b,", " Dr.", " Q3's…  "}
	if !slices.Equal(spans, want) {
		t.Errorf("%q as %q:\n got %q\nwant %q", text, got.Said, spans, want)
	}
}

// TestEndInsideWords holds that no part of a word counts as said.
func TestEndInsideWords(t *testing.T) {
	got := New("en", nil).Normalise("Pay $20 now")
	for at, want := range map[int]string{
		0: "", 2: "", 3: "Pay", len("Pay twen"): "Pay", len("Pay twenty"): "Pay", len("Pay twenty dollars"): "Pay $20",
		len("Pay twenty dollars no"): "Pay $20", 99: "Pay $20 now", -5: "",
	} {
		if end := got.End(at); "Pay $20 now"[:end] != want {
			t.Errorf("byte %d of %q is %q, want %q", at, got.Said, "Pay $20 now"[:end], want)
		}
	}
	if got := New("ja", nil).Normalise("日本語です"); got.End(len("日本")) != len("日本") {
		t.Errorf("a script without spaces is taken for one word: %d", got.End(len("日本")))
	}
}

func TestPronunciations(t *testing.T) {
	s := New("en", map[string]string{"SQL": "sequel", "New York": "noo york", "York": "yorrik", "Q3": "third quarter",
		".NET": "dot net", "x ": ""})
	checkSayings(t, s, []saying{
		{"sql and SQL's SQLite", "sequel and sequel's SQLite"},
		{"New York, new york or York", "noo york, noo york or yorrik"},
		{"In Q3, .NET 8", "In third quarter, dot net eight"},
		{"x stays", "x stays"},
	})
	text := "See New York now"
	got := s.Normalise(text)
	if end := got.End(len("See noo")); text[:end] != "See" {
		t.Errorf("half of a pronunciation counts as %q", text[:end])
	}
	if !strings.HasPrefix(got.Said, "See noo york") {
		t.Errorf("said %q", got.Said)
	}
}
