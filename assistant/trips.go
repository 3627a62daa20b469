package assistant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/tool"
)

type (
	search struct {
		From   string `json:"from,omitempty" jsonschema:"a city or IATA code; left out for the user's home [maxLength=60]"`
		To     string `json:"to" jsonschema:"a city or IATA code [minLength=1 maxLength=60]"`
		Depart string `json:"depart,omitempty" jsonschema:"2006-01-02, or the day as the user said it [maxLength=60]"`
		Return string `json:"return,omitempty" jsonschema:"2006-01-02, or the day as the user said it [maxLength=60]"`
		Reason string `json:"reason,omitempty" jsonschema:"why the user travels [maxLength=200]"`
	}
	book struct {
		Flight string `json:"flight" jsonschema:"1, 2 or 3 of the flights last shown, or a flight_id [minLength=1 maxLength=60]"`
	}
)

func (h *Host) tripTools(add func(tool.Tool, error)) {
	add(tool.New("trips.search", "Find flights and show the best three. Nothing is booked.", h.search, slow))
	add(tool.New("trips.book", "Put a flight on the list as a task for the user to book. Nothing is booked.", h.book,
		tool.Confirm(func(in book) string {
			return "I cannot book flights. Shall I put flight " + in.Flight + " on your list for you to book?"
		})))
}

func (h *Host) search(ctx context.Context, c tool.Call, in search) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	if h.cfg.Flights == nil {
		return Result{Said: "I cannot look for flights here: no source of flights is set up."}, nil
	}
	t, unclear := h.trip(s, in)
	if unclear != nil {
		return *unclear, nil
	}
	if _, _, err := h.Do(ctx, c.User, c.Key+"-called", state.Search{Key: c.Key, Quota: h.cfg.Quota}); err != nil {
		return refusal(err)
	}
	options, err := h.cfg.Flights.Search(ctx, t)
	if err != nil {
		h.log.Warn("no flights", "err", err)
		_, _, kept := h.Do(ctx, c.User, c.Key+"-done", state.Keep{state.ToolDone{Key: c.Key, Tool: "trips.search", Failed: true}})
		var refused *trip.Refusal
		if errors.As(err, &refused) {
			return ask("There are no flights for that trip. Where and when do you want to fly?"), kept
		}
		return Result{Said: "I could not look for flights: the source does not answer. Please try again in a moment."}, kept
	}
	return h.rank(ctx, c, s, t, options)
}

// rank keeps what was found, then the best of it, and says that.
func (h *Host) rank(ctx context.Context, c tool.Call, s *state.State, t parley.Trip, options []parley.Flight) (Result, error) {
	prefs := flightPreferences(s.Memories)
	_, left := trip.Filter(options, prefs)
	events, s, err := h.Do(ctx, c.User, c.Key, state.Keep{
		state.ToolDone{Key: c.Key, Tool: "trips.search"},
		state.FlightsFound{Request: t, Options: options, Found: len(options), LeftOut: len(left), Examples: hasExamples(options)},
	})
	if err != nil {
		return refusal(err)
	}
	id := ""
	if card, ok := s.Card("flights"); ok && card.Flights != nil { // an earlier run of the same action kept it
		id = card.Flights.Trip
	}
	for _, e := range events {
		if found, ok := e.(state.FlightsFound); ok {
			id = found.Trip
		}
	}
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	known := h.known(s)
	if day, err := time.ParseInLocation(time.DateOnly, t.Depart, known.Now.Location()); err == nil {
		last := day.AddDate(0, 0, 1)
		if back, err := time.ParseInLocation(time.DateOnly, t.Return, day.Location()); err == nil && back.After(last) {
			last = back
		}
		known.Appointments, _ = h.appointments(ctx, c.User, s, day, last.AddDate(0, 0, 1))
	}
	best, err := skills.Rank(ctx, skill.RankInput{Known: known, Preferences: prefs, Trip: t, Options: options})
	if err != nil {
		return Result{}, err
	}
	ranked := state.FlightsRanked{Trip: id, Ranked: best.Ranked, By: string(best.By)}
	if _, _, err := h.Do(ctx, c.User, c.Key+"-ranked", state.Keep{ranked}); err != nil {
		return refusal(err)
	}
	return flightsResult(parley.FlightsCard{
		Request: t, Options: options, Ranked: best.Ranked, LeftOut: len(left), Examples: hasExamples(options),
	}), nil
}

// hasExamples reports whether the source made any of the flights up.
func hasExamples(flights []parley.Flight) bool {
	return slices.ContainsFunc(flights, func(f parley.Flight) bool { return f.Example })
}

// toldExamples is what a user is told of flights that are made up.
const toldExamples = "These are example flights, not real offers."

