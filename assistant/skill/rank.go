package skill

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley"
	"parley/assistant/trip"
)

// RankInput is a trip and the flights that there are for it.
type RankInput struct {
	Known
	Trip parley.Trip
	// Options are of a flight source. Those without an id or a leg are left out, and
	// of several with one id all but the first.
	Options     []parley.Flight
	Preferences parley.FlightPreferences
}

// Ranking is the best options, best first.
type Ranking struct {
	// Ranked are at most trip.MaxRanked; none if all options break a hard wish.
	Ranked []parley.RankedFlight `json:"ranked"`
	By     Maker                 `json:"by"`
	// LeftOut is how many options break a hard wish, or can be compared with no
	// other.
	LeftOut int `json:"left_out"`
}

type rankAnswer struct {
	Ranked []parley.RankedFlight `json:"ranked"`
}

var rankForm = formOf[rankAnswer]("ranking")

const advisor = "You are a travel advisor. A user has an upcoming trip and you must rank flight options."

const rankJob = `Rank flights 1-3 by suitability. Consider:
1. Alignment with user preferences (airline, cabin, non-stop)
2. Arrival/departure timing relative to calendar events
3. Price-to-convenience tradeoff
4. Total travel time

Output JSON: {"ranked": [{"flight_id": "...", "rank": 1, "score": 0.95, "reasoning": "..."}]}
- At most 3 flights of the options, ranks from 1 without a gap, a score of 0 to 1 that does not rise with the rank.
- "reasoning": why, in at most 240 characters, without prices and clock times: these are shown beside it. Nothing is booked by it.
- "key_factors": a few words each, such as "non-stop".`

// rankData is the seed's template: user context, travel event, options.
const rankData = `User Context:
- Preferred airlines: %s
- Cabin class preference: %s
- Budget: %s
- Non-stop preferred: %s
- Longest layover in minutes: %s

Travel Event:
- From: %s
- Destination: %s
- Departure date: %s
- Return date: %s
- Reason: %s
- Calendar events on travel dates: %s

Flight Options:
%s

%s`

const (
	maxRankTokens = 700
	// sane is the part of the rules' order in which a model's first should be.
	sane = 5
)

// Rank finds the best options for a trip. What breaks a hard wish of the user's is
// left out before the model sees the options, and of more than trip.MaxOptions only
// the first are seen. A first choice of the model that the rules have not among
// their first five is logged.
func (s Skills) Rank(ctx context.Context, in RankInput) (Ranking, error) {
	if in.Now.IsZero() {
		return Ranking{}, fmt.Errorf("rank flights: %w: no time", ErrInput)
	}
	kept, left := trip.Filter(in.usable(), in.Preferences)
	kept = kept[:min(len(kept), trip.MaxOptions)]
	if len(kept) < 2 {
		s.Engine = nil
	}
	calendar := in.journey(kept)
	rules := trip.Rank(kept, in.Preferences, calendar)
	out, err := question[rankAnswer, Ranking]{
		form: rankForm, who: advisor, job: rankJob, data: in.data(kept), maxTokens: maxRankTokens,
		read: func(a rankAnswer) (Ranking, faults) {
			ranked, wrong := in.read(a, kept)
			return Ranking{Ranked: ranked, By: Model}, wrong
		},
		rules: func() Ranking { return Ranking{Ranked: rules, By: Rules} },
	}.answer(ctx, s)
	if err != nil {
		return Ranking{}, err
	}
	if out.By == Model && !trip.InTop(out.Ranked, kept, in.Preferences, calendar, sane) {
		s.log().Warn("the model's first flight is not among the rules' first", "engine", s.Engine.Name(), "first", sane)
	}
	out.LeftOut = len(left)
	return out, nil
}

// usable are the options that have an id of their own and a leg.
func (in RankInput) usable() []parley.Flight {
	var out []parley.Flight
	seen := map[string]bool{}
	for _, f := range in.Options {
		if f.ID != "" && !seen[f.ID] && len(f.Legs) > 0 {
			out = append(out, f)
		}
		seen[f.ID] = true
	}
	return out
}

// data is the seed's template with its places filled. All of them are JSON.
func (in RankInput) data(kept []parley.Flight) string {
	p, t := in.Preferences, in.Trip
	places := []any{
		p.Airlines, optional(p.Cabin), p.MaxPrice, p.NonStop, optional(p.MaxLayoverMin),
		optional(t.From), t.To, t.Depart, optional(t.Return), optional(clip(t.Reason, maxMessageRunes)),
		in.calendarOf(in.journey(kept)), kept,
	}
	filled := make([]any, 0, len(places)+1)
	for _, place := range places {
		text := quote(place)
		if text == "null" {
			text = "none"
		}
		filled = append(filled, text)
	}
	return fmt.Sprintf(rankData, append(filled, in.context())...)
}

// optional is v, or nil where nothing is wanted.
func optional[T comparable](v T) any {
	var none T
	if v == none {
		return nil
	}
	return v
}

