package openaitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Text streams pieces as they are and ends well.
func Text(pieces ...string) Reply { return Ends("stop", pieces...) }

// Ends streams pieces and ends with the finish reason.
func Ends(reason string, pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		finish(w, reason)
	}
}

// Echo streams the text of the last message, a few letters at a time, with its
// usage, up to the first of the texts at which it is asked to stop.
func Echo() Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Messages []struct{ Content string }
			Stop     []string
		}
		if json.NewDecoder(r.Body).Decode(&asked) != nil || len(asked.Messages) == 0 {
			Status(http.StatusBadRequest, "empty_array")(w, r)
			return
		}
		whole := asked.Messages[len(asked.Messages)-1].Content
		for _, stop := range asked.Stop {
			whole, _, _ = strings.Cut(whole, stop)
		}
		text := []rune(whole)
		var pieces []string
		for len(text) > 0 {
			n := min(5, len(text))
			pieces = append(pieces, string(text[:n]))
			text = text[n:]
		}
		Metered(len(asked.Messages), 0, len(pieces), pieces...)(w, r)
	}
}

// Metered is Text followed by a chunk that holds nothing but usage, the part
// of prompt that was read before included.
func Metered(prompt, cached, completion int, pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		chunk(w, map[string]any{}, "stop")
		_, _ = fmt.Fprintf(w, `data: {"object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":%d,`+
			`"completion_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}}`+"\n\ndata: [DONE]\n\n", prompt, completion, cached)
	}
}

// Paced streams pieces with a pause before each, and ends well.
func Paced(pause time.Duration, pieces ...string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		open(w)
		for _, p := range pieces {
			select {
			case <-time.After(pause):
				send(w, p)
			case <-r.Context().Done():
				return
			}
		}
		finish(w, "stop")
	}
}

// JSON streams v as its JSON text in pieces of 7 bytes and ends well.
func JSON(v any) Reply {
	b := encode(v)
	var pieces []string
	for len(b) > 7 {
		pieces = append(pieces, string(b[:7]))
		b = b[7:]
	}
	return Text(append(pieces, string(b))...)
}

// Call streams a tool call whose arguments come in fragments, and ends well.
func Call(id, name string, fragments ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		call := func(call map[string]any) {
			call["index"] = 0
			chunk(w, map[string]any{"tool_calls": []any{call}}, nil)
		}
		call(map[string]any{"id": id, "type": "function", "function": map[string]any{"name": name, "arguments": ""}})
		for _, f := range fragments {
			call(map[string]any{"function": map[string]any{"arguments": f}})
		}
		finish(w, "tool_calls")
	}
}

// HangAfter streams pieces and then says nothing until the client gives up.
func HangAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		open(w)
		send(w, pieces...)
		<-r.Context().Done()
	}
}

// CutAfter streams pieces and then drops the connection.
func CutAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		panic(http.ErrAbortHandler)
	}
}

// EndAfter streams pieces and ends the body in good order, but without a finish
// reason or an end mark, as some gateways do.
func EndAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, pieces...) }
}

// FailAfter streams pieces and then an error event.
func FailAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		_, _ = fmt.Fprint(w, `data: {"error":{"message":"out of memory","type":"server_error"}}`+"\n\n")
	}
}

// JunkJSON streams an event that is not JSON.
func JunkJSON() Reply { return Raw("text/event-stream", "data: {\"choices\": oops}\n\n") }

func open(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	flush(w)
}

func send(w http.ResponseWriter, pieces ...string) {
	for _, p := range pieces {
		chunk(w, map[string]any{"content": p}, nil)
	}
}

func finish(w http.ResponseWriter, reason string) {
	chunk(w, map[string]any{}, reason)
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
	flush(w)
}

// chunk sends one piece of an answer; reason is nil but in the last.
func chunk(w http.ResponseWriter, delta map[string]any, reason any) {
	event(w, map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": reason}},
	})
}

// event sends one server-sent event.
func event(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = fmt.Fprintf(w, "data: %s\n\n", encode(v)) // the client may have gone
	flush(w)
}