// flightsResult says what was found, and of made-up flights that they are.
func flightsResult(c parley.FlightsCard) Result {
	flights, note := count(len(c.Options), "flight"), ""
	if c.Examples {
		flights, note = count(len(c.Options), "example flight"), " "+toldExamples
	}
	if len(c.Ranked) == 0 {
		return ask("I found %s to %s, and none is as you want flights to be.%s", flights, city(c.Request.To), note)
	}
	r := Result{Done: true}
	for i, best := range c.Ranked {
		if f, ok := option(c.Options, best.FlightID); ok {
			r.Items = append(r.Items, fmt.Sprintf("%d. %s (flight_id %s)", best.Rank, trip.Print(f), f.ID))
			if i == 0 {
				r.Said = fmt.Sprintf("I found %s to %s. The best is %s.%s", flights, city(c.Request.To), trip.Say(f), note)
			}
		}
	}
	if left := c.LeftOut; left > 0 {
		r.Said += fmt.Sprintf(" I left out %d: not what you want, or priced in another currency.", left)
	}
	return r
}

// city is the name of a place that is known by a code.
func city(code string) string {
	if all := trip.Airports(code); len(all) > 0 {
		return all[0].City
	}
	return code
}

func option(options []parley.Flight, id string) (parley.Flight, bool) {
	i := slices.IndexFunc(options, func(f parley.Flight) bool { return f.ID == id })
	if i < 0 {
		return parley.Flight{}, false
	}
	return options[i], true
}

// trip is what is searched for, or what to ask the user.
func (h *Host) trip(s *state.State, in search) (parley.Trip, *Result) {
	question := func(text string, args ...any) (parley.Trip, *Result) {
		r := ask(text, args...)
		return parley.Trip{}, &r
	}
	t := parley.Trip{Reason: parley.OneLine(in.Reason)}
	var ok bool
	if t.To, ok = trip.Places(in.To); !ok {
		return question("Which city do you want to fly to? I do not know that one.")
	}
	from := cmp.Or(in.From, home(s.Memories))
	if from == "" {
		return question("From where do you want to fly?")
	}
	if t.From, ok = trip.Places(from); !ok {
		return question("From which city do you want to fly? I do not know that one.")
	}
	now := h.now(s)
	if in.Depart == "" {
		return question("On which day do you want to fly?")
	}
	if t.Depart, ok = day(in.Depart, now); !ok {
		return question("On which day do you want to fly? I could not place that.")
	}
	if in.Return != "" {
		if t.Return, ok = day(in.Return, now); !ok || t.Return < t.Depart {
			return question("On which day do you want to come back?")
		}
	}
	if t.Depart < now.Format(time.DateOnly) {
		return question("That day has passed. On which day do you want to fly?")
	}
	return t, nil
}

// day is a date as 2006-01-02 of how it was written or said.
func day(text string, now time.Time) (string, bool) {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return text, true
	}
	found, ok := dates.Find(text, now)
	if !ok {
		return "", false
	}
	end, err := found.Due.End(now.Location())
	return end.Format(time.DateOnly), err == nil
}

// book puts a flight on the list: nothing here can book one.
func (h *Host) book(ctx context.Context, c tool.Call, in book) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	card, ok := s.Card("flights")
	if !ok || card.Flights == nil {
		return ask("Which flight? Ask me to find some first."), nil
	}
	f, ok := meant(card.Flights, in.Flight)
	if !ok {
		return ask("Which of the flights do you mean: 1, 2 or 3?"), nil
	}
	title, not := "Book ", "Not booked: "
	if card.Flights.Examples {
		title, not = "Look for a flight like ", "Not booked, as it is an example: "
	}
	task := parley.Task{Title: title + trip.Print(f), Category: "travel", DueDate: parley.Due(card.Flights.Request.Depart)}
	events, s, err := h.Do(ctx, c.User, c.Key, state.AddTask{Task: task})
	if err != nil {
		return refusal(err)
	}
	return Result{Said: not + "I have put " + h.phrase(s, created(events, s, task.Title)) + " on your list.", Done: true}, nil
}

// meant is the flight of a card that words mean: its rank or id, or the one of the
// best that is the cheapest, the earliest, the fastest, or of an airline.
func meant(c *parley.FlightsCard, words string) (parley.Flight, bool) {
	var best []parley.Flight
	for _, r := range c.Ranked {
		f, ok := option(c.Options, r.FlightID)
		if ok && (words == strconv.Itoa(r.Rank) || words == r.FlightID) {
			return f, true
		}
		if ok {
			best = append(best, f)
		}
	}
	words = strings.ToLower(words)
	for word, less := range map[string]func(a, b parley.Flight) int{
		"cheapest": func(a, b parley.Flight) int { return cmp.Compare(a.Price.Amount, b.Price.Amount) },
		"earliest": func(a, b parley.Flight) int { return a.Legs[0].Depart.Compare(b.Legs[0].Depart) },
		"fastest":  func(a, b parley.Flight) int { return cmp.Compare(a.DurationMin, b.DurationMin) },
	} {
		if strings.Contains(words, word) && len(best) > 0 {
			return slices.MinFunc(best, less), true
		}
	}
	for _, a := range trip.Airlines() {
		i := slices.IndexFunc(best, func(f parley.Flight) bool { return f.Airline == a.Code })
		if i >= 0 && strings.Contains(words, strings.ToLower(a.Name)) {
			return best[i], true
		}
	}
	return parley.Flight{}, false
}

