package dates

import (
	"fmt"
	"math"
	"time"

	"parley"
)

// Say says a date as one would aloud, in now's zone: "today", "tomorrow at 9",
// "Friday at 5 pm", "next Tuesday, 8 December", "3 March 2027". A moment within the
// hour is told by how far off it is: "in 20 minutes". It says the half of the day
// but for 8 to 11 in the morning on another day than today, where "at 9" means
// that. What Find reads in it is the same day and the same moment to the minute.
// It is empty for what is no Due.
func Say(d parley.Due, now time.Time) string {
	end, err := d.End(now.Location())
	if err != nil || end.IsZero() {
		return ""
	}
	if d.Day() {
		return sayDay(civil(end), now)
	}
	switch off := int(math.Round(end.Sub(now).Minutes())); {
	case off == 0:
		return "now"
	case off == 1:
		return "in a minute"
	case off == -1:
		return "a minute ago"
	case off > 0 && off < 60:
		return fmt.Sprintf("in %d minutes", off)
	case off < 0 && off > -60:
		return fmt.Sprintf("%d minutes ago", -off)
	}
	day, today := civil(end), civil(now)
	if end.Hour() == 0 && end.Minute() == 0 && day.Equal(today.AddDate(0, 0, 1)) {
		return "tonight at midnight"
	}
	return sayDay(day, now) + " at " + sayClock(end, day.Equal(today))
}

// sayDay says a civil day.
func sayDay(day, now time.Time) string {
	today := civil(now)
	ahead := int(day.Sub(today).Hours() / 24)
	switch {
	case ahead == 0:
		return "today"
	case ahead == 1:
		return "tomorrow"
	case ahead == -1:
		return "yesterday"
	case ahead > 1 && ahead < 7:
		return day.Weekday().String()
	case ahead >= 7 && ahead < 14 && monday(day).Equal(monday(today).AddDate(0, 0, 7)):
		return day.Format("next Monday, 2 January")
	case ahead > 0 && day.Year() == today.Year():
		return day.Format("Monday, 2 January")
	}
	return day.Format("Monday, 2 January 2006")
}

// sayClock says the time of day of t.
func sayClock(t time.Time, today bool) string {
	layout := "3:04"
	if t.Minute() == 0 {
		layout = "3"
	}
	switch h := t.Hour(); {
	case h == 12 && t.Minute() == 0:
		return "noon"
	case h < 8 || h > 11 || today:
		layout += " pm"
	}
	return t.Format(layout)
}
