package agenttest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/engine"
	"parley/llm"
)

// engineDoes reads what an engine is to do from now on, such as "stt final 2s" or
// "llm says: Well."; it returns nil if the text is about something else.
func engineDoes(text string) (func(*Call), error) {
	name, rest, _ := strings.Cut(text, " ")
	does, arg, _ := strings.Cut(rest, " ")
	switch name {
	case "stt":
		return sttDoes(does, arg)
	case "llm":
		return llmDoes(does, arg)
	case "tts":
		return ttsDoes(does, arg)
	}
	return nil, nil
}

// sttDoes: "final" with a time, and what the fields of STT are called.
func sttDoes(does, arg string) (func(*Call), error) {
	if does == "breaks" {
		return func(c *Call) { c.STT.Break() }, nil
	}
	var err error
	var d time.Duration
	var set func(*STT)
	switch does {
	case "final":
		d, err = time.ParseDuration(arg)
		set = func(e *STT) { e.Final = d }
	case "opens":
		d, err = time.ParseDuration(arg)
		set = func(e *STT) { e.Opening = d }
	case "pauses":
		d, err = time.ParseDuration(arg)
		set = func(e *STT) { e.Lull = d }
	case "early":
		if arg != "late" {
			err = fmt.Errorf("stt cannot be early %q", arg)
		}
		set = func(e *STT) { e.LateEarly = true }
	case "whole":
		set = func(e *STT) { e.Whole = true }
	case "endless":
		set = func(e *STT) { e.Endless = true }
	case "behind":
		set = func(e *STT) { e.Behind = true }
	case "silent":
		set = func(e *STT) { e.Silent = true }
	case "empty":
		set = func(e *STT) { e.Empty = true }
	case "fails":
		if faults[arg] == nil {
			err = fmt.Errorf("no fault %q", arg)
		}
		set = func(e *STT) { e.Fails = faults[arg] }
	case "works":
		set = func(e *STT) {
			e.Whole, e.Endless, e.Silent, e.Empty, e.Behind, e.Fails = false, false, false, false, false, nil
		}
	default:
		err = fmt.Errorf("stt cannot %q", does)
	}
	return func(c *Call) { c.STT.Set(set) }, err
}

// faults are the names of what a model may fail with.
var faults = map[string]error{
	"key": engine.ErrKey, "cut": engine.ErrCut, "busy": engine.ErrBusy,
	"service": engine.ErrService, "slow": engine.ErrSlow, "junk": engine.ErrJunk,
}

// llmDoes: "first" and "token" with a time, "says:" a line, "fails" with the
// name of a fault, "cut" in the middle, "reacts" by a tool call amid its words.
func llmDoes(does, arg string) (func(*Call), error) {
	var err error
	var d time.Duration
	var set func(*LLM)
	answer := func(text string, err error) func(*LLM) {
		return func(l *LLM) {
			l.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return text, nil, err }
		}
	}
	switch does {
	case "first":
		d, err = time.ParseDuration(arg)
		set = func(l *LLM) { l.FirstToken = d }
	case "token":
		d, err = time.ParseDuration(arg)
		set = func(l *LLM) { l.PerToken = d }
	case "says:":
		set = answer(arg, nil)
	case "fails":
		if faults[arg] == nil {
			err = fmt.Errorf("no fault %q", arg)
		}
		set = answer("", faults[arg])
	case "cut":
		set = func(l *LLM) { l.Cut = true }
	case "reacts":
		set = func(l *LLM) {
			l.CallsAmid = true
			l.Answer = func(llm.Request) (string, *llm.ToolCall, error) {
				call := llm.ToolCall{ID: "1", Name: "emoji_reaction", Arguments: `{"emoji":"🤨","label":"frowns"}`}
				return arg, &call, nil
			}
		}
	case "works":
		set = func(l *LLM) { l.Answer, l.Cut, l.CallsAmid = nil, false, false }
	default:
		err = fmt.Errorf("llm cannot %q", does)
	}
	return func(c *Call) { c.LLM.Set(set) }, err
}

var errMute = errors.New("no voice")

// ttsDoes: "first" with a time, "fails" with the number of segments that still
// succeed.
func ttsDoes(does, arg string) (func(*Call), error) {
	var err error
	var d time.Duration
	var n int
	var set func(*TTS)
	switch does {
	case "first":
		d, err = time.ParseDuration(arg)
		set = func(e *TTS) { e.FirstByte = d }
	case "fails":
		n, err = strconv.Atoi(arg)
		set = func(e *TTS) { e.Err, e.After = errMute, n }
	case "works":
		set = func(e *TTS) { e.Err = nil }
	default:
		err = fmt.Errorf("tts cannot %q", does)
	}
	return func(c *Call) { c.TTS.Set(set) }, err
}
