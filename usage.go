package parley

import "time"

// Usage is what one engine did for a call in one role, so far. Counts only
// grow; a later one of the same role and engine replaces it.
type Usage struct {
	// Role is "stt", "llm", "tts" or "checker"; Engine is the engine's name.
	Role   string `json:"role"`
	Engine string `json:"engine"`
	// Requests were made of it, Retries of them because an earlier one failed
	// or was slow, here or at another engine.
	Requests int `json:"requests"`
	Retries  int `json:"retries,omitempty"`
	// Prompt, Cached and Completion are tokens: read, those of them that the
	// service had read before, and written.
	Prompt     int `json:"prompt_tokens,omitempty"`
	Cached     int `json:"cached_tokens,omitempty"`
	Completion int `json:"completion_tokens,omitempty"`
	// Estimated is set when the engine did not tell its tokens and they were
	// taken from the length of the text.
	Estimated bool `json:"estimated,omitempty"`
	// Audio was heard or spoken.
	Audio time.Duration `json:"audio,omitempty"`
	// Characters were spoken.
	Characters int `json:"characters,omitempty"`
	// Cost is an estimate in US dollars from the prices set; nil means that no
	// price is known. Local engines cost 0.
	Cost *float64 `json:"cost,omitempty"`
}
