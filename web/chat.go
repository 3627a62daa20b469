package web

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"parley"
)

const (
	// maxChatBody is the most bytes of a chat message's body: 10,000 characters of
	// four bytes, each of them escaped.
	maxChatBody = 128 << 10
	// maxCalendar is the most bytes of a calendar file.
	maxCalendar = 1 << 20
	// calendarShare is for how many requests a calendar file counts: it is kept whole.
	calendarShare = 20
	// chatBurst is how much one address may ask assistants for at once; one more is
	// let through every limitEvery. A class of thirty has sixty for each in an hour.
	chatBurst = 600
	// answerWrite is how long a reader may take for an answer that was long in coming.
	answerWrite = 30 * time.Second
)

// tooMuch is what an address is told that asks for too much.
const tooMuch = "Too much was asked for from your address; wait a moment"

// noAssistants is what is answered where none are served.
const noAssistants = "There are no assistants here: this server was started without NATS, where they keep what they are told"

// assistantRoutes are the routes of /api/ that an Assistant answers.
func (s *Server) assistantRoutes(mux *http.ServeMux) {
	if s.config.Assistant == nil {
		for _, path := range []string{"/api/chat", "/api/chat/stream", "/api/tasks", "/api/assistant", "/api/assistant/"} {
			mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
				refuse(w, http.StatusNotImplemented, "", noAssistants)
			})
		}
		return
	}
	askers := newLimiter(chatBurst)
	post := func(path string, share int, h http.HandlerFunc) {
		mux.Handle(path, only(http.MethodPost, s.limitShare(askers, share, tooMuch, h)))
	}
	post("/api/chat", 1, s.chat)
	post("/api/chat/stream", 1, s.chatStream)
	post("/api/assistant/commands", 1, s.command)
	post("/api/assistant/calendar", calendarShare, s.importCalendar)
	mux.Handle("/api/tasks", only(http.MethodGet, s.tasks))
	mux.Handle("/api/assistant", only(http.MethodGet, s.assistantState))
	mux.Handle("/api/assistant/stream", only(http.MethodGet, s.assistantStream))
}

// isAction reports whether a client's id of an action can be one, or answers 400.
func isAction(w http.ResponseWriter, id string) bool {
	ok := id == "" || parley.IsID(id)
	if !ok {
		refuse(w, http.StatusBadRequest, "actionId", "must be at most 64 letters, digits, - and _")
	}
	return ok
}

// chatRequest reads a message and who sent it, or answers why not.
func (s *Server) chatRequest(w http.ResponseWriter, r *http.Request) (user string, c ChatRequest, ok bool) {
	if !readUpTo(w, r, &c, maxChatBody) {
		return "", c, false
	}
	if user, ok = s.userOf(w, r, c.SessionID); !ok {
		return "", c, false
	}
	return user, c, isAction(w, c.ActionID)
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	user, request, ok := s.chatRequest(w, r)
	if !ok {
		return
	}
	reply, state, err := s.config.Assistant.Chat(r.Context(), user, request, func(ChatUpdate) {})
	inTime(w)
	if err != nil {
		s.refused(w, r, err)
		return
	}
	answer(w, http.StatusOK, ChatReply{reply.Content, state.Tasks, state.Rev})
}

// chatStream answers a message piece by piece: tasks, token, done or error.
func (s *Server) chatStream(w http.ResponseWriter, r *http.Request) {
	user, request, ok := s.chatRequest(w, r)
	if !ok {
		return
	}
	out := newStream(w)
	defer out.beat(r.Context())()
	reply, state, err := s.config.Assistant.Chat(r.Context(), user, request, func(u ChatUpdate) {
		switch {
		case u.State != nil:
			_ = out.send("tasks", TasksReply{u.State.Tasks, u.State.Rev}) // whoever has gone finds it stored
		case u.Unsay:
			_ = out.send("token", ChatToken{Reset: true})
		default:
			_ = out.send("token", ChatToken{Text: u.Token})
		}
	})
	switch {
	case err == nil:
		_ = out.send("done", ChatReply{reply.Content, state.Tasks, state.Rev})
	case !out.begun():
		inTime(w)
		s.refused(w, r, err)
	default:
		_ = out.send("error", ErrorReply{Error: s.told(r, err).Words})
	}
}

