package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley"
	"parley/scenarios"
)

// ScenarioList is the answer to GET /api/scenarios.
type ScenarioList struct {
	Scenarios []scenarios.Public `json:"scenarios"`
	// Skills name the ids in the scenarios' skills.
	Skills []scenarios.Skill `json:"skills"`
}

// CallRequest is the body of POST /api/calls.
type CallRequest struct {
	// Scenario is a scenario's id.
	Scenario string `json:"scenario"`
	Username string `json:"username,omitempty"`
	// User is an id that what is kept of the user is kept under, 16 to 64 letters,
	// digits, - and _. It is as good as a password to that; without it nothing is
	// kept.
	User       string `json:"user,omitempty"`
	Usergender string `json:"usergender,omitempty"`
	// Mode is "voice", the default, or "text": then nobody listens, and a scene whose
	// language is not heard here can be called, see Unplayable.TextWay.
	Mode parley.Mode `json:"mode,omitempty"`
	// From forks a call of the user's; the scene is then its scene, whatever Scenario says.
	From *parley.Origin `json:"from,omitempty"`
	// Drill ends the call after two exchanges.
	Drill bool `json:"drill,omitempty"`
	// Consent is the user's answer to what they were told.
	Consent *parley.Consent `json:"consent,omitempty"`
	// Resumable has the call wait for a caller who leaves it without end_call.
	Resumable bool `json:"resumable,omitempty"`
}

// CallReply is the answer to POST /api/calls: all a LiveKit client needs.
type CallReply struct {
	// URL is LiveKit's address.
	URL   string `json:"url"`
	Token string `json:"token"`
	Room  string `json:"room"`
	// Identity is the caller's, as the token has it.
	Identity string `json:"identity"`
	// Ticket lets the caller go on with a resumable call: POST /api/calls/{id}/resume.
	Ticket string `json:"ticket,omitempty"`
}

// Status is the answer to GET /api/status.
type Status struct {
	// Engines says which engine serves each role, such as "stt": "sphinx".
	Engines    map[string]string `json:"engines"`
	LiveKitURL string            `json:"livekit_url"`
	// Registered says whether calls can be taken, Reason in plain words why not.
	Registered bool   `json:"registered"`
	Reason     string `json:"reason,omitempty"`
}

// ErrorReply is the body of every answer of /api/ that is no success.
type ErrorReply struct {
	// Error is plain words.
	Error string `json:"error"`
	// Field names the field of the request that is at fault, if one is.
	Field string `json:"field,omitempty"`
}

// maxBody is the most bytes of a request's body: two names of 64 runes and an
// id fit many times over.
const maxBody = 4096

// read decodes the body of r into v, or answers why not and reports false.
func read(w http.ResponseWriter, r *http.Request, v any) bool { return readUpTo(w, r, v, maxBody) }

// readUpTo is read for a body of at most limit bytes.
func readUpTo(w http.ResponseWriter, r *http.Request, v any, limit int64) bool {
	if !isJSON(w, r) {
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New("more than one value"), more)
		}
	}
	var large *http.MaxBytesError
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return true
	case errors.As(err, &large):
		refuseBody(w, err)
	case errors.As(err, &wrong) && wrong.Field != "":
		refuse(w, http.StatusBadRequest, wrong.Field, "must be "+kindOf(wrong.Type))
	case errors.Is(err, io.EOF):
		refuse(w, http.StatusBadRequest, "", "the body is empty")
	default:
		refuse(w, http.StatusBadRequest, "", "the body must be one JSON object of known fields")
	}
	return false
}

// kindOf is what a JSON value of type t is, in plain words.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "a number in range"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a string"
	}
}

// isJSON reports whether the body of r says that it is JSON, or answers 415.
func isJSON(w http.ResponseWriter, r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "", "the body must be application/json")
		return false
	}
	return true
}

func answer(w http.ResponseWriter, status int, v any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the client has gone
}

// answerIfNew answers with v, compressed for those who take it. Who has it already, by
// its ETag, is told so with 304 and no body. v can be written as JSON.
func answerIfNew(w http.ResponseWriter, r *http.Request, v any) {
	content, _ := json.Marshal(v)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding")
	if takesGzip(r.Header.Values("Accept-Encoding")) {
		var zipped bytes.Buffer
		z := gzip.NewWriter(&zipped)
		_, err := z.Write(content)
		if err = errors.Join(err, z.Close()); err != nil {
			panic(err) // a buffer takes all
		}
		content = zipped.Bytes()
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(content))) // ServeContent leaves it out of what is encoded
	}
	h.Set("Etag", etagOf(content))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func refuse(w http.ResponseWriter, status int, field, reason string) {
	answer(w, status, ErrorReply{reason, field})
}

// only lets one method through; GET lets HEAD through too.
func only(method string, h http.HandlerFunc) http.Handler { return methods(byMethod{method: h}) }

// byMethod answers each method by its own handler.
type byMethod map[string]http.HandlerFunc

// methods lets the methods of all through; GET lets HEAD through too.
func methods(all byMethod) http.Handler {
	allowed := slices.Sorted(maps.Keys(all))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := all[r.Method]
		if h == nil && r.Method == http.MethodHead {
			h = all[http.MethodGet]
		}
		if h == nil {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refuse(w, http.StatusMethodNotAllowed, "", "use "+strings.Join(allowed, " or "))
			return
		}
		h(w, r)
	})
}
