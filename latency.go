package parley

import "time"

// Latency splits one response latency, from the user's last voiced sample to
// the character's first voiced sample sent, into stages. The stages never
// overlap and add up to Total exactly: what no provider took and no deadline
// imposed is Own.
type Latency struct {
	// Turn is the number of the character's turn.
	Turn int `json:"turn"`
	// Total is the response latency the user feels, network aside.
	Total time.Duration `json:"total"`
	// Endpointing is the silence waited for before the user's turn was taken
	// as over.
	Endpointing time.Duration `json:"endpointing"`
	// STT is the wait for the final transcript after that.
	STT time.Duration `json:"stt"`
	// LLM is the time from the request to the first speakable clause.
	LLM time.Duration `json:"llm"`
	// TTS is the time from that clause to its first voiced audio.
	TTS time.Duration `json:"tts"`
	// Own is Parley's share: everything else.
	Own time.Duration `json:"own"`
	// Speculated is set when the answer was begun before the user's turn was
	// known to be over, and proved right.
	Speculated bool `json:"speculated,omitempty"`
	// Wasted are the answers to this turn that were begun early before this one
	// and dropped, as the user went on; WastedTokens is about what the model had
	// written of them, WastedCharacters what was given to the voice.
	Wasted           int `json:"wasted,omitempty"`
	WastedTokens     int `json:"wasted_tokens,omitempty"`
	WastedCharacters int `json:"wasted_characters,omitempty"`
}
