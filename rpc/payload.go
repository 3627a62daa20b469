package rpc

import (
	"encoding/json"
	"time"

	"parley"
)

// Checker is the payload of MethodChecker: exactly these five fields, all
// always present.
type Checker struct {
	IsGoalComplete bool `json:"is_goal_complete"`
	// ProgressTowardsGoal is 0-10.
	ProgressTowardsGoal int `json:"progress_towards_goal"`
	// PreviousProgressTowardsGoal is 0-10; 0 at first.
	PreviousProgressTowardsGoal int  `json:"previous_progress_towards_goal"`
	IsBadEndingTriggered        bool `json:"is_bad_ending_triggered"`
	// CTA is at most four words ending in ! or ?, or empty for no banner.
	CTA string `json:"CTA"`
}

// CheckerFrom is the payload that tells the browser of v.
func CheckerFrom(v parley.Verdict) Checker {
	return Checker{v.Complete, v.Progress, v.Previous, v.Bad, v.CTA}
}

// EmojiReaction is the payload of MethodEmojiReaction.
type EmojiReaction struct {
	Emoji string `json:"emoji"`
	// Label says the emoji in words, such as "raises an eyebrow".
	Label string `json:"label"`
}

// EmojiFrom is the payload that shows r.
func EmojiFrom(r parley.Reaction) EmojiReaction { return EmojiReaction(r) }

// Card is the payload of MethodCard: a later one of the same ID replaces it. A
// Card is at most MaxPayload bytes with all its texts and data.
type Card struct {
	ID string `json:"id"`
	// Kind says what Data holds. Show Title and Text of a kind you do not know.
	Kind  string          `json:"kind"`
	Title string          `json:"title"`
	Text  string          `json:"text"`
	Data  json.RawMessage `json:"data"`
}

// CardFrom is the payload that shows c.
func CardFrom(c parley.Card) Card {
	if len(c.Data) == 0 {
		c.Data = json.RawMessage("{}")
	}
	return Card(c)
}

// Passing is one text on TopicAssistant: something an assistant does that is not
// kept. Its answers' words are captions on TopicTranscription, what it keeps comes as
// StateValue and Card.
type Passing struct {
	// Type is "message.created", "message.completed", "llm.interrupted", "tool.call",
	// "tool.progress", "tool.result", "reminder.fired" or "error".
	Type string `json:"type"`
	// MessageID names the user's message that is answered, Text is as much of the
	// answer as fits, a tool's name, what to remind of or the reason.
	MessageID string `json:"message_id"`
	Text      string `json:"text"`
}

// PassingFrom is the payload that tells of p.
func PassingFrom(p parley.Passing) Passing {
	if p.Reminder != nil {
		p.Text = p.Reminder.Text
	}
	return Passing{p.Type, p.Message, p.Text}
}

// StateValue is the payload of MethodState: it replaces the value of that name.
type StateValue struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// StateFrom is the payload that shows s.
func StateFrom(s parley.StateValue) StateValue { return StateValue(s) }

// CallEnded is the payload of MethodCallEnded.
type CallEnded struct {
	Outcome parley.Outcome `json:"outcome"`
	CallID  parley.CallID  `json:"call_id"`
	// Reason is one plain sentence in English for the user, Code its name if it has one.
	Reason string        `json:"reason"`
	Code   parley.Phrase `json:"code,omitempty"`
}

// EndedFrom is the payload that tells the browser of e.
func EndedFrom(e parley.Ending) CallEnded { return CallEnded{e.Outcome, e.Call, e.Reason, e.Code} }

// Hint is the reply to MethodHint.
type Hint struct {
	// Level runs from 1, a question to consider, to 3, an example line.
	Level int    `json:"level"`
	Text  string `json:"text"`
	// Remaining is how many more hints the scenario has.
	Remaining int `json:"remaining"`
}

// HintFrom is the reply that gives h.
func HintFrom(h parley.Hint) Hint { return Hint{h.Level, h.Text, h.Remaining} }

// Recap is a part of what was shown so far. The parts come in order.
type Recap struct {
	// Lines are what was shown, in the order in which it began.
	Lines []Line `json:"lines"`
	// Hints are those given, oldest first.
	Hints []Hint `json:"hints"`
}

