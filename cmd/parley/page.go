package main

import (
	"cmp"

	"parley/web"
)

// newPage is the web server's side of a configuration; w holds what does not
// come from there.
func newPage(c config, w web.Config) (*web.Server, error) {
	w.LiveKitURL = cmp.Or(c.livekit.public, c.livekit.url)
	w.Key, w.Secret, w.Agent = c.livekit.key, c.livekit.secret, agentName
	s, err := web.New(w)
	if err != nil {
		return nil, setupError{err}
	}
	return s, nil
}
