package calendar

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// windows are the zones that Outlook and Exchange name in their own way.
var windows = map[string]string{
	"Dateline Standard Time":          "Etc/GMT+12",
	"Hawaiian Standard Time":          "Pacific/Honolulu",
	"Alaskan Standard Time":           "America/Anchorage",
	"Pacific Standard Time":           "America/Los_Angeles",
	"US Mountain Standard Time":       "America/Phoenix",
	"Mountain Standard Time":          "America/Denver",
	"Central America Standard Time":   "America/Guatemala",
	"Central Standard Time":           "America/Chicago",
	"Central Standard Time (Mexico)":  "America/Mexico_City",
	"Canada Central Standard Time":    "America/Regina",
	"SA Pacific Standard Time":        "America/Bogota",
	"Eastern Standard Time":           "America/New_York",
	"US Eastern Standard Time":        "America/Indiana/Indianapolis",
	"Venezuela Standard Time":         "America/Caracas",
	"Atlantic Standard Time":          "America/Halifax",
	"Pacific SA Standard Time":        "America/Santiago",
	"Newfoundland Standard Time":      "America/St_Johns",
	"E. South America Standard Time":  "America/Sao_Paulo",
	"Argentina Standard Time":         "America/Argentina/Buenos_Aires",
	"Azores Standard Time":            "Atlantic/Azores",
	"UTC":                             "UTC",
	"GMT Standard Time":               "Europe/London",
	"Greenwich Standard Time":         "Atlantic/Reykjavik",
	"Morocco Standard Time":           "Africa/Casablanca",
	"W. Europe Standard Time":         "Europe/Berlin",
	"Central Europe Standard Time":    "Europe/Budapest",
	"Central European Standard Time":  "Europe/Warsaw",
	"Romance Standard Time":           "Europe/Paris",
	"W. Central Africa Standard Time": "Africa/Lagos",
	"E. Europe Standard Time":         "Europe/Chisinau",
	"GTB Standard Time":               "Europe/Bucharest",
	"FLE Standard Time":               "Europe/Kyiv",
	"Egypt Standard Time":             "Africa/Cairo",
	"Israel Standard Time":            "Asia/Jerusalem",
	"South Africa Standard Time":      "Africa/Johannesburg",
	"Turkey Standard Time":            "Europe/Istanbul",
	"Russian Standard Time":           "Europe/Moscow",
	"Arab Standard Time":              "Asia/Riyadh",
	"E. Africa Standard Time":         "Africa/Nairobi",
	"Iran Standard Time":              "Asia/Tehran",
	"Arabian Standard Time":           "Asia/Dubai",
	"Pakistan Standard Time":          "Asia/Karachi",
	"India Standard Time":             "Asia/Kolkata",
	"Bangladesh Standard Time":        "Asia/Dhaka",
	"SE Asia Standard Time":           "Asia/Bangkok",
	"China Standard Time":             "Asia/Shanghai",
	"Singapore Standard Time":         "Asia/Singapore",
	"Taipei Standard Time":            "Asia/Taipei",
	"W. Australia Standard Time":      "Australia/Perth",
	"Tokyo Standard Time":             "Asia/Tokyo",
	"Korea Standard Time":             "Asia/Seoul",
	"AUS Eastern Standard Time":       "Australia/Sydney",
	"New Zealand Standard Time":       "Pacific/Auckland",
}

// zoneOf is the zone in which prop is written; if it is not known, the user's.
func (p *parser) zoneOf(prop *ics.BaseProperty) *time.Location {
	id := parameter(prop, "TZID")
	if id == "" {
		return p.zone
	}
	if known := p.zones[id]; known != nil {
		return known
	}
	name := id
	if iana, is := windows[id]; is {
		name = iana
	}
	zone := load(name, nil)
	// A maker's own name may end in the zone's: "/example.com/v1/Europe/Berlin".
	parts := strings.Split(id, "/")
	for n := 3; zone == nil && n > 1 && len(parts) > n; n-- {
		zone = load(strings.Join(parts[len(parts)-n:], "/"), nil)
	}
	if zone == nil {
		zone = p.zone
		p.problem(UnknownZone, "", id)
	}
	p.zones[id] = zone
	return zone
}

// load returns the zone of an IANA name, or other if there is none.
func load(name string, other *time.Location) *time.Location {
	if name == "" || name == "Local" {
		return other
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return other
	}
	return zone
}

// wall is what the clock of zone shows at t, as if it were UTC.
func wall(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// at is when the clock of zone shows what wall does: the first time if it does so
// twice, and as if the clock had not yet been set forward if it never does.
func at(w time.Time, zone *time.Location) time.Time {
	t := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, zone)
	_, offset := t.Add(-12 * time.Hour).Zone()
	before := w.Add(-time.Duration(offset) * time.Second).In(zone)
	if wall(before, zone).Equal(w) || !wall(t, zone).Equal(w) {
		return before
	}
	return t
}