// Line is a caption, or what the character did. One of the same segment may have been
// shown.
type Line struct {
	Segment string      `json:"segment"`
	Role    parley.Role `json:"role"`
	Text    string      `json:"text"`
	// Final is false of a caption under way, which goes on on TopicTranscription.
	Final bool `json:"final"`
	// Typed is set of a caption with words that the user typed: what comes of its
	// segment later is the spoken part alone.
	Typed bool `json:"typed"`
	// Act is set of an EmojiReaction's label; its segment is no caption's.
	Act bool `json:"act"`
}

// Limits of SetPatience, in seconds.
const (
	MinPatienceS = 3
	MaxPatienceS = 15
)

// SetPatience is the payload of MethodSetPatience: how long the character bears
// silence.
type SetPatience struct {
	// Seconds is MinPatienceS to MaxPatienceS.
	Seconds int `json:"seconds"`
}

// Pause is the payload of MethodPause: both clocks stand still, or go on.
type Pause struct {
	On bool `json:"on"`
}

// MoreTime is the reply to MethodMoreTime.
type MoreTime struct {
	// Seconds is how much was added to the limit.
	Seconds int `json:"seconds"`
}

// Empty is the payload of methods that need none: "{}" or nothing at all, which
// is what LiveKit's own push-to-talk page sends.
type Empty struct{}

// Trouble is one text on TopicTrouble: a fault the call survived, or its end.
type Trouble struct {
	// Role is "stt", "llm", "tts", "checker" or "call".
	Role string `json:"role"`
	// Reason is plain words in English for the user.
	Reason string `json:"reason"`
	// Over is set when the role is well again: its earlier notices are to go.
	Over bool `json:"over"`
	// Code is what is wrong, if it has a name, and Engine who serves the role now, if
	// another does.
	Code   parley.Phrase `json:"code,omitempty"`
	Engine string        `json:"engine,omitempty"`
}

// TroubleFrom is the text that tells the user of t.
func TroubleFrom(t parley.Trouble) Trouble { return Trouble(t) }

// Latency is one text on TopicLatency: a response latency split into stages
// that add up to TotalNS exactly, all in nanoseconds.
type Latency struct {
	// Turn is the number of the character's turn.
	Turn          int           `json:"turn"`
	TotalNS       time.Duration `json:"total_ns"`
	EndpointingNS time.Duration `json:"endpointing_ns"`
	STTNS         time.Duration `json:"stt_ns"`
	LLMNS         time.Duration `json:"llm_ns"`
	TTSNS         time.Duration `json:"tts_ns"`
	OwnNS         time.Duration `json:"own_ns"`
	// Speculated is set when the answer was begun before the turn was known to
	// be over.
	Speculated bool `json:"speculated"`
	// Wasted are the answers to this turn that were begun early before this one
	// and dropped; WastedTokens is about what the model had written of them,
	// WastedCharacters what was given to the voice.
	Wasted           int `json:"wasted"`
	WastedTokens     int `json:"wasted_tokens"`
	WastedCharacters int `json:"wasted_characters"`
}

// LatencyFrom is the text that reports l.
func LatencyFrom(l parley.Latency) Latency {
	return Latency{
		l.Turn, l.Total, l.Endpointing, l.STT, l.LLM, l.TTS, l.Own,
		l.Speculated, l.Wasted, l.WastedTokens, l.WastedCharacters,
	}
}

// Parley is l in the words of the root package.
func (l Latency) Parley() parley.Latency {
	return parley.Latency{
		Turn: l.Turn, Total: l.TotalNS, Endpointing: l.EndpointingNS,
		STT: l.STTNS, LLM: l.LLMNS, TTS: l.TTSNS, Own: l.OwnNS,
		Speculated: l.Speculated, Wasted: l.Wasted, WastedTokens: l.WastedTokens, WastedCharacters: l.WastedCharacters,
	}
}

// Engines says which engine serves each role, such as "stt": "sphinx". The
// roles are "stt", "llm", "tts" and "checker".
type Engines map[string]string
