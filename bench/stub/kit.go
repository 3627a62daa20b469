package stub

// Kit is a set of engines as it travels to an agent in a process of its own.
type Kit struct {
	Recogniser Recogniser `json:"recogniser"`
	Mind       Mind       `json:"mind"`
	Speaker    Speaker    `json:"speaker"`
}
