package worker

import "time"

// Impatient makes w give a connection up after that much silence of the server.
// Before Serve only.
func (w *Worker) Impatient(silence time.Duration) { w.silence = silence }
