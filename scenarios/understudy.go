package scenarios

// Understudy is the offline script of a scene: what the character listens for,
// what it answers and what each step is worth. llm/understudy plays it and the
// checker's offline judge scores it; both tolerate recognition errors.
type Understudy struct {
}
