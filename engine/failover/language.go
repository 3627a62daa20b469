package failover

import (
	"slices"
	"strings"
)

// linguist is an engine that knows some languages only, as BCP 47 tags; none
// means all. An engine without the method is asked whatever the language is.
type linguist interface{ Languages() []string }

// knows reports whether engine takes a call in language, whatever the region;
// empty means "en".
func knows(engine any, language string) bool {
	l, ok := engine.(linguist)
	if !ok {
		return true
	}
	all := l.Languages()
	return len(all) == 0 || slices.ContainsFunc(all, func(tag string) bool { return primary(tag) == primary(language) })
}

func anyKnows[E any](engines []E, language string) bool {
	return slices.ContainsFunc(engines, func(e E) bool { return knows(e, language) })
}

// primary is the language of a tag.
func primary(tag string) string {
	if tag == "" {
		return "en"
	}
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return language
}