// Words in which people say what they want of flights.
var (
	nonStop = regexp.MustCompile(`(?i)\b(non[- ]?stop|direct flights?|no stops?)\b`)
	noMatch = regexp.MustCompile(`(?i)\b(not|don't|do not|never) (need|mind|care)`)
	price   = regexp.MustCompile(
		`(?i)(\$|€|£)?\s?(\d{1,3}(?:[.,]\d{3})+|\d{2,6})(?:[.,]\d\d)?\s?(dollars?|usd|euros?|eur|pounds?|gbp|€|\$|£)?`)
	budget = regexp.MustCompile(`(?i)\b(budget|at most|up to|under|no more than|max(imum)?|less than|below)\b`)
	cabins = regexp.MustCompile(`(?i)\b(premium economy|economy|business|first)( class)?\b`)
	lives  = regexp.MustCompile(`(?i)\b(?:home (?:airport|city)? ?is|live in|based in|fly from|home is)\s+(?:the city of )?([A-Za-z .]+)`)
	homes  = regexp.MustCompile(`(?i)^(?:home|(?:home[ _-]?)?(?:airport|city))$`)
)

var currencies = map[string]string{
	"$": "USD", "dollar": "USD", "usd": "USD", "€": "EUR", "euro": "EUR", "eur": "EUR", "£": "GBP", "pound": "GBP", "gbp": "GBP",
}

// flightPreferences are what a user's memories say of flights; the newest counts.
func flightPreferences(memories []parley.Memory) parley.FlightPreferences {
	var p parley.FlightPreferences
	for _, m := range byAge(memories) {
		if m.Kind == parley.Episode {
			continue
		}
		about := m.Category + " " + m.Key + " " + m.Text
		if nonStop.MatchString(about) {
			p.NonStop = !noMatch.MatchString(m.Text)
		}
		if code := airline(m); code != "" {
			p.Airlines = append(slices.DeleteFunc(p.Airlines, func(a string) bool { return a == code }), code)
		}
		if cabin := cabins.FindStringSubmatch(m.Text); cabin != nil && m.Kind == parley.Preference {
			p.Cabin = strings.ReplaceAll(strings.ToLower(cabin[1]), " ", "_")
		}
		if limit := maxPrice(m.Text); limit != nil && budget.MatchString(about) {
			p.MaxPrice = limit
		}
	}
	return p
}

// byAge are memories, what was said or corrected last at the end.
func byAge(memories []parley.Memory) []parley.Memory {
	return slices.SortedStableFunc(slices.Values(memories), func(a, b parley.Memory) int { return a.UpdatedAt.Compare(b.UpdatedAt) })
}

// maxPrice is the first price in a text that has its currency, in digits or in words.
func maxPrice(text string) *parley.Money {
	for _, found := range price.FindAllStringSubmatch(dates.Digits(text), -1) {
		if code := currencies[strings.TrimSuffix(strings.ToLower(cmp.Or(found[1], found[3])), "s")]; code != "" {
			amount, _ := strconv.ParseFloat(strings.NewReplacer(",", "", ".", "").Replace(found[2]), 64) // digits alone
			return &parley.Money{Amount: amount, Currency: code}
		}
	}
	return nil
}

// airline is the code of the airline that a preference names, or "".
func airline(m parley.Memory) string {
	if m.Kind != parley.Preference {
		return ""
	}
	for _, a := range trip.Airlines() {
		if strings.Contains(strings.ToLower(m.Text), strings.ToLower(a.Name)) {
			return a.Code
		}
	}
	if code, ok := trip.AirlineCode(m.Text); ok && strings.Contains(strings.ToLower(m.Key), "airline") {
		return code
	}
	return ""
}

// home is the city or airport that a user's memories give as theirs; the newest
// counts.
func home(memories []parley.Memory) string {
	for _, m := range slices.Backward(byAge(memories)) {
		if city := lives.FindStringSubmatch(m.Text); city != nil {
			return strings.TrimSpace(city[1])
		}
		if homes.MatchString(m.Key) {
			return m.Text
		}
	}
	return ""
}
