package understudy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/scenarios"
)

// say settles the answer: the next line of a list that fits the moment and was
// not said in this call. From a list that has none left it goes on to lines that
// fit any moment. about are the words of the user's that the list is for.
func (p *play) say(lines scenarios.Lines, about string) {
	for _, list := range []scenarios.Lines{lines, p.Deflect, p.openAsks(), scenarios.Said(p.neutral...)} {
		if line, template := p.next(list, about); line != "" {
			p.use(line, template)
			return
		}
		about = ""
	}
	// All was said: of the lines that fit anyone the one said longest ago comes
	// round again.
	i := slices.IndexFunc(p.order, func(l string) bool { return slices.Contains(p.neutral, l) })
	p.use(p.order[i], p.order[i])
}

// warn is say for a line that has to come from its list.
func (p *play) warn(lines scenarios.Lines, about string) {
	line, template := p.next(lines, about)
	if line == "" {
		i := slices.IndexFunc(lines, func(l scenarios.Line) bool { return !strings.Contains(l.Say, "{") })
		line, template = lines[max(i, 0)].Say, lines[max(i, 0)].Say
	}
	p.use(line, template)
}

// next finds the next line of a list.
func (p *play) next(lines scenarios.Lines, about string) (line, template string) {
	for _, l := range lines {
		if p.used(l.Say) || !p.fits(l) {
			continue
		}
		if line, ok := p.fill(l.Say, about); ok {
			return line, l.Say
		}
	}
	return "", ""
}

func (p *play) used(template string) bool { return slices.Contains(p.order, template) }

func (p *play) use(line, template string) {
	if i := slices.Index(p.order, template); i >= 0 {
		p.order = slices.Delete(p.order, i, i+1)
	}
	p.order = append(p.order, template)
	p.set(line, nil)
}

// unsaid takes back a line that the user went on talking before.
func (p *play) unsaid() {
	if n := len(p.order); n > 0 {
		p.order = p.order[:n-1]
	}
}

// fits reports whether the conversation has come to where l belongs.
func (p *play) fits(l scenarios.Line) bool {
	return p.has(l.After) && !slices.ContainsFunc(l.Before, func(id string) bool { return p.heard[id] })
}

// openAsks are the lines that ask for the beats that are open.
func (p *play) openAsks() scenarios.Lines {
	var out scenarios.Lines
	for _, b := range p.Beats {
		if p.open(b) {
			out = append(out, b.Ask...)
		}
	}
	return out
}

// fill puts what the user said into the slots of a line.
func (p *play) fill(line, about string) (filled string, ok bool) {
	for _, s := range []struct {
		slot  string
		value func() string
	}{
		{"{name}", func() string { return p.named(p.user.words, about) }},
		{"{word}", func() string { return about }},
		{"{number}", func() string { return p.figure(p.user.Raw) }}, // last: it is the user's own spelling
	} {
		slot := s.slot
		if !strings.Contains(line, slot) {
			continue
		}
		v := s.value()
		if v == "" {
			return "", false
		}
		if strings.HasPrefix(line, slot) {
			_, n := utf8.DecodeRuneInString(v)
			line = strings.ToUpper(v[:n]) + v[n:] + strings.TrimPrefix(line, slot)
		}
		line = strings.ReplaceAll(line, slot, v)
	}
	return line, true
}

// figure is the first figure in text with its unit, as it was said.
func (l *manners) figure(text string) string {
	var run []string
	for token := range strings.FieldsSeq(text) {
		bare := strings.Trim(token, ".,!?;:…\"'()¿¡")
		ws := l.words(bare)
		switch {
		case len(ws) == 0 || !plainFigure(bare):
		case slices.ContainsFunc(ws, l.IsFigure) && !l.is("amounts", ws[0]) && len(run) < maxFigure:
			run = append(run, bare)
			if bare == token && !l.is("units", ws[len(ws)-1]) {
				continue
			}
		case len(run) > 0 && l.is("units", ws[0]):
			run = append(run, bare)
		}
		if len(run) > 0 {
			break
		}
	}
	return strings.Join(run, " ")
}

// plainFigure reports whether a token can be read aloud as it was typed: letters,
// digits and the marks inside figures, and not longer than any figure.
func plainFigure(token string) bool {
	return len(token) <= maxToken && !strings.ContainsFunc(token, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".,%$€£'’-/", r)
	})
}

// maxToken is the longest figure in one word, in bytes: German writes
// "zweihundertfünfundvierzigtausend".
const maxToken = 48

// maxFigure is how many words a figure has: "two hundred fifty thousand".
const maxFigure = 5

// named is the first proper name of the scene in u, but not the character's. In
// German, where every noun has a capital, it is the one that the line is about.
func (sc *script) named(u []word, about string) string {
	names := sc.names()
	if name := names[about]; name != "" || sc.Tag == "de" {
		return name
	}
	for _, w := range u {
		if name := names[w.text]; name != "" {
			return name
		}
	}
	return ""
}

// matched are the words of u that one of the named concepts was said in, if
// they are few enough to be taken up.
func (sc *script) matched(names []string, u []word) (about string, ok bool) {
	for _, n := range names {
		if from, to, ok := sc.concepts[n].find(u); ok {
			var said []string
			for _, w := range u[from:to] {
				said = append(said, w.text)
			}
			if len(said) > maxAbout {
				return "", true
			}
			return strings.Join(said, " "), true
		}
	}
	return "", false
}

const maxAbout = 4

// holdsLine reports whether a line stands in what was said, whatever its slots
// were filled with.
func (l *manners) holdsLine(said []string, line string) bool {
	for piece := range strings.SplitSeq(line, "{") {
		if _, rest, slot := strings.Cut(piece, "}"); slot {
			piece = rest
		}
		part := l.words(piece)
		if len(part) == 0 {
			continue
		}
		at := index(said, part)
		if at < 0 {
			return false
		}
		said = said[at+len(part):]
	}
	return true
}

// index returns where part stands in whole, word for word; -1 if nowhere.
func index(whole, part []string) int {
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(whole[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// holds reports whether part stands in whole. An empty part stands nowhere.
func holds(whole, part []string) bool { return len(part) > 0 && index(whole, part) >= 0 }

// Recites reports whether text is a line that the character of s has ready: one of the
// scene's, or of those that every character says where the scene has none left. None of
// them agrees to anything but where the script says so. It is a pure function.
func Recites(s scenarios.Scenario, text string) bool {
	return s.Understudy != nil && (s.Understudy.Recites(text) || slices.Contains(mannersOf(s.Language).neutral, strings.TrimSpace(text)))
}
