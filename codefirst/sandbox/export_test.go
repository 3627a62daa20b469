package sandbox

// Compiled is the JavaScript that runs.
func (p *Program) Compiled() string { return p.code }
