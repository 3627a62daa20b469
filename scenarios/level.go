package scenarios

// Level is how hard a character makes it, which a scene's difficulty says.
// docs/scenes.md has the table and what people of three kinds need at each.
type Level struct {
	// Patience is how many empty turns in a row are borne; the next costs a point of
	// progress, where the script has lines for it (Understudy.Worn). 0 bears all.
	Patience int
	// Twice holds a doubted step to be said again, or to be followed by another; without
	// it whatever the user goes on to say about it stands.
	Twice bool
	// Grudge keeps half of what a warning took from who apologises for it.
	Grudge bool
	// Manner tells a language model the same.
	Manner string
}

var levels = [...]Level{
	{Manner: "You are easy to win: a plain mention of a point is enough, you help a user who is stuck, and you forgive a slip at once."},
	{Patience: 5, Manner: "You are rather easy to win: a point made in one clear sentence is enough."},
	{Patience: 4, Manner: "You are neither easy nor hard to win: a point counts once it is concrete, with a reason, " +
		"a figure or a name of its own."},
	{Patience: 3, Grudge: true, Manner: "You are hard to win: push back once before you give way on a point, " +
		"and give way when they stand by it. You remember a slip."},
	{Patience: 3, Twice: true, Grudge: true, Manner: "You are very hard to win: push back once on a point that costs " +
		"you something, and give way only when it is said again in other words. An empty turn wears on you. You remember a slip."},
}

// Level is that of the scene's difficulty, the middle one where it names none.
func (s Scenario) Level() Level {
	if s.Difficulty < 1 || s.Difficulty > len(levels) {
		return levels[2]
	}
	return levels[s.Difficulty-1]
}
