// Package rpc is the contract between the agent and the browser: the names of
// methods, topics and attributes, their payloads with exact JSON, and the error
// codes. It knows no transport; package room carries it over LiveKit. The
// browser's types in web/app/src/lib/rpc/types.gen.ts are generated from this
// package.
//
// All functions are pure and safe for concurrent use.
package rpc

//go:generate go run ./internal/tsgen

// Methods the agent calls on the browser. A browser registers its handlers
// before it connects, or early calls fail with CodeUnsupportedMethod.
const (
	// MethodChecker carries a Checker after each judged exchange.
	MethodChecker = "checker"
	// MethodEmojiReaction carries an EmojiReaction.
	MethodEmojiReaction = "emoji_reaction"
	// MethodCard carries a Card.
	MethodCard = "card"
	// MethodState carries a StateValue.
	MethodState = "state"
	// MethodCallEnded carries a CallEnded, once, before the agent leaves.
	MethodCallEnded = "call_ended"
)

// Methods the browser calls on the agent. All but MethodSetPatience and MethodPause take
// Empty, and all but MethodHint and MethodMoreTime answer OK.
const (
	// MethodHint asks for the next hint; the reply is a Hint.
	MethodHint = "hint"
	// MethodStartTurn, MethodEndTurn and MethodCancelTurn are push-to-talk in
	// LiveKit's own convention (livekit/agents, examples/voice_agents/push_to_talk.py).
	MethodStartTurn  = "start_turn"
	MethodEndTurn    = "end_turn"
	MethodCancelTurn = "cancel_turn"
	// MethodSetPatience carries a SetPatience.
	MethodSetPatience = "set_patience"
	// MethodStillHere says that the user is there, though nothing is heard of them.
	MethodStillHere = "still_here"
	// MethodPause carries a Pause.
	MethodPause = "pause"
	// MethodMoreTime asks, once a call, for more time than the scene's limit; the reply
	// is a MoreTime. MethodNoLimit takes the limit away.
	MethodMoreTime = "more_time"
	MethodNoLimit  = "no_limit"
	// MethodCatchUp asks for all that was shown so far, for a page that joins a call under
	// way: texts on TopicRecap, and then the last verdict, cards and states.
	MethodCatchUp = "catch_up"
	// MethodEndCall ends the call with outcome left.
	MethodEndCall = "end_call"
)

// OK is the reply of methods that answer nothing else, as LiveKit's
// push-to-talk example has it.
const OK = "ok"

// MaxPayload is the most bytes a request, a reply or an error's data may have:
// LiveKit's limit for RPC over data packets.
const MaxPayload = 15360
