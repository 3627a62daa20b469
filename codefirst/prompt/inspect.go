package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of Inspect.
const (
	// MaxInspect bounds the whole, in bytes: about 6,000 tokens.
	MaxInspect = 24_000

	maxItems     = 10   // of an array without a summary
	maxKeys      = 20   // of an object
	maxLevels    = 10   // of objects and arrays
	maxString    = 4096 // characters of a long text
	oneLine      = 80   // bytes of an array or object in one line
	maxKeyLength = 100  // characters
	maxNames     = 2000 // bytes of the names of keys whose values are not shown
)

// Inspect is a preview of a JSON value, of at most MaxInspect bytes, for a model: it
// has small values whole, and tells of larger ones how large they are. Keys are in the
// value's order.
func Inspect(value json.RawMessage) string {
	if len(bytes.TrimSpace(value)) == 0 {
		return "undefined"
	}
	if !json.Valid(value) {
		return "(no JSON)"
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	p := printer{decoder: d}
	text := p.value(0)
	if len(text) > MaxInspect {
		const mark = "\n… (the rest is left out: look at a part of it)"
		text = head(text, MaxInspect-len(mark)) + mark
	}
	return text
}

// printer reads values off a decoder that is known to have valid JSON.
type printer struct {
	decoder *json.Decoder
	spent   int // bytes that were printed
	skipped json.RawMessage
}

// value reads the next value.
func (p *printer) value(level int) string {
	token, err := p.decoder.Token()
	if err != nil {
		return "(no JSON)"
	}
	var text string
	switch t := token.(type) {
	case json.Delim:
		switch {
		case level >= maxLevels:
			return p.deep(t)
		case t == '[':
			return p.array(level)
		}
		return p.object(level)
	case string:
		text = quoted(t)
	case nil:
		text = "null"
	default:
		text = fmt.Sprint(t)
	}
	p.spent += len(text)
	return text
}

// deep skips an object or array that is below what is shown.
func (p *printer) deep(open json.Delim) string {
	p.rest(1)
	if open == '[' {
		return "[…]"
	}
	return "{…}"
}

// rest skips to the end of depth open objects and arrays.
func (p *printer) rest(depth int) {
	for depth > 0 {
		token, err := p.decoder.Token()
		if err != nil {
			return
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
	}
}

// skip reads the next value, forgets it, and returns its kind.
func (p *printer) skip() string {
	if p.decoder.Decode(&p.skipped) != nil {
		return "nothing"
	}
	return Kind(p.skipped)
}

// Kind is what JSON holds, in the words of JavaScript.
func Kind(value json.RawMessage) string {
	switch strings.TrimSpace(string(value))[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func (p *printer) array(level int) string {
	var items []string
	kinds := make(map[string]int)
	count := 0
	for p.decoder.More() {
		count++
		if p.spent > MaxInspect {
			kinds[p.skip()]++
			continue
		}
		item := p.value(level + 1)
		kinds[kindOfText(item)]++
		items = append(items, item)
	}
	p.rest(1)
	if n := count - len(items); n > 0 {
		items = append(items, fmt.Sprintf("… (%d more items)", n))
	}
	text := bracket('[', ']', items, level)
	if count <= maxItems {
		return text
	}
	var of []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		of = append(of, fmt.Sprintf("%d %s", kinds[kind], kind))
	}
	return fmt.Sprintf("/* %d items: %s */ %s", count, strings.Join(of, ", "), text)
}

// kindOfText is the kind of a value by how it is printed.
func kindOfText(text string) string {
	switch {
	case strings.HasPrefix(text, "{"):
		return "object"
	case strings.HasPrefix(text, `"`), strings.HasPrefix(text, "/* text "):
		return "string"
	case strings.HasPrefix(text, "["), strings.HasPrefix(text, "/* "):
		return "array"
	case text == "true" || text == "false":
		return "boolean"
	case text == "null":
		return "null"
	}
	return "number"
}

func (p *printer) object(level int) string {
	var fields, names []string
	count, named := 0, 0
	for p.decoder.More() {
		token, err := p.decoder.Token()
		if err != nil {
			break
		}
		key, _ := token.(string)
		if count++; count > maxKeys || p.spent > MaxInspect {
			p.skip()
			if text := keyText(key); named+len(text) <= maxNames && p.spent <= MaxInspect {
				names, named = append(names, text), named+len(text)+2
			} else {
				named = maxNames
			}
			continue
		}
		p.spent += len(key)
		fields = append(fields, keyText(key)+": "+p.value(level+1))
	}
	p.rest(1)
	p.spent += named
	if n := count - len(fields); n > len(names) {
		names = append(names, "…")
	}
	if n := count - len(fields); n > 0 {
		fields = append(fields, fmt.Sprintf("… (%d more keys: %s)", n, strings.Join(names, ", ")))
	}
	return bracket('{', '}', fields, level)
}

// bracket is items in one line if they are short, or else each in its own.
func bracket(open, end byte, items []string, level int) string {
	length := 0
	for _, item := range items {
		if length += len(item) + 2; strings.Contains(item, "\n") {
			length = oneLine
		}
	}
	pad := ""
	if open == '{' && len(items) > 0 {
		pad = " "
	}
	if length < oneLine {
		return string(open) + pad + strings.Join(items, ", ") + pad + string(end)
	}
	indent := strings.Repeat("  ", level)
	return string(open) + "\n" + indent + "  " + strings.Join(items, ",\n"+indent+"  ") + "\n" + indent + string(end)
}

// keyText is a key as code writes it.
func keyText(key string) string {
	plain := key != "" && strings.IndexFunc(key, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$'
	}) < 0
	if plain && utf8.RuneCountInString(key) <= maxKeyLength && !unicode.IsDigit(rune(key[0])) {
		return key
	}
	return strconv.Quote(firstRunes(key, maxKeyLength))
}

// quoted is a text as code writes it: its head, and how long it is, if it is long.
func quoted(text string) string {
	count := utf8.RuneCountInString(text)
	shown := text
	if count > maxString {
		shown = firstRunes(text, maxString)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(shown); err != nil {
		return `""`
	}
	line := strings.TrimSuffix(b.String(), "\n")
	if count <= maxString {
		return line
	}
	return fmt.Sprintf("/* text of %d characters, %d words, %d lines; the first %d: */ %s",
		count, len(strings.Fields(text)), strings.Count(text, "\n")+1, maxString, line)
}

func firstRunes(text string, limit int) string {
	count := 0
	for at := range text {
		if count == limit {
			return text[:at]
		}
		count++
	}
	return text
}
