package state

import (
	"path"
	"sync"
	"time"
)

// zones are the zones that were asked for, by name: the system's files are read once
// for each.
var zones sync.Map

// loadZone is the zone of an IANA name.
func loadZone(name string) (*time.Location, bool) {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), true
	}
	if name == "" || name == "Local" || path.Clean(name) != name {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, false
	}
	zones.Store(name, zone)
	return zone, true
}

// zoneOr is the zone of an IANA name, or def for what is none.
func zoneOr(name string, def *time.Location) *time.Location {
	if zone, ok := loadZone(name); ok {
		return zone
	}
	return def
}

// Location is the user's zone, or def while it is not known.
func (s *State) Location(def *time.Location) *time.Location { return zoneOr(s.Zone, def) }
