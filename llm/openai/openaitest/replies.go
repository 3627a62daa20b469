package openaitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Text streams pieces as they are and ends well.
func Text(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		finish(w, "stop")
	}
}

// Echo streams the text of the last message, a few letters at a time, with its
// usage, and ends well.
func Echo() Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Messages []struct{ Content string }
		}
		if json.NewDecoder(r.Body).Decode(&asked) != nil || len(asked.Messages) == 0 {
			Status(http.StatusBadRequest, "empty_array")(w, r)
			return
		}
		text := []rune(asked.Messages[len(asked.Messages)-1].Content)
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
		chunk(w, map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": "stop"})
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
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("openaitest: scripted value is not JSON: %v", err))
	}
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
		event(w, toolCall(0, id, name, ""))
		for _, f := range fragments {
			event(w, toolCall(0, "", "", f))
		}
		finish(w, "tool_calls")
	}
}

// Raw writes body with the given content type and status 200, nothing added.
func Raw(contentType, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body)) // the client may have gone
	}
}

func toolCall(index int, id, name, arguments string) map[string]any {
	function := map[string]any{"arguments": arguments}
	call := map[string]any{"index": index, "function": function}
	if id != "" {
		call["id"], call["type"], function["name"] = id, "function", name
	}
	return map[string]any{"tool_calls": []any{call}}
}

func open(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	flush(w)
}

func send(w http.ResponseWriter, pieces ...string) {
	for _, p := range pieces {
		event(w, map[string]any{"content": p})
	}
}

// event sends one chunk with delta.
func event(w http.ResponseWriter, delta map[string]any) {
	chunk(w, map[string]any{"index": 0, "delta": delta, "finish_reason": nil})
}

func finish(w http.ResponseWriter, reason string) {
	chunk(w, map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": reason})
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
	flush(w)
}

func chunk(w http.ResponseWriter, choice map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	b, err := json.Marshal(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "scripted", "choices": []any{choice},
	})
	if err != nil {
		panic(fmt.Sprintf("openaitest: chunk is not JSON: %v", err))
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", b)
	flush(w)
}

func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
