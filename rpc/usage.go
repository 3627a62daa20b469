package rpc

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"parley"
)

// MaxEngines is how many engines a Usage tells of at most.
const MaxEngines = 16

// maxExact is the greatest count that JavaScript's numbers hold exactly.
const maxExact = 1<<53 - 1

// Usage is one text on TopicUsage: what each engine did for the call so far. A
// later one replaces it.
type Usage struct {
	// Engines are at most MaxEngines.
	Engines []EngineUsage `json:"engines"`
}

// EngineUsage is what one engine did in one role so far.
type EngineUsage struct {
	// Role is "stt", "llm", "tts" or "checker".
	Role   string `json:"role"`
	Engine string `json:"engine"`
	// Retries were made because an earlier request failed or was slow.
	Requests int `json:"requests"`
	Retries  int `json:"retries"`
	// PromptTokens were read, CachedTokens of them read before by the service,
	// and CompletionTokens written. Estimated is set when they were taken from
	// the length of the text.
	PromptTokens     int  `json:"prompt_tokens"`
	CachedTokens     int  `json:"cached_tokens"`
	CompletionTokens int  `json:"completion_tokens"`
	Estimated        bool `json:"estimated"`
	// AudioNS was heard or spoken, in nanoseconds.
	AudioNS time.Duration `json:"audio_ns"`
	// Characters were spoken.
	Characters int `json:"characters"`
	// Priced is set when CostUSD, an estimate in US dollars, is known; on this
	// machine it is 0.
	Priced  bool    `json:"priced"`
	CostUSD float64 `json:"cost_usd"`
}

// UsageFrom is the text that tells of totals, of the first MaxEngines if there
// are more.
func UsageFrom(totals []parley.Usage) Usage {
	u := Usage{Engines: make([]EngineUsage, 0, min(len(totals), MaxEngines))}
	for _, t := range totals[:cap(u.Engines)] {
		e := EngineUsage{
			Role: t.Role, Engine: t.Engine, Requests: t.Requests, Retries: t.Retries,
			PromptTokens: t.Prompt, CachedTokens: t.Cached, CompletionTokens: t.Completion, Estimated: t.Estimated,
			AudioNS: t.Audio, Characters: t.Characters, Priced: t.Cost != nil,
		}
		if e.Priced {
			e.CostUSD = *t.Cost
		}
		u.Engines = append(u.Engines, e)
	}
	return u
}

// Parley is u in the words of the root package.
func (u Usage) Parley() []parley.Usage {
	totals := make([]parley.Usage, 0, len(u.Engines))
	for _, e := range u.Engines {
		t := parley.Usage{
			Role: e.Role, Engine: e.Engine, Requests: e.Requests, Retries: e.Retries,
			Prompt: e.PromptTokens, Cached: e.CachedTokens, Completion: e.CompletionTokens, Estimated: e.Estimated,
			Audio: e.AudioNS, Characters: e.Characters,
		}
		if e.Priced {
			t.Cost = new(e.CostUSD)
		}
		totals = append(totals, t)
	}
	return totals
}

func (u Usage) check() error {
	if len(u.Engines) > MaxEngines {
		return fmt.Errorf("there must be at most %d engines", MaxEngines)
	}
	for _, e := range u.Engines {
		if !slices.Contains([]string{"stt", "llm", "tts", "checker"}, e.Role) || e.Engine == "" {
			return errors.New("role is unknown or engine without a name")
		}
		for _, n := range []int{
			e.Requests, e.Retries, e.PromptTokens, e.CachedTokens, e.CompletionTokens, int(e.AudioNS), e.Characters,
		} {
			if outside(n, 0, maxExact) {
				return errors.New("counts must be 0 to 2^53-1")
			}
		}
		if e.CostUSD < 0 || !e.Priced && e.CostUSD != 0 {
			return errors.New("cost must be known and at least 0, or 0")
		}
	}
	return nil
}
