package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	openTag  = '【'
	closeTag = '】'
	maxTag   = 64 // bytes
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
	// Path is the JSON Pointer of the text, for those of ExtractValue.
	Path string
}

// Register adds a source, and returns its number and the tag that cites it.
func (c *Citations) Register(source any) (id int, tag string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sources = append(c.sources, source)
	id = len(c.sources) - 1
	return id, tagOf(strconv.Itoa(id))
}

// Extract is text without its tags, and what they cite, in order. See Strip.
func (c *Citations) Extract(text string) (string, []Cited) {
	var b strings.Builder
	var all []Cited
	s := Stripper{tag: func(inner string) {
		for id := range strings.FieldsFuncSeq(inner, func(r rune) bool { return r == ',' || r == ' ' }) {
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

// ExtractValue is Extract for every text in a JSON value but the keys of objects,
// which keep their order. The error is of a value that is no JSON.
func (c *Citations) ExtractValue(value json.RawMessage) (json.RawMessage, []Cited, error) {
	if !json.Valid(value) {
		return nil, nil, fmt.Errorf("extract citations: the value is no JSON")
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	w := valueWriter{c: c}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return w.out.Bytes(), w.all, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("extract citations: %w", err)
		}
		if err := w.token(token); err != nil {
			return nil, nil, fmt.Errorf("extract citations: %w", err)
		}
	}
}

// valueWriter writes the tokens of a JSON value again.
type valueWriter struct {
	c     *Citations
	out   bytes.Buffer
	all   []Cited
	stack []level
}

// level is an object or a list that is open.
type level struct {
	object bool
	count  int    // of the tokens right in it
	key    string // of the value that comes
}

func (w *valueWriter) token(token json.Token) error {
	if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
		w.stack = w.stack[:len(w.stack)-1]
		w.out.WriteRune(rune(d))
		return nil
	}
	isKey := w.before(token)
	switch t := token.(type) {
	case json.Delim:
		w.out.WriteRune(rune(t))
		w.stack = append(w.stack, level{object: t == '{'})
		return nil
	case string:
		if !isKey {
			text, cited := w.c.Extract(t)
			for i := range cited {
				cited[i].Path = w.path()
			}
			w.all, token = append(w.all, cited...), text
		}
	}
	enc := json.NewEncoder(&w.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(token); err != nil {
		return err
	}
	w.out.Truncate(w.out.Len() - 1) // the encoder's newline
	return nil
}

// before writes what separates a token from the last, and reports whether it is a key.
func (w *valueWriter) before(token json.Token) (isKey bool) {
	if len(w.stack) == 0 {
		return false
	}
	at := &w.stack[len(w.stack)-1]
	isKey = at.object && at.count%2 == 0
	switch {
	case at.object && !isKey:
		w.out.WriteByte(':')
	case at.count > 0:
		w.out.WriteByte(',')
	}
	if isKey {
		at.key, _ = token.(string)
	}
	at.count++
	return isKey
}

func (w *valueWriter) path() string {
	var b strings.Builder
	for _, at := range w.stack {
		b.WriteByte('/')
		if at.object {
			b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(at.key))
		} else {
			b.WriteString(strconv.Itoa(at.count - 1))
		}
	}
	return b.String()
}

// AddBack puts the tags of cited back into a text from which Extract took them.
// Sources of one place share a tag; unknown ones have none, and offsets beyond the
// text mean its end.
func AddBack(text string, cited []Cited) string {
	all := slices.Clone(cited)
	slices.SortStableFunc(all, func(a, b Cited) int { return a.Offset - b.Offset })
	var b strings.Builder
	last := 0
	for len(all) > 0 {
		same := 0
		var ids []string
		for ; same < len(all) && all[same].Offset == all[0].Offset; same++ {
			if all[same].ID >= 0 {
				ids = append(ids, strconv.Itoa(all[same].ID))
			}
		}
		at := min(max(all[0].Offset, last), len(text))
		b.WriteString(text[last:at])
		if last = at; len(ids) > 0 {
			b.WriteString(tagOf(strings.Join(ids, ",")))
		}
		all = all[same:]
	}
	return b.String() + text[last:]
}

func tagOf(inner string) string { return string(openTag) + inner + string(closeTag) }

// Strip is text without its tags. What begins like a tag, with a number, and does not
// end like one is taken for a tag cut in half and is left out as well; other text in
// such brackets stays.
func Strip(text string) string {
	var s Stripper
	return s.Write(text) + s.Close()
}

// Stripper is Strip for a text that comes in pieces: it holds back what may become a
// tag. The zero value is ready. It is for one goroutine.
type Stripper struct {
	held  string            // from the bracket on
	digit bool              // held has one
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
			s.held, s.digit = "", false
			return
		}
		digit := r >= '0' && r <= '9'
		if (digit || r == ',' || r == ' ') && len(s.held) < maxTag {
			s.held, s.digit = s.held+text, s.digit || digit
			return
		}
		if !s.digit && r != openTag { // or else the rest might become a tag
			out.WriteString(s.held)
		}
		s.held, s.digit = "", false
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
	s.held, s.digit, s.part = "", false, ""
	if s.out != nil {
		s.out.WriteString(rest)
		return ""
	}
	return rest
}
