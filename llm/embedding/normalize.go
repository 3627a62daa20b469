package embedding

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// stage is a step of a normalizer or a pre_tokenizer in tokenizer.json.
type stage struct {
	Type          string  `json:"type"`
	Normalizers   []stage `json:"normalizers"`
	PreTokenizers []stage `json:"pretokenizers"`

	// Of a BertNormalizer; accents follow lowercase where nothing is said.
	Lowercase    *bool `json:"lowercase"`
	StripAccents *bool `json:"strip_accents"`

	// Of a Replace.
	Pattern struct {
		String *string `json:"String"`
		Regex  *string `json:"Regex"`
	} `json:"pattern"`
	Content string `json:"content"`

	// Of a Metaspace.
	Replacement string `json:"replacement"`
	Prepend     string `json:"prepend_scheme"`
	Prefix      *bool  `json:"add_prefix_space"`
}

// Bounds of the stages.
const (
	mostStages  = 128 // one for each mark of ASCII, and some
	mostNested  = 4
	mostPattern = 64 // bytes
)

// normalizers appends what a stage does to text. Of BertNormalizer the cleaning and
// the spaces round Chinese signs are always done; a Precompiled map is taken to be
// SentencePiece's nmt_nfkc, which nearly all are.
func normalizers(out []func(string) string, s stage, nested int) ([]func(string) string, error) {
	if nested > mostNested || len(out) >= mostStages {
		return nil, errors.New("its normalizer has too many parts")
	}
	switch s.Type {
	case "Sequence":
		var err error
		for _, part := range s.Normalizers {
			if out, err = normalizers(out, part, nested+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	case "BertNormalizer":
		out = append(out, clean)
		lower := s.Lowercase == nil || *s.Lowercase
		if s.StripAccents == nil && lower || s.StripAccents != nil && *s.StripAccents {
			out = append(out, stripAccents)
		}
		if lower {
			out = append(out, strings.ToLower)
		}
		return out, nil
	case "Replace":
		f, err := replace(s)
		return append(out, f), err
	}
	if f, ok := plain[s.Type]; ok {
		return append(out, f), nil
	}
	return nil, fmt.Errorf("its normalizer %q is not known here", s.Type)
}

// plain are the normalizers that need not be told anything.
var plain = map[string]func(string) string{
	"Lowercase": strings.ToLower, "StripAccents": stripMarks, "Strip": strings.TrimSpace, "Nmt": bare,
	"NFC": norm.NFC.String, "NFD": norm.NFD.String, "NFKC": norm.NFKC.String, "NFKD": norm.NFKD.String,
	"Precompiled": func(text string) string { return norm.NFKC.String(bare(text)) },
}

// bare makes white space and signs without width spaces, and drops controls, as
// SentencePiece's nmt rules do.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r >= 0x200b && r <= 0x200f, r == 0x2581, r == 0xfeff, r == utf8.RuneError:
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, text)
}

func replace(s stage) (func(string) string, error) {
	switch p := s.Pattern; {
	case len(s.Content) > mostPattern:
		return nil, errors.New("its normalizer replaces by too long a text")
	case p.String != nil && *p.String != "" && len(*p.String) <= mostPattern:
		return func(text string) string { return strings.ReplaceAll(text, *p.String, s.Content) }, nil
	case p.Regex != nil && len(*p.Regex) <= mostPattern:
		pattern, err := regexp.Compile(*p.Regex)
		if err != nil {
			return nil, fmt.Errorf("its normalizer: %w", err)
		}
		return func(text string) string { return pattern.ReplaceAllLiteralString(text, s.Content) }, nil
	}
	return nil, errors.New("its normalizer replaces nothing, or by too long a pattern")
}

// clean makes white space spaces, drops what is no sign, and sets Chinese signs
// apart, which are words.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == 0, r == utf8.RuneError, unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, text)
	if strings.IndexFunc(text, isHan) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isHan(r) {
			b.WriteString(" " + string(r) + " ")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isHan(r rune) bool { return r >= 0x3400 && unicode.Is(unicode.Han, r) }

func stripAccents(text string) string { return stripMarks(norm.NFD.String(text)) }

func stripMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
}

// splitter cuts a text into words: at white space, and at marks where they are
// words of their own.
type splitter struct {
	marks bool
	begin string // what a vocabulary has before the pieces that begin a word
}

// learn takes up a stage of the pre_tokenizer.
func (s *splitter) learn(p stage, nested int) error {
	switch p.Type {
	case "Sequence":
		if nested >= mostNested || len(p.PreTokenizers) > mostStages {
			return errors.New("its pre_tokenizer has too many parts")
		}
		for _, part := range p.PreTokenizers {
			if err := s.learn(part, nested+1); err != nil {
				return err
			}
		}
		return nil
	case "BertPreTokenizer", "Punctuation":
		s.marks = true
		return nil
	case "WhitespaceSplit":
		return nil
	case "Metaspace":
		if p.Prepend == "never" || p.Prefix != nil && !*p.Prefix || len(p.Replacement) > utf8.UTFMax {
			return errors.New("its Metaspace does not mark where words begin")
		}
		s.begin = p.Replacement
		return nil
	}
	return fmt.Errorf("its pre_tokenizer %q is not known here", p.Type)
}

// words yields the words of a text.
func (s *splitter) words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		word := func(to int) bool { return from == to || yield(s.begin+text[from:to]) }
		for i, r := range text {
			if !unicode.IsSpace(r) && !(s.marks && isMark(r)) {
				continue
			}
			if !word(i) {
				return
			}
			from = i
			if n := i + utf8.RuneLen(r); unicode.IsSpace(r) {
				from = n
			} else if !word(n) {
				return
			} else {
				from = n
			}
		}
		word(len(text))
	}
}

// isMark reports whether r is a mark, as BERT counts them: of ASCII all that is no
// letter, digit or space.
func isMark(r rune) bool {
	if r < 0x80 {
		return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != 0x7f
	}
	return unicode.IsPunct(r)
}
