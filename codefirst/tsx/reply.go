package tsx

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What stands around the code in a reply is talk: words before and after it, the marks and
// fences that it stands in. Code finds the code in it. Thoughts are gone by then
// (package llm/words).

var (
	// beginMark and endMark are the marks, with their square, or alone in a line without it.
	beginMark = regexp.MustCompile(`■[ \t]*fn_start|(?m:^[ \t]*\W?fn_start\W?[ \t]*$)`)
	endMark   = regexp.MustCompile(`■[ \t]*fn_end|(?m:^[ \t]*\W?fn_end\W?[ \t]*$)`)
	fence     = regexp.MustCompile("^[ \t]*(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$")
	// statementLine is how a line begins or stands that only code has.
	statementLine = regexp.MustCompile(`^\s*(?:yield\s*[\w<({*'"]|return\s*(?:[{('"\[;]|await\b|$)|return\s+[\w.$]+(?:\(.*|;)?\s*$|` +
		`(?:const|let|var)\s[^.]*?=|await\s+[\w.$]+\s*\(|(?:if|for|while|switch)\s*\(|try\s*\{|import\s.*['"]|export\s|` +
		`(?:async\s+)?function\b[\s\w*]*\(|(?:abstract\s+)?class\s+\w+.*\{|\(?(?:async\s*)?\(.*\)\s*=>|[\w.$]+\([^)]*\)\s*;?\s*$|` +
		`<[A-Z]\w*[\s/>]|['"]?action['"]?\s*:|\{.*['"]?action['"]?\s*:|throw\s+new\b)`)
	// prose is how a line of talk begins: words, or one word with a mark after it.
	prose = regexp.MustCompile(`^\s*(?:[-*#>]+\s+|\d+[.)]\s+)?\**(\p{L}[\p{L}'’-]*)\**(?:,? +\**\p{L}|[!?.…]+(?:\s|$)|,$|:\s*$)`)
	// markup is how a line of Markdown begins that is no code.
	markup = regexp.MustCompile(`^\s*(?:\*\*|#{1,6}\s|>\s|[-*•]\s+\**\p{L}|\d+[.)]\s+\p{L})`)
	// speaker is who is said to speak, before code in the same line.
	speaker = regexp.MustCompile(`^(?i:assistant|ai|bot|model)\s*:[ \t]*`)
)

// keywords begin a line of code as a word begins one of talk.
var keywords = append([]string{"async", "await", "else", "case", "default", "new", "static", "typeof", "using",
	"public", "private", "readonly", "catch", "finally", "in", "of"},
	statements...)

// Code is the code in what a model wrote: what is between the marks, or in fences of
// Markdown, or what is left when talk is taken off. Of several blocks it is
// all of them, in order, if they are parts of one program, or else the last.
func Code(reply string) string {
	text := reply
	if at := beginMark.FindStringIndex(text); at != nil {
		text = text[at[1]:]
		if end := endMark.FindStringIndex(text); end != nil {
			text = text[:end[0]]
		}
	} else if end := endMark.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	text = strings.Trim(text, " \t\r\n")
	if code, ok := fenced(text); ok {
		return code
	}
	return strings.Trim(untalked(untagged(text)), " \t\r\n")
}

// Ended reports whether a reply has the mark or the fence that ends its code.
func Ended(reply string) bool {
	if endMark.MatchString(reply) {
		return true
	}
	blocks := blocksOf(reply)
	return len(blocks) > 0 && blocks[len(blocks)-1].ended
}

// Words is a reply that is words and no code.
func Words(reply string) (string, bool) {
	text := strings.TrimSpace(reply)
	if text == "" || strings.IndexByte("{[<", text[0]) >= 0 || beginMark.MatchString(text) || len(blocksOf(text)) > 0 {
		return "", false
	}
	first := text
	if at := strings.IndexByte(text, '\n'); at >= 0 {
		first = text[:at]
	}
	if slices.ContainsFunc(strings.Split(text, "\n"), statementLine.MatchString) || !talks(first) {
		return "", false
	}
	return text, true
}

// Complete reports whether words end as a sentence does.
func Complete(words string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(words))
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(",;:-–—(/&", r)
}

// fencedBlock is one in a reply.
type fencedBlock struct {
	language, text string
	before         string // what stands before the first
	ended          bool
}

// languages are the names that fences of code have.
var languages = strings.Fields("tsx ts typescript jsx js javascript typescriptreact javascriptreact mjs mts")

// maxBlocks bounds the blocks of a reply.
const maxBlocks = 32

