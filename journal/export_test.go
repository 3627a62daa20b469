package journal

// Prune keeps the most profiles that were saved last.
func (p *Profiles) Prune(most int) error { return p.prune(most) }
