package chat

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	openTag  = '【'
	closeTag = '】'
	maxTag   = 64 // bytes
	// dagger begins, in the tags of other systems, what the source is called: 【0†source】.
	dagger = "†"
)

// Citations are the sources that a model may cite by tags such as 【0】 and 【0,2】. It
// is safe for concurrent use; the zero value has none.
type Citations struct {
	mu      sync.Mutex
	sources []any
}

// Cited is a source that a text cites.
type Cited struct {
	// ID is the source's, or -1 if there is none of that number; Source is nil then.
	ID int
	// Offset is where the tag was, in bytes of the text without tags.
	Offset int
	Source any
}

// Register adds a source, and returns its number and the tag that cites it.
func (c *Citations) Register(source any) (id int, tag string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sources = append(c.sources, source)
	id = len(c.sources) - 1
	return id, tagOf(strconv.Itoa(id))
}

// Extract is text without its tags, and what they cite, in order. See Stripper.
func (c *Citations) Extract(text string) (string, []Cited) {
	var b strings.Builder
	var all []Cited
	s := Stripper{tag: func(inner string) {
		numbers, _, _ := strings.Cut(inner, dagger)
		for id := range strings.FieldsFuncSeq(numbers, func(r rune) bool { return r == ',' || r == ' ' }) {
			all = append(all, c.cited(id, b.Len()))
		}
	}, out: &b}
	s.Write(text)
	s.Close()
	return b.String(), all
}

func (c *Citations) cited(number string, offset int) Cited {
	c.mu.Lock()
	defer c.mu.Unlock()
	id, err := strconv.Atoi(number)
	if err != nil || id >= len(c.sources) {
		return Cited{ID: -1, Offset: offset}
	}
	return Cited{ID: id, Offset: offset, Source: c.sources[id]}
}

func tagOf(inner string) string { return string(openTag) + inner + string(closeTag) }

// Stripper is text without its tags as it comes in pieces: it holds back what may become
// a tag. What begins like a tag, with a number, and does not end like one is taken for a
// tag cut in half and is left out as well; other text in such brackets stays. The zero
// value is ready. It is for one goroutine.
type Stripper struct {
	held  string            // from the bracket on
	digit bool              // held has one
	named bool              // held has a dagger after it
	part  string            // bytes of a character that is not whole
	tag   func(held string) // is told of each tag
	out   *strings.Builder  // where the text goes, if not to the caller
}

// Write adds a piece, and returns what is known to be text.
func (s *Stripper) Write(piece string) string {
	var own strings.Builder
	out := s.out
	if out == nil {
		out = &own
	}
	piece = s.part + piece
	s.part = ""
	for len(piece) > 0 {
		if s.held == "" {
			if at := strings.IndexByte(piece, string(openTag)[0]); at != 0 {
				if at < 0 {
					at = len(piece)
				}
				out.WriteString(piece[:at])
				piece = piece[at:]
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(piece)
		if r == utf8.RuneError && !utf8.FullRuneInString(piece) {
			s.part = piece
			break
		}
		s.rune(out, r, piece[:size])
		piece = piece[size:]
	}
	return own.String()
}

func (s *Stripper) rune(out *strings.Builder, r rune, text string) {
	if s.held != "" {
		if r == closeTag && (s.digit || len(s.held) == len(string(openTag))) {
			if s.tag != nil {
				s.tag(strings.TrimPrefix(s.held, string(openTag)))
			}
			s.held, s.digit, s.named = "", false, false
			return
		}
		digit := r >= '0' && r <= '9'
		s.named = s.named || s.digit && text == dagger
		if (digit || r == ',' || r == ' ' || r == ':' && s.digit || s.named && r != openTag && r != '\n') && len(s.held) < maxTag {
			s.held, s.digit = s.held+text, s.digit || digit
			return
		}
		if !s.digit && r != openTag { // or else the rest might become a tag
			out.WriteString(s.held)
		}
		s.held, s.digit, s.named = "", false, false
	}
	if r == openTag {
		s.held = text
		return
	}
	out.WriteString(text)
}

// Close ends the text, and returns the rest of it. Half a tag is no text. The Stripper
// is ready for another.
func (s *Stripper) Close() string {
	rest := s.part
	if s.held != "" && rest == "" || strings.HasPrefix(string(openTag), rest) {
		rest = ""
	}
	s.held, s.digit, s.named, s.part = "", false, false, ""
	if s.out != nil {
		s.out.WriteString(rest)
		return ""
	}
	return rest
}
