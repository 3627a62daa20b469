package grammar

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parley"
	"parley/language"
)

// bookFlight books one of the newest card's flights, by its rank or by words.
func bookFlight(r *reader, m *language.Match) []Call {
	s := r.slot(m, "flight")
	var words []string
	named := false
	for _, w := range s.as(0, len(s.words)) {
		switch w {
		case "flight", "flights", "option":
			named = true
			words = append(words, "number")
		default:
			words = append(words, w)
		}
	}
	shown := len(r.c.Flights) > 0
	verb := r.s.first()
	count := max(len(r.c.Flights), 1)
	if !shown {
		count = 3
	}
	if places, ok := readPlaces(words, count); ok && len(places) == 1 && (shown || named) {
		if verb != "book" && !named && len(words) == 1 && words[0] == "one" { // "pick one"
			return nil
		}
		switch {
		case places[0] >= 1 && places[0] <= count:
			return []Call{call("trips.book", "flight", strconv.Itoa(places[0]))}
		case verb != "book" && !named:
			return nil // "I take sixty-eight"
		}
		return []Call{call("trips.book", "flight", s.said(0, len(s.words)))}
	}
	last := words[len(words)-1]
	picks := last == "one" || last == "number" || strings.HasSuffix(last, "est") // "the Lufthansa one", "the cheapest"
	if !shown || !picks || words[0] != "the" || len(words) > 6 || slices.Contains(words, "to") {
		return nil
	}
	if slices.Contains(words, "best") {
		return []Call{call("trips.book", "flight", "1")}
	}
	return []Call{call("trips.book", "flight", s.said(0, len(s.words)))}
}

// part is a piece of what is said of a trip.
type part string

const (
	nothing   part = ""
	fromPlace part = "trip from"
	toPlace   part = "trip to"
	outward   part = "trip outward"
	back      part = "trip back"
	reason    part = "trip reason"
)

// partWords begin the pieces; the longest counts.
var partWords = sync.OnceValue(func() map[part][]program {
	out := map[part][]program{}
	for _, p := range []part{fromPlace, toPlace, outward, back, reason} {
		out[p] = leads(string(p))
	}
	return out
})

// searchTrips looks for flights by what <trip> says.
func searchTrips(r *reader, m *language.Match) []Call {
	s := r.slot(m, "trip")
	if r.paste != "" {
		return nil
	}
	said := map[part][]string{}
	at := nothing
	for i := 0; i < len(s.words); {
		n, next := partAt(s.words[i:], at)
		if n > 0 && i+n < len(s.words) {
			i, at = i+n, next
		}
		end := i + 1
		for end < len(s.words) {
			if n, _ := partAt(s.words[end:], at); n > 0 {
				break
			}
			end++
		}
		said[at] = append(said[at], s.said(i, end))
		i = end
	}
	return r.trip(said)
}

// partAt tells which piece begins with words, and how many words say so.
func partAt(words []language.Word, in part) (n int, next part) {
	for p, programs := range partWords() {
		most := longest(programs, words, 0)
		if in == back && most == 1 && words[0].Text == "on" { // "back on Sunday"
			continue
		}
		if most > n {
			n, next = most, p
		}
	}
	return n, next
}

// trip makes the call for the pieces of a trip; a place is needed, and dates that
// are dates.
func (r *reader) trip(said map[part][]string) []Call {
	args := map[part]string{}
	for _, p := range []part{fromPlace, toPlace, nothing, outward, back, reason} {
		for _, text := range said[p] {
			rest := strings.Trim(parley.OneLine(r.tripDate(text, p, args)), " ,.;!?")
			switch {
			case rest == "" || strings.EqualFold(rest, "and"):
			case p == outward || p == back:
				return nil // no date
			case args[p] == "":
				args[p] = rest
			}
		}
	}
	from, to := args[fromPlace], args[toPlace]
	if !hasLetter(to) || len(strings.Fields(to)) > 4 || len(strings.Fields(from)) > 4 || pronouns[strings.ToLower(to)] {
		return nil
	}
	return []Call{
		call("trips.search", "from", from, "to", to, "depart", args[outward], "return", args[back], "reason", args[reason]),
	}
}

// tripDate takes a date out of a piece of a trip and notes what it is of: of the way
// back behind "back", else of the way out, and a second one of the way back.
func (r *reader) tripDate(text string, p part, args map[part]string) string {
	t := titled{title: text}
	t.cutDate(r.c.Now)
	end, err := t.due.End(r.c.Now.Location())
	if err != nil || end.IsZero() {
		return text
	}
	day := end.Format(time.DateOnly)
	switch {
	case p == back && args[back] == "":
		args[back] = day
	case p != back && args[outward] == "":
		args[outward] = day
	case args[back] == "":
		args[back] = day
	}
	return t.title
}
