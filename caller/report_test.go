package caller

import "parley"

// Text is all that role said, segments joined by a space.
func (r Report) Text(role parley.Role) string {
	var text []byte
	for _, s := range r.Conversation {
		if s.Role == role {
			text = append(append(text, s.Text...), ' ')
		}
	}
	return string(text[:max(len(text)-1, 0)])
}

// Progress is that of the last verdict, 0 without any.
func (r Report) Progress() int {
	if len(r.Verdicts) == 0 {
		return 0
	}
	return r.Verdicts[len(r.Verdicts)-1].ProgressTowardsGoal
}
