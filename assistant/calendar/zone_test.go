package calendar

import "testing"

func TestZonesOfWindowsAreKnown(t *testing.T) {
	for name, iana := range windows {
		if load(iana, nil) == nil {
			t.Errorf("%s: there is no zone %s", name, iana)
		}
	}
}
