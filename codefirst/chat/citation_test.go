package chat_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/codefirst/chat"
)

func sources(n int) *chat.Citations {
	c := new(chat.Citations)
	for i := range n {
		c.Register(fmt.Sprint("source ", i))
	}
	return c
}

func TestCitationsAreTakenOutOfText(t *testing.T) {
	for _, test := range []struct{ name, text, want, cited string }{
		{"none", "plain", "plain", ""},
		{"empty", "", "", ""},
		{"one", "It rains【0】.", "It rains.", "0@8"},
		{"at the start", "【1】So", "So", "1@0"},
		{"at the end", "So【1】", "So", "1@2"},
		{"two", "a【0】b【2】", "ab", "0@1 2@2"},
		{"side by side", "a【0】【1】b", "ab", "0@1 1@1"},
		{"several in one", "a【0,1,3】b", "ab", "0@1 1@1 3@1"},
		{"spaces", "a【 0 , 1 】b", "ab", "0@1 1@1"},
		{"unknown", "a【99】b", "ab", "-1@1"},
		{"a number that is too large", "a【99999999999999999999】b", "ab", "-1@1"},
		{"known and unknown", "a【0,99】", "a", "0@1 -1@1"},
		{"empty tag", "a【】b", "ab", ""},
		{"offsets are bytes", "äö【0】", "äö", "0@4"},
		{"other brackets", "【重要】 and 【note】", "【重要】 and 【note】", ""},
		{"not closed", "a【0", "a", ""},
		{"half a tag, then text", "a【0 b", "ab", ""},
		{"a tag within half a tag", "a【0【1】b", "ab", "1@1"},
		{"only opened", "a【", "a", ""},
		{"what would become a tag", "a【【0】1】", "a1】", "0@1"},
		{"another system's", "a【0†source】b【1†L3-L7】", "ab", "0@1 1@2"}, // OpenAI's file search
		{"another system's, of an answer", "a【4:0†report (2).pdf】b", "ab", "-1@1"},
		{"a name without a number", "a【source†0】b", "a【source†0】b", ""},
		{"a name that is cut off", "a【0†sour", "a", ""},
		{"a name over lines", "a【0†x\ny", "a\ny", ""},
		{"closed only", "a】b", "a】b", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, cited := sources(4).Extract(test.text)
			var all []string
			for _, c := range cited {
				all = append(all, fmt.Sprintf("%d@%d", c.ID, c.Offset))
				if want := fmt.Sprint("source ", c.ID); c.ID >= 0 && c.Source != want || c.ID < 0 && c.Source != nil {
					t.Errorf("source of %d is %v", c.ID, c.Source)
				}
			}
			if at := strings.Join(all, " "); got != test.want || at != test.cited {
				t.Errorf("Extract = %q, %s; want %q, %s", got, at, test.want, test.cited)
			}
			if s := strip(test.text); s != test.want {
				t.Errorf("Strip = %q, want %q", s, test.want)
			}
		})
	}
}

func TestSourcesAreNumbered(t *testing.T) {
	c := new(chat.Citations)
	for want := range 3 {
		if id, tag := c.Register(want); id != want || tag != fmt.Sprintf("【%d】", want) {
			t.Errorf("Register = %d, %s", id, tag)
		}
	}
}

func TestSpeechNeverHasHalfATag(t *testing.T) {
	const text = "It rains【0】 in Graz【1,2】, says 【重要】 äö【3"
	var s chat.Stripper
	var b strings.Builder
	for i := range len(text) { // bytes, so that characters come in pieces too
		piece := s.Write(text[i : i+1])
		if strings.ContainsAny(piece, "0123") {
			t.Errorf("at %d, %q came out", i, piece)
		}
		b.WriteString(piece)
	}
	b.WriteString(s.Close())
	if got := b.String(); got != "It rains in Graz, says 【重要】 äö" {
		t.Errorf("spoken is %q", got)
	}
}

// strip is text without its tags, in one piece.
func strip(text string) string {
	var s chat.Stripper
	return s.Write(text) + s.Close()
}

func FuzzStripper(f *testing.F) {
	f.Add("a【0】b【1,2】c【3", uint8(3))
	f.Add("【重要】\xe3\x80", uint8(1))
	f.Add("【0【】】\xe3【 ,1", uint8(2))
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		var s chat.Stripper
		var b strings.Builder
		for rest, n := text, max(1, int(size)); rest != ""; {
			n = min(n, len(rest))
			b.WriteString(s.Write(rest[:n]))
			rest = rest[n:]
		}
		b.WriteString(s.Close())
		want := strip(text)
		if b.String() != want {
			t.Errorf("in pieces of %d, %q is %q, whole %q", size, text, b.String(), want)
		}
		cleaned, cited := sources(3).Extract(text)
		if cleaned != want {
			t.Errorf("Extract(%q) = %q, Strip %q", text, cleaned, want)
		}
		if !utf8.ValidString(text) {
			return
		}
		if strip(cleaned) != cleaned || len(cited) > len(text) {
			t.Errorf("of %q, %q is taken out once more", cleaned, strip(cleaned))
		}
	})
}

func BenchmarkStripper(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		var s chat.Stripper
		for range 20 {
			s.Write("some words ")
			s.Write("【1")
			s.Write("】")
		}
		s.Close()
	}
}
