package trip

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley"
)

// Print is a line for a card, made from f's data alone: "LH 1034, Frankfurt FRA 07:10
// to Paris CDG 08:25, non-stop, 189 EUR". Times are those of the airports' clocks, an
// arrival on another day is marked, and a cabin is named if it is not economy. A
// Flight without legs is its id.
func Print(f parley.Flight) string {
	if len(f.Legs) == 0 {
		return f.ID
	}
	numbers := make([]string, len(f.Legs))
	for i, l := range f.Legs {
		numbers[i] = l.Number
	}
	return line(f, strings.Join(numbers, " + "), func(code string) string { return strings.TrimSpace(city(code) + " " + code) })
}

// Say is the line to be spoken: "Lufthansa, Frankfurt 07:10 to Paris 08:25, non-stop,
// 189 EUR". It says names for codes that are known, and is otherwise like Print.
// Digits and currencies are left to whoever speaks.
func Say(f parley.Flight) string {
	if len(f.Legs) == 0 {
		return f.ID
	}
	return line(f, airlineName(f.Airline), func(code string) string {
		if name := city(code); name != "" {
			return name
		}
		return code
	})
}

func line(f parley.Flight, who string, place func(string) string) string {
	first, last := f.Legs[0], f.Legs[len(f.Legs)-1]
	arrive := last.Arrive.Format("15:04")
	switch days := daysBetween(first.Depart, last.Arrive); {
	case days == 1:
		arrive += " the next day"
	case days != 0:
		arrive += last.Arrive.Format(" on 2 January")
	}
	way := "non-stop"
	if len(f.Legs) > 1 {
		at := make([]string, len(f.Legs)-1)
		for i := range at {
			at[i] = place(f.Legs[i].To)
		}
		way = stops(len(at)) + " in " + strings.Join(at, " and ")
	}
	parts := []string{
		who, fmt.Sprintf("%s %s to %s %s", place(first.From), first.Depart.Format("15:04"), place(last.To), arrive), way, price(f.Price),
	}
	if f.Cabin != cabins[0] {
		parts = slices.Insert(parts, 3, cabin(f.Cabin))
	}
	return strings.Join(parts, ", ")
}

// daysBetween counts the midnights between two clocks, which may be of two places:
// over the date line it may be -1.
func daysBetween(a, b time.Time) int {
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(day(b).Sub(day(a)) / (24 * time.Hour))
}

// price is an amount with its currency, with cents if there are any.
func price(m parley.Money) string {
	if m.Amount == math.Trunc(m.Amount) {
		return fmt.Sprintf("%.0f %s", m.Amount, m.Currency)
	}
	return fmt.Sprintf("%.2f %s", m.Amount, m.Currency)
}

// stops is "1 stop", "2 stops".
func stops(n int) string {
	if n == 1 {
		return "1 stop"
	}
	return fmt.Sprintf("%d stops", n)
}

// cabin is a cabin's name as people write it.
func cabin(name string) string { return strings.ReplaceAll(name, "_", " ") }

// span is d as "3 h 5 min", to the minute below.
func span(d time.Duration) string {
	h, m := minutes(d)/60, minutes(d)%60
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	}
	return fmt.Sprintf("%d h %d min", h, m)
}