// blocksOf are the blocks in text, the first maxBlocks.
func blocksOf(text string) []fencedBlock {
	var all []fencedBlock
	var b *fencedBlock
	mark, nested, before := "", 0, ""
	for line := range strings.Lines(text) {
		m := fence.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		switch {
		case len(all) == maxBlocks:
			return all
		case b == nil && m == nil:
			before += line
		case b == nil:
			language, _, _ := strings.Cut(strings.ToLower(m[2]), " ")
			b, mark, nested = &fencedBlock{language: language, before: before}, m[1], 0
		case m != nil && m[1][0] == mark[0] && len(m[1]) >= len(mark) && (m[2] != "" || nested > 0):
			if nested--; m[2] != "" {
				nested += 2
			}
			b.text += line
		case m != nil && m[1][0] == mark[0] && len(m[1]) >= len(mark):
			b.ended = true
			all, b, before = append(all, *b), nil, ""
		default:
			b.text += line
		}
	}
	if b != nil {
		all = append(all, *b)
	}
	return all
}

// fenced is the code in the blocks of text, if it is in blocks.
func fenced(text string) (string, bool) {
	blocks := blocksOf(text)
	if len(blocks) == 0 {
		return "", false
	}
	if before := blocks[0].before; slices.ContainsFunc(strings.Split(before, "\n"), statementLine.MatchString) {
		u, err := Read(before, nil)
		if err != nil {
			return "", false
		}
		if _, flawed := u.Flaw(); flawed {
			return "", false // the fence is in a text of the code's
		}
		if !slices.Contains(languages, blocks[0].language) {
			return strings.Trim(untalked(before), " \t\r\n"), true // it ends the code
		}
	}
	for _, of := range [][]string{languages, {""}} {
		var kept []string
		for _, b := range blocks {
			if slices.Contains(of, b.language) {
				kept = append(kept, strings.Trim(b.text, " \t\r\n"))
			}
		}
		if len(kept) > 0 {
			return joined(kept), true
		}
	}
	return strings.Trim(blocks[0].text, " \t\r\n"), true
}

// joined is one program of blocks, without those that another repeats.
func joined(blocks []string) string {
	var kept []string
	for i, b := range blocks {
		if !slices.ContainsFunc(blocks[i+1:], func(later string) bool { return strings.Contains(later, b) }) {
			kept = append(kept, b)
		}
	}
	seen := make(map[string]bool)
	for _, b := range kept {
		for _, name := range declaredBy(b) {
			if seen[name] {
				return kept[len(kept)-1]
			}
			seen[name] = true
		}
	}
	return strings.Join(kept, "\n")
}

// declaredBy are the names that code declares for all that follows it.
func declaredBy(source string) []string {
	s, err := scan(source, nil)
	if err != nil {
		return nil
	}
	p := arrange(s)
	var names []string
	for i, t := range p.tokens {
		if t.in < 0 && t.is("const", "let", "class", "function") && p.before(i+1).word() {
			names = append(names, p.tokens[i+1].text)
		}
	}
	return names
}

// untagged is text without a tag around it, such as <code>.
func untagged(text string) string {
	n := 0
	if strings.HasPrefix(text, "<") {
		n = nameLength(text[1:])
	}
	if n == 0 || unicode.IsUpper(firstRune(text[1:])) || !strings.HasPrefix(text[1+n:], ">") {
		return text
	}
	inner, after, ended := strings.Cut(text[2+n:], "</"+text[1:1+n]+">")
	if coded := func(s string) bool { return slices.ContainsFunc(strings.Split(s, "\n"), statementLine.MatchString) }; coded(inner) &&
		(!ended || !coded(after)) {
		return strings.Trim(inner, "\r\n")
	}
	return text
}

// talks reports whether a line is talk.
func talks(line string) bool {
	m := prose.FindStringSubmatch(line)
	return markup.MatchString(line) || m != nil && !slices.Contains(keywords, m[1]) && !statementLine.MatchString(line)
}

// untalked is text without the lines of talk before and after its code.
func untalked(text string) string {
	text = speaker.ReplaceAllString(text, "")
	lines := strings.Split(text, "\n")
	if !slices.ContainsFunc(lines, statementLine.MatchString) {
		return text
	}
	for len(lines) > 0 && (strings.TrimSpace(lines[0]) == "" || talks(lines[0])) {
		lines = lines[1:]
	}
	end := len(lines)
	for end > 0 && (strings.TrimSpace(lines[end-1]) == "" || talks(lines[end-1])) {
		end--
	}
	if end == len(lines) {
		return strings.Join(lines, "\n")
	}
	code := strings.Join(lines[:end], "\n")
	if u, err := Read(code, nil); err == nil {
		if _, flawed := u.Flaw(); !flawed {
			return code
		}
	}
	return strings.Join(lines, "\n")
}
