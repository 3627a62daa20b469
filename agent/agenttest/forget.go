package agenttest

// Forget drops what stage and journal have noted so far, so that what a call
// holds can be told from what is noted of it.
func (c *Call) Forget() {
	c.stage.forget()
	c.events.forget()
	c.LLM.Set(func(l *LLM) { l.asked = nil })
}

func (s *stage) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown, s.spans = nil, nil
}

func (j *journal) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events, j.exchanges = nil, nil
}
