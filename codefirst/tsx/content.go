package tsx

import (
	"html"
	"strings"
	"unicode/utf8"
)

// contentKind is what a piece of what an element holds is.
type contentKind int

const (
	words     contentKind = iota // text, with its entities decoded
	tagged                       // a tag of HTML that is Markdown, which is the text
	beginning                    // the opening tag of an element, at its "<"
	ending                       // a closing tag, whose name is the text
	braced                       // an expression, at its "{"
	ticked                       // code between backticks, at the first of them
)

// content is a piece of what an element holds, of n bytes. Of what has to be read on from
// where it begins n is 0.
type content struct {
	kind contentKind
	n    int
	text string
}

// contentOf is what rest begins with, in an element of that name. If rest is not the whole
// of what follows, it is words of 0 bytes where more has to come before it is known.
func contentOf(rest, name string, whole bool) content {
	switch {
	case rest[0] == '{':
		return content{kind: braced}
	case rest[0] == '`':
		return content{kind: ticked}
	case rest[0] != '<':
		return wordsOf(rest, whole)
	case strings.HasPrefix(rest, "</"):
		return endingOf(rest, name, whole)
	}
	after := strings.TrimLeft(rest[1+nameLength(rest[1:]):], " \t\r\n")
	if !whole && (after == "" || after == "/" || strings.HasPrefix("extends ", after) || !utf8.FullRuneInString(rest[1:])) {
		return content{}
	}
	if text, n := htmlTag(rest); n > 0 && !(name == "ol" && strings.HasPrefix(rest, "<li")) {
		return content{tagged, n, text}
	}
	if !elementBegins(rest) {
		return content{words, 1, "<"}
	}
	return content{kind: beginning}
}

// endingOf is the closing tag that rest begins with.
func endingOf(rest, name string, whole bool) content {
	n := strings.IndexByte(rest, '>') + 1
	if n == 0 && !whole {
		return content{}
	}
	tag := strings.TrimSpace(rest[2:max(n-1, 2)])
	if mark, ok := markdown[strings.ToLower(tag)]; ok && tag != name {
		return content{tagged, n, mark.close}
	}
	return content{ending, n, tag}
}

// wordsOf is the text that rest begins with, but for an entity or a character at its end
// that may go on.
func wordsOf(rest string, whole bool) content {
	n := len(rest)
	if i := strings.IndexAny(rest[1:], "<{`"); i >= 0 {
		n = i + 1
	} else if !whole {
		if i := strings.LastIndexByte(rest, '&'); i >= 0 && strings.TrimLeft(rest[i+1:], "#"+alphanumeric) == "" {
			n = i
		}
		for i := max(0, n-utf8.UTFMax); i < n; i++ {
			if !utf8.FullRuneInString(rest[i:n]) {
				n = i
			}
		}
	}
	return content{words, n, html.UnescapeString(rest[:n])}
}

const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
