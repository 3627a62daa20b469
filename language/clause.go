package language

import "slices"

// MaxWords is how many words of what somebody says are looked at. At a fast 200 words a
// minute that is over three minutes of speech.
const MaxWords = 640

// Speech is what somebody said in one turn, in clauses.
type Speech struct {
	*Grammar
	Text
	Clauses []Clause
	// In is the clause of each word, Negates whether it turns a sentence round: "no
	// problem" does not.
	In      []int
	Negates []bool
	// spans are where the words of a harmless negation stand.
	spans [][2]int
}

// Clause is the stretch of a speech in which a negation, a condition or somebody else's
// words hold.
type Clause struct {
	// From and To are its words, at least one.
	From, To int
	// Sentence counts from 0; a colon, a semicolon and an ellipsis end a sentence, too.
	Sentence int
	// Asks says that it ends with a question mark, GoesOn that it is subordinate to the
	// clause before ("I can't promise, that ..."), Turns that it begins with a "but",
	// Marked that it begins behind a mark.
	Asks, GoesOn, Turns, Marked bool
}

// Hear reads what somebody said, at most MaxWords words of it.
func (g *Grammar) Hear(text string) *Speech {
	s, _ := g.hear(text, nil)
	return s
}

// Fluent reads it as if nothing in it only filled a pause between two marks: the words
// around "like" in "are you, like, deaf" stand in one clause. It is nil where there is no
// such filler.
func (g *Grammar) Fluent(text string) *Speech {
	s, filled := g.hear(text, g.fills)
	if !filled {
		return nil
	}
	return s
}

// hear reads a speech and passes over what is in fills.
func (g *Grammar) hear(text string, fills map[string]bool) (s *Speech, filled bool) {
	s = &Speech{Grammar: g, Text: g.Read(text)}
	words := s.Words[:min(len(s.Words), MaxWords)]
	s.Words, s.In = make([]Word, 0, len(words)), make([]int, 0, len(words))
	sentence, joined := 0, false
	for len(words) > 0 {
		n := 1
		for n < len(words) && !parted(&words[n-1], &words[n]) {
			n++
		}
		piece, last := words[:n], words[n-1]
		words = words[n:]
		ends := len(words) == 0 || last.ends()
		if !ends && fills != nil && fills[spoken(piece)] {
			joined = len(s.Clauses) > 0 && s.Clauses[len(s.Clauses)-1].Sentence == sentence
			filled = true
			continue
		}
		for i, w := range piece {
			if i == 0 && !joined || s.breaks(w.Text) || s.supposed() && g.opens(piece[i:]) {
				s.open(w.Text, sentence, i == 0)
			}
			s.Words, s.In = append(s.Words, w), append(s.In, len(s.Clauses)-1)
			s.Clauses[len(s.Clauses)-1].To = len(s.Words)
		}
		joined = false
		if ends {
			s.Clauses[len(s.Clauses)-1].Asks = last.Mark == '?'
			sentence++
		}
	}
	s.negations()
	return s, filled
}

// ends reports whether a sentence ends with a word.
func (w *Word) ends() bool {
	return w.Line || w.Trails || w.Mark != 0 && w.Mark != ','
}

// parted reports whether a mark stands between two words.
func parted(w, next *Word) bool {
	return w.ends() || w.Mark == ',' || w.Quoted != next.Quoted || w.Closed && next.Opened
}

func (s *Speech) open(first string, sentence int, marked bool) {
	n := len(s.Words)
	inside := len(s.Clauses) > 0 && s.Clauses[len(s.Clauses)-1].Sentence == sentence
	s.Clauses = append(s.Clauses, Clause{
		From: n, To: n, Sentence: sentence, GoesOn: inside && s.Is("that", first), Turns: s.Is("but", first), Marked: marked,
	})
}

// supposed reports whether the last clause is an "if" that was said: what comes after it
// in plain speech follows without a mark.
func (s *Speech) supposed() bool {
	c := s.Clauses[len(s.Clauses)-1]
	return c.To-c.From >= leastSupposed && s.Is("supposing", s.Words[c.From].Text)
}

const leastSupposed = 3

// opens reports whether a main clause may begin with words.
func (g *Grammar) opens(words []Word) bool {
	return g.Is("speakers", words[0].Text) || len(words) > 1 && g.Is("you", words[0].Text) && g.Is("auxiliaries", words[1].Text)
}

// breaks reports whether a word begins a clause inside a sentence: "but", "and you".
func (s *Speech) breaks(w string) bool {
	return s.among(w, "but", "breaks") ||
		len(s.Words) > 0 && s.among(w, "you", "self", "others") && s.Is("links", s.Words[len(s.Words)-1].Text)
}

// negations finds the words that negate.
func (s *Speech) negations() {
	s.Negates = make([]bool, len(s.Words))
	for i, w := range s.Words {
		s.Negates[i] = s.Is("negations", w.Text)
	}
	for from, to := range s.harmless.Find(Scope{Words: s.Words}) {
		s.spans = append(s.spans, [2]int{from, to})
		clear(s.Negates[from:to])
	}
}

// maxSentences bounds how many sentences of a text are looked at by themselves.
const maxSentences = 24

// Sentences are the texts of its sentences, without the mark that ends them.
func (s *Speech) Sentences() (out []string) {
	for at := 0; at < len(s.Clauses) && len(out) < maxSentences; {
		next := at
		for next < len(s.Clauses) && s.Clauses[next].Sentence == s.Clauses[at].Sentence {
			next++
		}
		out = append(out, s.Raw[s.Words[s.Clauses[at].From].From:s.Words[s.Clauses[next-1].To-1].To])
		at = next
	}
	return out
}

// Nearest is the list, of those given, that has the last word of any of them between
// from and before; "" if none stands there.
func (s *Speech) Nearest(from, before int, lists ...string) string {
	for i := before - 1; i >= from; i-- {
		if at := slices.IndexFunc(lists, func(list string) bool { return s.Is(list, s.Words[i].Text) }); at >= 0 {
			return lists[at]
		}
	}
	return ""
}