func (s *Server) tasks(w http.ResponseWriter, r *http.Request) {
	if state, ok := s.stateOf(w, r); ok {
		answer(w, http.StatusOK, TasksReply{state.Tasks, state.Rev})
	}
}

func (s *Server) assistantState(w http.ResponseWriter, r *http.Request) {
	if state, ok := s.stateOf(w, r); ok {
		answer(w, http.StatusOK, state)
	}
}

func (s *Server) stateOf(w http.ResponseWriter, r *http.Request) (parley.AssistantState, bool) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return parley.AssistantState{}, false
	}
	state, err := s.config.Assistant.State(r.Context(), user)
	if err != nil {
		s.refused(w, r, err)
	}
	return state, err == nil
}

func (s *Server) assistantStream(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	if r.Method == http.MethodHead { // there is no end to what a GET would get
		streamHeader(w)
		return
	}
	ctx, end := context.WithCancel(r.Context())
	defer end()
	leave, ok := s.streams.enter(r, user, s.client(r), end)
	if !ok {
		retryAfter(w, streamAgain)
		refuse(w, http.StatusTooManyRequests, "", "Too many pages are open; close some, or wait a moment")
		return
	}
	defer leave()
	out := newStream(w)
	defer out.beat(ctx)()
	err := s.config.Assistant.Watch(ctx, user, func(e AssistantEvent) error {
		name := e.Type
		if e.State == nil && e.Patch == nil {
			name = "event"
		}
		return out.send(name, e)
	})
	if err != nil && ctx.Err() == nil && !out.begun() {
		s.refused(w, r, err)
	}
}

func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	var c AssistantCommand
	if !readUpTo(w, r, &c, maxBody) {
		return
	}
	user, ok := s.userOf(w, r, c.SessionID)
	if !ok {
		return
	}
	if !isAction(w, c.ActionID) {
		return
	}
	rev, err := s.config.Assistant.Command(r.Context(), user, c)
	inTime(w)
	if err != nil {
		s.refused(w, r, err)
		return
	}
	answer(w, http.StatusOK, CommandReply{rev})
}

func (s *Server) importCalendar(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "text/calendar" {
		refuse(w, http.StatusUnsupportedMediaType, "", "the body must be text/calendar")
		return
	}
	file := &upload{Reader: http.MaxBytesReader(w, r.Body, maxCalendar)}
	reply, err := s.config.Assistant.Import(r.Context(), user, file)
	switch {
	case file.err != nil:
		refuseBody(w, file.err)
	case err != nil:
		s.refused(w, r, err)
	default:
		answer(w, http.StatusOK, reply)
	}
}

// upload is a body that keeps the error of its sender.
type upload struct {
	io.Reader
	err error // nil at the end
}

// Read implements io.Reader.
func (u *upload) Read(b []byte) (int, error) {
	n, err := u.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		u.err = err
	}
	return n, err
}

// inTime gives the reader time for an answer that was long in coming: the server's own
// limit runs from the request.
func inTime(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerWrite)) // tests' writers have none
}

// refused answers why an Assistant did not do what r asks for.
func (s *Server) refused(w http.ResponseWriter, r *http.Request, err error) {
	told := s.told(r, err)
	if told.RetryAfter > 0 {
		retryAfter(w, told.RetryAfter)
	}
	refuse(w, told.Status, "", told.Words)
}

// told is what a user may be told of an error. What is none of theirs is logged,
// unless they have gone.
func (s *Server) told(r *http.Request, err error) *Refused {
	var told *Refused
	if errors.As(err, &told) {
		return told
	}
	if r.Context().Err() == nil {
		s.log.Error("assistant", "err", err)
	}
	return &Refused{Status: http.StatusInternalServerError, Words: "that could not be done"}
}
