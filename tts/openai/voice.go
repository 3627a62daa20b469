package openai

import (
	"strings"

	"parley/tts"
)

// maxRefused bounds the names remembered as unknown to the service.
const maxRefused = 256

// described is one of OpenAI's voices. Gender, age and manner are what it
// sounds like: OpenAI publishes samples, not descriptions.
type described struct {
	name, gender string
	age          int
	manner       string
	// gpt marks voices that the tts-1 models lack.
	gpt bool
}

// openAIVoices are tried in order, so the first of equals wins.
var openAIVoices = []described{
	{name: "alloy", gender: "", age: 35, manner: "neutral even plain"},
	{name: "onyx", gender: "male", age: 50, manner: "low deep calm grave firm stern"},
	{name: "echo", gender: "male", age: 35, manner: "warm soft even friendly calm"},
	{name: "ash", gender: "male", age: 30, manner: "clear lively quick brisk bright"},
	{name: "fable", gender: "male", age: 40, manner: "british warm lively expressive"},
	{name: "ballad", gender: "male", age: 28, manner: "soft gentle shy sad", gpt: true},
	{name: "verse", gender: "male", age: 25, manner: "lively expressive young", gpt: true},
	{name: "coral", gender: "female", age: 30, manner: "warm friendly bright cheerful lively"},
	{name: "nova", gender: "female", age: 28, manner: "clear lively quick brisk energetic"},
	{name: "sage", gender: "female", age: 45, manner: "calm warm low tired gentle wise firm"},
	{name: "shimmer", gender: "female", age: 25, manner: "soft shy gentle high quiet"},
}

// voice is the service's voice for v.
func (e *Engine) voice(v tts.Voice) string {
	if v.Name != "" && !e.isRefused(v.Name) {
		if name := e.voices[v.Name]; name != "" {
			return name
		}
		return v.Name
	}
	for _, key := range []string{v.Gender, ""} {
		if name := e.voices[key]; name != "" {
			return name
		}
	}
	return nearest(v, func(d described) bool { return !(d.gpt && strings.HasPrefix(e.model, "tts-")) && !e.isRefused(d.name) })
}

// nearest is the one of OpenAI's voices that fits best: the right gender, then
// the most words of the manner, then the nearest age, of those that there are.
// Without a description it is the first of them, and without any the first.
func nearest(v tts.Voice, there func(described) bool) string {
	best, score := openAIVoices[0].name, -1
	for _, d := range openAIVoices {
		if n := d.fits(v); n > score && there(d) {
			best, score = d.name, n
		}
	}
	return best
}

// fits is higher the better d fits v, and 0 if nothing was asked.
func (d described) fits(v tts.Voice) int {
	n := 0
	if v.Gender != "" {
		if d.gender != v.Gender {
			return 0
		}
		n += 1000
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(v.Manner), func(r rune) bool { return r == '-' || r == ' ' || r == ',' }) {
		if strings.Contains(" "+d.manner+" ", " "+word+" ") {
			n += 100
		}
	}
	if v.Age > 0 {
		n += max(99-max(v.Age-d.age, d.age-v.Age), 0)
	}
	return n
}

// refuse notes that the service has no voice of that name.
func (e *Engine) refuse(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.refused) == maxRefused {
		clear(e.refused) // a name forgotten is only refused once more
	}
	e.refused[name] = true
}

func (e *Engine) isRefused(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.refused[name]
}
