package grammar

import (
	"slices"
	"strconv"
	"strings"

	"parley"
	"parley/language"
)

// MatchTask returns the ids of the tasks whose titles words mean, in the order of
// tasks: one where it is clear, several where they fit equally, none where none does.
// Articles, endings ("writing the report", "write report") and the difference of
// "two" and "2" do not count. The best of these are returned:
//
//  1. titles of the same words;
//  2. titles that have all the words, or that words have all of with one more, if
//     the title is of at least two;
//  3. the same with one word misspelt or misheard: by one letter where it has five
//     or more, by two where it has nine or more. Words with digits are never taken
//     for others.
func MatchTask(words string, tasks []parley.Task) (ids []string) {
	titles := make([]string, len(tasks))
	for i := range tasks {
		titles[i] = tasks[i].Title
	}
	for _, i := range fits(words, titles) {
		ids = append(ids, tasks[i].ID)
	}
	return ids
}

// fits are the titles that words mean.
func fits(words string, titles []string) (best []int) {
	said := terms(words)
	if len(said) == 0 {
		return nil
	}
	level := misspelt
	for i, title := range titles {
		switch l := likeness(said, terms(title)); {
		case l < level || l == unlike:
		case l > level:
			level, best = l, []int{i}
		default:
			best = append(best, i)
		}
	}
	return best
}

// How alike words and a title are.
const (
	unlike = iota
	misspelt
	within
	same
)

func likeness(said, title []string) int {
	if slices.Equal(said, title) {
		return same
	}
	if len(title) == 0 || !telling(said) {
		return unlike
	}
	few, many := said, title
	if len(said) > len(title) {
		if few, many = title, said; len(title) < 2 || len(said) > len(title)+1 {
			return unlike
		}
	}
	level := within
	for _, w := range few {
		switch {
		case slices.Contains(many, w):
		case level == within && slices.ContainsFunc(many, func(m string) bool { return near(w, m) }):
			level = misspelt
		default:
			return unlike
		}
	}
	return level
}

// telling reports whether terms can find a title at all.
func telling(said []string) bool {
	return slices.ContainsFunc(said, func(w string) bool { return len(w) >= 3 || w[0] >= '0' && w[0] <= '9' && len(said) > 1 })
}

// terms are the words of s that tell titles apart, in their first form.
func terms(s string) (out []string) {
	var all []string
	for _, w := range language.Read(s).Words {
		opened := w.Half && !strings.Contains(strings.ToLower(s[w.From:w.To]), w.Text) // the "not" of "don't"
		if !w.Symbol && !opened {
			all = append(all, w.Text)
		}
	}
	for i := 0; i < len(all); i++ {
		if n, used := number(all[i:]); used > 0 && all[i] != "one" {
			out = append(out, strconv.Itoa(n))
			i += used - 1
		} else if !idle[all[i]] {
			out = append(out, language.Root(meant(all[i])))
		}
	}
	if len(out) == 0 {
		return all // all idle: they are compared as they are
	}
	return out
}

// meant is w, or what is meant by it where it is often misheard.
func meant(w string) string {
	if as, ok := misheard[w]; ok {
		return as
	}
	return w
}

// near reports whether one of two words is likely the other, misspelt or misheard.
func near(a, b string) bool {
	if strings.ContainsAny(a+b, "0123456789") {
		return false
	}
	bound := 0
	if n := min(len(a), len(b)); n >= 9 {
		bound = 2
	} else if n >= 5 {
		bound = 1
	}
	if d := len(a) - len(b); bound == 0 || d > bound || d < -bound {
		return false
	}
	return distance([]rune(a), []rune(b)) <= bound
}

// distance is how many letters have to be changed, left out, put in or exchanged
// with their neighbour to turn a into b.
func distance(a, b []rune) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j+1]+1, next[j]+1, row[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