// journey are the appointments on the days of the trip, from the first departure's
// to the last arrival's and on the day of return.
func (in RankInput) journey(kept []parley.Flight) []parley.Appointment {
	from, err := time.ParseInLocation(time.DateOnly, in.Trip.Depart, in.Now.Location())
	if err != nil {
		return nil
	}
	to := from.AddDate(0, 0, 1)
	for _, f := range kept {
		y, m, d := f.Legs[len(f.Legs)-1].Arrive.Date()
		if end := time.Date(y, m, d+1, 0, 0, 0, 0, in.Now.Location()); end.After(to) {
			to = end
		}
	}
	days := in.between(from, to)
	if back, err := time.ParseInLocation(time.DateOnly, in.Trip.Return, in.Now.Location()); err == nil && !back.Before(to) {
		days = append(days, in.between(back, back.AddDate(0, 0, 1))...)
	}
	return days
}

// calendarOf is what is told of appointments.
func (in RankInput) calendarOf(days []parley.Appointment) []toldAppointment {
	return Known{Now: in.Now, Appointments: days}.calendar(time.Time{}, in.Now.AddDate(maxYears, 0, 0))
}

// claims are words of one who has acted, which a ranking never does.
var claims = regexp.MustCompile(`(?i)\b(?:booked|reserved|purchased|bought|paid for|ticketed)\b|\bbooking (?:is )?(?:confirmed|complete)|` +
	`\bconfirmation (?:number|code)\b|\b(?:gebucht|réservé|reservado|prenotato)\b`)

// read checks a model's answer.
func (in RankInput) read(a rankAnswer, kept []parley.Flight) ([]parley.RankedFlight, faults) {
	var wrong faults
	if len(a.Ranked) > trip.MaxRanked {
		wrong.add("there are %d flights, at most %d are wanted", len(a.Ranked), trip.MaxRanked)
	}
	ranked, violations := trip.Check(a.Ranked, kept)
	wrong = append(wrong, violations...)
	if !slices.IsSortedFunc(ranked, func(a, b parley.RankedFlight) int { return cmp.Compare(b.Score, a.Score) }) {
		wrong.add("a score is higher than that of a better rank")
	}
	for i, r := range a.Ranked {
		where := fmt.Sprintf("ranked[%d]", i)
		text := r.Reasoning + " " + strings.Join(r.KeyFactors, " ")
		if n := len([]rune(parley.OneLine(r.Reasoning))); n == 0 || n > parley.MaxReasoning {
			wrong.add("%s.reasoning has %d characters, 1 to %d are wanted", where, n, parley.MaxReasoning)
		}
		if r.Rank > len(a.Ranked) {
			wrong.add("%s.rank is %d of %d: ranks have no gap", where, r.Rank, len(a.Ranked))
		}
		if claims.MatchString(text) {
			wrong.add("%s says that something was booked: nothing is, and you cannot", where)
		}
		wrong.links(where, text, "")
		if at := slices.IndexFunc(kept, func(f parley.Flight) bool { return f.ID == r.FlightID }); at >= 0 {
			wrong.invented(where, text, kept[at], in)
		}
	}
	return ranked, wrong
}

// currency is a code of those that flights are mostly sold in.
const currency = `(?:USD|EUR|GBP|CHF|TRY|JPY|CAD|AUD|INR|CNY|SEK|NOK|DKK|PLN|AED|BRL|MXN|SGD)`

var (
	// sumForm is an amount of money.
	sumForm = regexp.MustCompile(`(?:[$€£¥]|\b` + currency + `) ?(\d[\d,]*(?:\.\d+)?)|` +
		`(\d[\d,]*(?:\.\d+)?) ?(?:[$€£¥]|` + currency + `\b|(?i:dollars?|euros?|pounds?|bucks)\b)`)
	// clockForm is a time of day.
	clockForm = regexp.MustCompile(`\b([01]?\d|2[0-3]):([0-5]\d)\b`)
)

// invented refuses prices that are not the flight's or the user's limit, and times
// that are neither the flight's nor the calendar's.
func (f *faults) invented(where, text string, flight parley.Flight, in RankInput) {
	for _, m := range sumForm.FindAllStringSubmatch(text, -1) {
		sum, err := strconv.ParseFloat(strings.ReplaceAll(m[1]+m[2], ",", ""), 64)
		limit := in.Preferences.MaxPrice
		if err != nil || math.Abs(sum-flight.Price.Amount) >= 1 && (limit == nil || sum != limit.Amount) {
			f.add("%s tells a price that is not the flight's: leave prices out", where)
		}
	}
	times := map[string]bool{}
	for _, l := range flight.Legs {
		times[l.Depart.Format("15:04")], times[l.Arrive.Format("15:04")] = true, true
	}
	for _, a := range in.Appointments {
		times[a.Start.In(in.Now.Location()).Format("15:04")], times[a.End.In(in.Now.Location()).Format("15:04")] = true, true
	}
	for _, m := range clockForm.FindAllStringSubmatch(text, -1) {
		if !times[fmt.Sprintf("%02s:%s", m[1], m[2])] {
			f.add("%s tells a time that is not the flight's: leave times out", where)
		}
	}
}
