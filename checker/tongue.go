package checker

import (
	"maps"
	"slices"
)

// foreign reports whether the turn is in none of the languages that the lists
// of phrases are in.
func (s speech) foreign(language string) bool {
	if language != "" && !listed[fold(language)] {
		return true
	}
	words := s.said()
	if len(words) < minForeign {
		return false
	}
	return !slices.ContainsFunc(words, func(w word) bool { return common[w.text] })
}

// minForeign is from how many words on a turn without one common word of a known
// language is in another.
const minForeign = 3

var (
	listed = set("en de fr es it pt")
	// commons are words of nearly every sentence of a language.
	commons = map[string]map[string]bool{
		"en": set("the a an i you it is to of and that in we on for my your have will can are me be do not so then at with this would if"),
		"de": set("der die das ich sie es ist und zu nicht wir mit auf bis ein eine den dem sie mir noch was ja dann uns bei wenn"),
		"fr": set("le la les je tu vous il est et de un une on pas ce c l en que ne y a me nous si pour"),
		"es": set("el la los yo lo se de en por un una que no es y me le si con para su"),
		"it": set("io il la lo di che è un una per non mi ci e a le con si da"),
		"pt": set("o a os eu um uma que não de em é você me se"),
	}
	common = union(commons)
)

// union is all words of the sets.
func union(of map[string]map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, s := range of {
		maps.Copy(out, s)
	}
	return out
}

// written reports whether text is in language, as far as its commonest words tell.
func written(text, language string) bool {
	words := listen(text).words
	count := func(of map[string]bool) int {
		n := 0
		for _, w := range words {
			if of[w.text] {
				n++
			}
		}
		return n
	}
	here := count(commons[fold(language)])
	for _, of := range commons {
		if count(of) > here {
			return false
		}
	}
	return here > 0
}
