package rpc

// Topics of text streams. The first two are LiveKit's, which existing front
// ends use; the others carry one JSON object a stream.
const (
	// TopicChat carries what the user typed, browser to agent.
	TopicChat = "lk.chat"
	// TopicTranscription carries the captions of both sides.
	TopicTranscription = "lk.transcription"
	// TopicLatency carries a Latency after each answer of the character.
	TopicLatency = "parley.latency"
	// TopicTrouble carries a Trouble for each fault the user should know of.
	TopicTrouble = "parley.trouble"
	// TopicUsage carries a Usage from time to time and before the call ends.
	TopicUsage = "parley.usage"
	// TopicRecap carries one Recap after another, to who has asked with MethodCatchUp.
	TopicRecap = "parley.recap"
	// TopicAssistant carries a Passing for each step of what an assistant does, to its
	// user alone.
	TopicAssistant = "parley.assistant"
)

// MaxChat is the most bytes of typed text the agent takes as one turn. It is
// far above what anyone types in a conversation and far below what would crowd
// the history out of a prompt.
const MaxChat = 2000

// Attributes of a text stream on TopicTranscription
// (https://docs.livekit.io/agents/build/text/).
const (
	// AttrSegment names the segment; constant over its steps.
	AttrSegment = "lk.segment_id"
	// AttrFinal is "true" on the last step of a segment, else "false".
	AttrFinal = "lk.transcription_final"
	// AttrTranscribedTrack is the SID of the audio track, when there is one.
	AttrTranscribedTrack = "lk.transcribed_track_id"
)

// Attributes of the agent as a participant.
const (
	// AttrState holds a parley.State; LiveKit's front ends read it.
	AttrState = "lk.agent.state"
	// AttrCall holds the call's id.
	AttrCall = "parley.call_id"
	// AttrScenario holds the scenario's id.
	AttrScenario = "parley.scenario"
	// AttrEngines holds Engines as JSON.
	AttrEngines = "parley.engines"
	// AttrAgentName is where LiveKit's own framework puts the name that rooms ask for.
	AttrAgentName = "lk.agent.name"
	// AttrTurns is how often the character has begun to speak, not there before it
	// has. Of several agents of one name in a room the one with more turns stays.
	AttrTurns = "parley.turns"
	// AttrUserState is UserAway while the user has been silent for long, else
	// not there.
	AttrUserState = "parley.user_state"
	// AttrPaused is "true" while the user has both clocks stopped, else not there.
	AttrPaused = "parley.paused"
	// AttrEndsAt is when the time limit ends the call, by the agent's clock, in ms since
	// 1970. While the clocks stand still AttrTimeLeft is there in its place: what is left
	// of it, in ms. Without a limit neither is.
	AttrEndsAt   = "parley.ends_at"
	AttrTimeLeft = "parley.time_left"
)

// UserAway is the value of AttrUserState for a user who seems to have left the
// device.
const UserAway = "away"
