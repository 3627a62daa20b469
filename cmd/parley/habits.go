package main

import (
	"path/filepath"

	"parley"
	"parley/journal"
)

// profilesOf are the habits kept in a configuration's data folder.
func profilesOf(c config) *journal.Profiles {
	return journal.NewProfiles(filepath.Join(c.data, "users"), nil)
}

// recall is what is known of how user talks. A call without it is still a call.
func (d *desk) recall(user string) parley.Habits {
	if user == "" {
		return parley.Habits{}
	}
	h, err := d.profiles.Load(user)
	if err != nil {
		d.log.Warn("habits not known", "err", err)
	}
	return h
}

// remember keeps what a call has learnt of how user talks.
func (d *desk) remember(user string, h parley.Habits) {
	if user == "" {
		return
	}
	if err := d.profiles.Save(user, h); err != nil {
		d.log.Warn("habits not kept", "err", err)
	}
}
