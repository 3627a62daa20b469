package agent

import (
	"parley/media/playout"
)

// mouth is the stage as the playout speaks on it: what leaves it is what may
// come back as echo.
type mouth struct {
	playout.Sink
	echo Echo
}

// WriteFrame implements media.Sink.
func (m mouth) WriteFrame(f playout.Frame) error {
	if m.echo != nil {
		m.echo.Played(f.PCM)
	}
	return m.Sink.WriteFrame(f)
}
