package parley_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parley"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"plain, even in Ελληνικά and 日本語":                    "plain, even in Ελληνικά and 日本語",
		"two\nlines\tand a tab":                              "two\nlines\tand a tab",
		"dos\r\nmac\rnext\u0085line":                         "dos\nmac\nnext\nline",
		"\x1b[31mred\x1b[0m and \x1b[1;4mx":                  "red and x",
		"\u009b31mred":                                       "red",
		"\x1b]0;a title\x07after":                            "after",
		"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\":           "link",
		"\x1bPsecret\u009cafter":                             "after",
		"\x1b]no end\nnext":                                  "\nnext",
		"\x1b(Bcharset \x1bcreset":                           "charset reset",
		"cut \x1b[3":                                         "cut ",
		"cut \x1b":                                           "cut ",
		"bell\a, back\b, del\x7f, nul\x00":                   "bell, back, del, nul",
		"a\u202eb\u202c \u2066c\u2069 \u200ed\u200f \u061ce": "ab c d e",
		"\ufeffbom, soft\u00adhyphen, \u2060joined":          "bom, softhyphen, joined",
		"tags\U000E0041\U000E0042":                           "tags",
		"می\u200cخواهم":                                      "می\u200cخواهم",
		"क्\u200dष":                                          "क्\u200dष",
		"👩\u200d💻 and ❤\ufe0f\u200d🔥":                        "👩\u200d💻 and ❤\ufe0f\u200d🔥",
		"\u200d\u200d a\u200d\u200d\u200db":                  " a\u200db",
		"bad \xff\xfe bytes":                                 "bad \uFFFD\uFFFD bytes",
		"\u06dd٣":                                            "\u06dd٣",
		"up\vand\fdown":                                      "up and down",
	} {
		if got := parley.Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
	if got := parley.OneLine(" a\x1b[31m \n👩\u200d💻\u202e b "); got != "a 👩\u200d💻 b" {
		t.Errorf("OneLine = %q", got)
	}
}

// FuzzPlain holds that nothing a terminal obeys is left, that what is plain stays,
// and that an escape sequence in pieces is known for one.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"\x1b[31mred", "\x1b]0;t\x07", "a\u202eb", "\x9b", "\u009b1m", "\x1b\x1b[[m", strings.Repeat("\x1b]x", 200)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := parley.Plain(s)
		odd := strings.IndexFunc(got, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
		})
		if odd >= 0 || !utf8.ValidString(got) || len(got) > 3*len(s) {
			t.Errorf("Plain(%q) = %q", s, got)
		}
		if again := parley.Plain(got); again != got {
			t.Errorf("Plain(%q) = %q, and of that %q", s, got, again)
		}
		if n, _ := parley.Escape(s); n > len(s) {
			t.Errorf("Escape(%q) = %d", s, n)
		}
	})
}
