package main

import (
	"cmp"

	"parley/scenarios"
	"parley/web"
)

// newPage is the web server's side of a configuration. registered reports
// whether an agent is ready for calls.
func newPage(c config, library *scenarios.Library, engines map[string]string, registered func() bool) (*web.Server, error) {
	s, err := web.New(web.Config{
		Library: library, LiveKitURL: cmp.Or(c.livekit.public, c.livekit.url),
		Key: c.livekit.key, Secret: c.livekit.secret,
		Agent: agentName, Engines: engines, Registered: registered,
	})
	if err != nil {
		return nil, setupError{err}
	}
	return s, nil
}
